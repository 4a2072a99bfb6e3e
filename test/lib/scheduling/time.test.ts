import { describe, expect, it } from '@jest/globals';
import { addDays, DAY_MS, dateOfDay, dayNumber } from '../../../lib/scheduling/time.ts';

const FIRST = -719_528;
const LAST = 2_932_896;

describe('dates and day numbers', () => {
  it('are those of the calendar, from the year 0 to 9999', () => {
    const wrong: string[] = [];
    for (let day = FIRST; day <= LAST; day += day > -40_000 && day < 60_000 ? 1 : 61) {
      const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
      if (dateOfDay(day) !== date || dayNumber(date) !== day) wrong.push(date);
    }

    expect(wrong).toEqual([]);
  });

  it('end with the year 9999', () => {
    expect([FIRST, FIRST - 1, LAST, LAST + 1].map(dateOfDay)).toEqual([
      '0000-01-01',
      '0000-01-01',
      '9999-12-31',
      '9999-12-31',
    ]);
    expect(addDays('9999-12-31', 5)).toBe('9999-12-31');
  });

  it.each(['2024-02-29', '2000-02-29', '2026-12-31', '0000-02-29'])('know %s', (date) => {
    expect(dayNumber(date)).toBe(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
  });

  it.each(['2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-01-00', '2026-01-32'])(
    'refuse %s',
    (date) => {
      expect(dayNumber(date)).toBeUndefined();
    },
  );

  it.each(['', '2026-1-01', '20260101', ' 2026-01-01', '2026-01-01T00:00', '2026-01-01\n'])(
    'refuse %j',
    (text) => {
      expect(dayNumber(text)).toBeUndefined();
    },
  );
});
