import fc from 'fast-check';
import {
  type Calendar,
  type HoursRange,
  type LocalDate,
  type WeekHours,
  weekdays,
} from '../../../lib/scheduling/calendar.ts';
import type { AreaLimits } from '../../../lib/scheduling/day.ts';
import type { Claims, Occupancy } from '../../../lib/scheduling/occupancy.ts';
import type { Asked } from './oracle.ts';
import { clockText, firstFrom, plus } from './oracle-minutes.ts';

/** The days of 2026 on which a zone, or one of its neighbors, changes its clocks, and days without changes. */
const plain = ['2026-06-10', '2026-03-08'];
const dates: Readonly<Record<string, readonly LocalDate[]>> = {
  'America/New_York': ['2026-03-08', '2026-11-01', ...plain],
  'Europe/London': ['2026-03-29', '2026-10-25', ...plain],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04', ...plain],
  'America/St_Johns': ['2026-03-08', '2026-11-01', ...plain],
  'Africa/Cairo': ['2026-04-24', '2026-10-29', '2026-10-30', ...plain],
  'Pacific/Chatham': ['2026-04-05', '2026-09-27', ...plain],
  'Asia/Kathmandu': plain,
  'Asia/Kolkata': plain,
  'America/Phoenix': plain,
  UTC: plain,
};

const zoneAndDate = fc.constantFrom(...Object.keys(dates)).chain((zone) =>
  fc.record({
    zone: fc.constant(zone),
    changeDay: fc.constantFrom(...(dates[zone] ?? plain)),
    offset: fc.constantFrom(0, 0, 0, -1, 1),
  }),
);

/** Mostly on the quarter hour, where jobs start and end; sometimes a minute at which no bucket begins. */
const wall = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 1439 }) },
);

/**
 * Ranges of a day from sorted cuts, so that none overlap: neighbors touch or have a break between them. `last` says
 * how the last one ends: as cut, at midnight, or on the next day.
 */
const ranges = fc
  .record({
    cuts: fc.uniqueArray(wall, { minLength: 2, maxLength: 5 }),
    touching: fc.boolean(),
    last: fc.constantFrom('cut', 'cut', 'midnight', 'overnight', 'round'),
  })
  .map(({ cuts, touching, last }) => {
    const sorted = [...cuts].sort((a, b) => a - b).map(clockText);
    const made: HoursRange[] = [];
    for (let index = 0; index + 1 < sorted.length; index += touching ? 1 : 2) {
      made.push([sorted[index] ?? '00:00', sorted[index + 1] ?? '24:00']);
    }
    return lastEnding(made, last);
  });

function lastEnding(made: readonly HoursRange[], last: string): readonly HoursRange[] {
  const [from, to] = made.at(-1) ?? ['00:00', '24:00'];
  const before = made.slice(0, -1);
  if (last === 'midnight') return [...before, [from, '24:00']];
  // An end at or before the day's first start is on the next day and overlaps nothing if that day is equal.
  if (last === 'overnight') return [...before, [to, made[0]?.[0] ?? from]];
  return last === 'round' ? [['00:00', '24:00']] : made;
}

const day = fc.option(ranges, { nil: undefined, freq: 5 });
export const week: fc.Arbitrary<WeekHours> = fc.oneof(
  fc.record({
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  }),
  ranges.map((same) => ({
    monday: same,
    tuesday: same,
    wednesday: same,
    thursday: same,
    friday: same,
    saturday: same,
    sunday: same,
  })),
);

const timeOff = (date: LocalDate) =>
  fc
    .record({ day: fc.integer({ min: -1, max: 1 }), from: wall, to: wall, days: fc.constantFrom(0, 0, 1) })
    .map(({ day: off, from, to, days }) => {
      const first = plus(date, off);
      const end = days > 0 || to > from ? clockText(to) : '24:00';
      return { from: `${first}T${clockText(from)}`, to: `${plus(first, days)}T${end}` };
    });

