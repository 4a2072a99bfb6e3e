import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { calendarOf } from '../../../lib/voice/calendar.ts';
import { accountDocument } from '../../functions/service.ts';

const account = parseAccount(
  accountDocument({
    hours: {
      ...Object.fromEntries(
        ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [
          day,
          [
            ['08:00', '12:00'],
            ['13:00', '17:30'],
          ],
        ]),
      ),
      saturday: [['09:00', '13:00']],
    },
    exceptions: { '2026-11-26': [], '2026-11-27': [['08:00', '12:00']], '2026-12-05': [['18:00', '24:00']] },
  }),
);
/** In New York it is still Sunday. */
const now = Date.UTC(2026, 10, 23, 4, 30);
const days = calendarOf(account, now).split('; ');

describe("the company's calendar", () => {
  it('has 35 days in its zone, today first, after the usual hours', () => {
    expect(days[0]).toBe('usually 8 AM to 12 PM, 1 PM to 5:30 PM');
    expect(days).toHaveLength(36);
    expect(days[1]).toBe('Sun 2026-11-22 today, closed');
    expect(days.at(-1)).toBe('Sat 2026-12-26 9 AM to 1 PM');
  });

  it('names what is special about a day, and nothing else', () => {
    expect(days.slice(2, 9)).toEqual([
      'Mon 2026-11-23',
      'Tue 2026-11-24',
      'Wed 2026-11-25',
      'Thu 2026-11-26 Thanksgiving, closed',
      'Fri 2026-11-27 Black Friday, 8 AM to 12 PM',
      'Sat 2026-11-28 9 AM to 1 PM',
      'Sun 2026-11-29 closed',
    ]);
    expect(days).toContain('Sat 2026-12-05 6 PM to 12 AM');
    expect(days).toContain('Fri 2026-12-25 Christmas');
  });

  it('leaves out the holidays of other regions', () => {
    const british = calendarOf({ ...account, region: 'GB' }, now);
    expect(british).not.toContain('Thanksgiving');
    expect(british).toContain('Sat 2026-12-26 Boxing Day, 9 AM to 1 PM');
  });

  it('says of a company without hours that every day is closed', () => {
    const closed = calendarOf({ ...account, hours: {}, exceptions: {} }, now);
    expect(closed.split('; ')).toHaveLength(35);
    expect(closed).toMatch(/^Sun 2026-11-22 today, closed; Mon 2026-11-23 closed;/);
  });

  it('is short enough for a prompt', () => {
    expect(calendarOf(account, now).length).toBeLessThan(1500);
  });
});
