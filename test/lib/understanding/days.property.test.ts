import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, daysBetween, instantOf, wallClockOf, weekdayOf } from '../../../lib/scheduling/time.ts';
import type { Today } from '../../../lib/understanding/day.ts';
import { understandDays } from '../../../lib/understanding/days.ts';

const NOON = 12 * 60;
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Europe/Berlin',
  'Asia/Kolkata',
];
/** Any moment in several years, in a zone and a region. */
const todays = fc
  .record({
    instant: fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2031, 0, 1) }),
    timezone: fc.constantFrom(...zones),
    region: fc.constantFrom('US', 'GB', 'DE'),
    isOver: fc.boolean(),
  })
  .map(({ instant, timezone, region, isOver }): Today => {
    const { date } = wallClockOf(timezone, Math.floor(instant / 60_000));
    return { date, timezone, region, isOver };
  });

function ordinal(day: number): string {
  const ending = day > 10 && day < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}

/** All unambiguous spellings of a date, said on an earlier day. */
function spellings(date: string, { date: today, timezone, region, isOver }: Today): readonly string[] {
  const [year, month, day] = [0, 1, 2].map((part) => Number(date.split('-')[part]));
  const name = months[(month ?? 1) - 1] ?? '';
  const short = name.slice(0, 3);
  const nth = ordinal(day ?? 0);
  const ahead = daysBetween(today, date);
  const utc = new Date((instantOf(timezone, date, NOON) ?? 0) * 60_000).toISOString();
  const weekday = weekdayOf(date);
  const isNear = ahead < 7 && (ahead > 0 || !isOver);
  return [
    ...[date, `${date}T09:00`, `${date} 14:30:00`, utc],
    ...[`${name} ${nth}`, `${short} ${day}`, `${day} ${short}`, `the ${nth} of ${name}`],
    ...[`${name} ${day}, ${year}`, `${weekday}, ${name} ${nth}`, `on ${name} ${nth} please`],
    region === 'US' ? `${month}/${day}` : `${day}/${month}`,
    ...(ahead < 28 ? [`the ${nth}`] : []),
    ...(ahead === 0 ? ['today', 'Today'] : []),
    ...(ahead === 1 ? ['tomorrow', 'tommorow'] : []),
    ...(ahead === 2 ? ['the day after tomorrow'] : []),
    ...(ahead > 0 ? [`in ${ahead} days`, `${ahead} days from now`] : []),
    ...(ahead > 0 && ahead % 7 === 0 ? [`in ${ahead / 7} weeks`, `${ahead / 7} weeks from today`] : []),
    ...(isNear ? [weekday, `this ${weekday}`] : []),
    ...(ahead >= 7 && ahead < 14 && (ahead > 7 || !isOver) ? [`a week from ${weekday}`] : []),
  ];
}

describe('a date in any spelling', () => {
  it('is understood on any day in any region', async () => {
    const dates = fc.oneof(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 364 }));
    await fc.assert(
      fc.asyncProperty(todays, dates, async (today, ahead) => {
        const date = addDays(today.date, ahead);
        const read = await Promise.all(
          spellings(date, today).map(async (text) => {
            const days = await understandDays(text, today);
            return [text, days.kind === 'date' ? days.date : days.kind];
          }),
        );
        expect(read).toEqual(spellings(date, today).map((text) => [text, date]));
      }),
      { numRuns: 60 },
    );
  });

  it('is the same with a time, and gives the time too', async () => {
    await fc.assert(
      fc.asyncProperty(todays, fc.integer({ min: 1, max: 6 }), async (today, ahead) => {
        const date = addDays(today.date, ahead);
        for (const [said, time] of [
          ['morning', 'morning'],
          ['at 9:30', '9:30'],
          ['after 3', 'after 3'],
        ]) {
          expect(await understandDays(`${weekdayOf(date)} ${said}`, today)).toMatchObject({ date, time });
        }
      }),
      { numRuns: 20 },
    );
  });
});