const skills = fc.subarray(['hvac', 'plumbing']);
const technicians = (date: LocalDate) =>
  fc
    .array(
      fc.record({
        skills: fc.oneof(fc.constant(['hvac', 'plumbing']), skills),
        hours: fc.option(week, { nil: undefined, freq: 2 }),
        timeOff: fc.array(timeOff(date), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((all) => all.map((one, index) => ({ id: `t${index}`, name: `T${index}`, ...one })));

const exceptions = (date: LocalDate) =>
  fc
    .array(fc.tuple(fc.integer({ min: -1, max: 1 }), fc.oneof(fc.constant([]), ranges)), { maxLength: 2 })
    .map((all) => Object.fromEntries(all.map(([offset, own]) => [plus(date, offset), own])));

const booking = fc.record({
  gridMinutes: fc.integer({ min: 1, max: 8 }).map((quarters) => quarters * 15),
  minNoticeMinutes: fc.constantFrom(0, 45, 120, 600, 1500),
  sameDayCutoff: fc.option(wall.map(clockText), { nil: undefined }),
  horizonDays: fc.constantFrom(60, 60, 60, 2),
  bufferMinutes: fc.constantFrom(0, 15, 30, 75, 240),
  spokenOptions: fc.constant(3),
  spokenDays: fc.constant(2),
});

const calendarOf = (timezone: string, date: LocalDate): fc.Arbitrary<Calendar> =>
  fc.record({
    timezone: fc.constant(timezone),
    hours: week,
    exceptions: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, exceptions(date)),
    booking,
    technicians: technicians(date),
  });

/** When the holds in the claims below end, relative to the time of the question, in milliseconds. */
const ends: Readonly<Record<string, number>> = { later: 1, now: 0, before: -1 };

/**
 * Claims by two requests and the holds of two calls, one of each being the caller's own, in runs of quarter hours
 * around the date. Holds end `later`, `now` or `before`.
 */
function occupancyOf(zone: string, date: LocalDate): fc.Arbitrary<Occupancy> {
  const first = firstFrom(zone, date, '00:00') / 15;
  const run = fc.record({
    from: fc.integer({ min: -20, max: 140 }),
    length: fc.integer({ min: 1, max: 30 }),
    by: fc.constantFrom(
      ...['dr_other', 'dr_other', 'dr_own', 'ho_own~later'],
      ...['ho_other~later', 'ho_other~now', 'ho_other~before'],
    ),
  });
  const claims = fc
    .array(run, { maxLength: 6 })
    .map(
      (runs) =>
        new Map(
          runs.flatMap(({ from, length, by }) =>
            Array.from({ length }, (_, index) => [first + from + index, by] as const),
          ),
        ),
    );
  return fc
    .tuple(claims, claims, claims)
    .map((all) => new Map(all.map((one, index) => [`t${index}`, one] as const)));
}

/** The claims, with the ends of their holds. */
function endedAt(now: number, occupancy: Occupancy): Occupancy {
  const atEnd = (holder: string) => {
    const [id, end] = holder.split('~');
    return end === undefined ? holder : `${id}~${now + (ends[end] ?? 0)}`;
  };
  const ofTechnician = (claims: Claims) =>
    new Map([...claims].map(([bucket, holder]) => [bucket, atEnd(holder)] as const));
  return new Map([...occupancy].map(([id, claims]) => [id, ofTechnician(claims)] as const));
}

/** Mostly no limits; otherwise those of up to three areas, some without lists. */
const areas: fc.Arbitrary<AreaLimits> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  {
    weight: 2,
    arbitrary: fc.array(
      fc.record({
        technicianIds: fc.option(fc.subarray(['t0', 't1', 't2', 't3'], { minLength: 1 }), { nil: undefined }),
        weekdays: fc.option(fc.subarray([...weekdays], { minLength: 1 }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  },
);

/** How many days before the date the question is asked: mostly on the day itself or long before. */
const ahead = fc.oneof(fc.constant(0), fc.constantFrom(20, 20, 20, 20, 1, 1, 2, 3, 61, -1));

/** A question with its date. */
export const questions = zoneAndDate.chain(({ zone, changeDay, offset }) => {
  const date = plus(changeDay, offset);
  const asked: fc.Arbitrary<Asked> = fc
    .record({
      calendar: calendarOf(zone, date),
      job: fc.record({
        durationMinutes: fc.oneof(
          fc.integer({ min: 1, max: 12 }).map((quarters) => quarters * 15),
          fc.constantFrom(240, 480, 720),
        ),
        skills: fc.oneof(fc.constant([]), skills),
      }),
      occupancy: occupancyOf(zone, date),
      days: ahead,
      second: fc.integer({ min: 0, max: 86_399_999 }),
      own: fc.constantFrom(new Set<string>(), new Set(['dr_own']), new Set(['dr_own', 'ho_own'])),
      overHolds: fc.constantFrom(false, false, false, true),
      heldBy: fc.constantFrom(undefined, 't0', 't1'),
      heldAt: wall,
      areas,
    })
    .map(({ days, second, occupancy, heldBy, heldAt, ...rest }) => {
      const now = (firstFrom(zone, date, '00:00') - days * 1440) * 60_000 + second;
      const start = firstFrom(zone, date, clockText(heldAt));
      const held = heldBy === undefined ? undefined : { start, technicianId: heldBy };
      return { ...rest, now, held, occupancy: endedAt(now, occupancy) };
    });
  return fc.record({ asked, date: fc.constant(date) });
});
