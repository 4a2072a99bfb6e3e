import * as v from 'valibot';
import { type HoursRange, type WeekHours, weekdays } from '../../scheduling/calendar.ts';
import { isLocalDate, MINUTES_PER_DAY } from '../../scheduling/time.ts';
import { wallMinute } from '../../scheduling/time-of-day.ts';
import { knownFields } from './fields.ts';
import type { AccountFault } from './invalid-account-document.ts';

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/;

/** True if a text is a time of day as strict `HH:MM`; `24:00` counts only as an end. */
const isTime = (text: string, end: boolean): boolean => TIME.test(text) || (end && text === '24:00');

const timeExpected = 'a time as HH:MM';
const endExpected = 'a time as HH:MM, up to 24:00';

export const time = () =>
  v.pipe(
    v.string(timeExpected),
    v.check((text) => isTime(text, false), timeExpected),
  );
export const endTime = () =>
  v.pipe(
    v.string(endExpected),
    v.check((text) => isTime(text, true), endExpected),
  );

const rangeExpected = 'a pair of start and end time';
export const range = () => v.strictTuple([time(), endTime()], rangeExpected);
const ranges = () => v.array(range(), 'a list of [start, end] pairs');

export const week = () => {
  const day = v.optional(ranges());
  return knownFields(
    { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day },
    'an object of weekdays',
  );
};

const dateExpected = 'a calendar date as YYYY-MM-DD';
export const exceptions = () =>
  v.record(v.pipe(v.string(), v.check(isLocalDate, dateExpected)), ranges(), 'an object of dates');

/** True if a text is a local `YYYY-MM-DDTHH:MM` of a real date; `T24:00` counts only as an end. */
export function isMoment(text: string, end: boolean): boolean {
  const [, date, time] = MOMENT.exec(text) ?? [];
  return date !== undefined && time !== undefined && isLocalDate(date) && isTime(time, end);
}

const fromExpected = 'a local time as YYYY-MM-DDTHH:MM';
const toExpected = 'a local time as YYYY-MM-DDTHH:MM, up to T24:00';

/** Text order is time order, because both ends have the same strict format. */
export const timeOff = () =>
  v.pipe(
    knownFields(
      {
        from: v.pipe(
          v.string(fromExpected),
          v.check((text) => isMoment(text, false), fromExpected),
        ),
        to: v.pipe(
          v.string(toExpected),
          v.check((text) => isMoment(text, true), toExpected),
        ),
      },
      'an object with from and to',
    ),
    v.forward(
      v.check(({ from, to }) => to > from, 'an end after its start'),
      ['to'],
    ),
  );

/** Both are minutes from midnight of the day on which the span starts; the end may lie in the next day. */
interface Span {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** Invalid ranges are `null`, so that the others keep their indexes. */
export type ReadableRanges = readonly (HoursRange | null)[];

function spansOf(ranges: ReadableRanges, path: string): Span[] {
  return ranges.flatMap((range, index) => {
    if (range === null) return [];
    const from = wallMinute(range[0]);
    const to = wallMinute(range[1]);
    return [{ path: `${path}[${index}]`, from, to: to > from ? to : to + MINUTES_PER_DAY }];
  });
}

const meet = (a: Span, b: Span, offset: number): boolean => a.from < b.to + offset && b.from + offset < a.to;

/** Returns a fault for each range that overlaps an earlier one of its day. Adjacent ranges do not overlap. */
export function overlapsInDay(ranges: ReadableRanges, path: string): AccountFault[] {
  const spans = spansOf(ranges, path);
  return spans.flatMap((span, index) => {
    const other = spans.slice(0, index).find((earlier) => meet(earlier, span, 0));
    return other === undefined
      ? []
      : [{ path: span.path, expected: `a range that does not overlap ${other.path}` }];
  });
}

/** Returns faults of overlaps within each day of a week, and between a range past midnight and the next day. */
export function overlapsInWeek(
  week: Readonly<Partial<Record<keyof WeekHours, ReadableRanges | undefined>>>,
  path: string,
): AccountFault[] {
  return weekdays.flatMap((weekday, index) => {
    const here = `${path}.${weekday}`;
    const before = weekdays[(index + weekdays.length - 1) % weekdays.length] ?? 'sunday';
    const tails = spansOf(week[before] ?? [], `${path}.${before}`);
    const overMidnight = spansOf(week[weekday] ?? [], here).flatMap((span) => {
      const tail = tails.find((candidate) => meet(candidate, span, MINUTES_PER_DAY));
      return tail === undefined
        ? []
        : [{ path: span.path, expected: `a range that does not overlap ${tail.path}` }];
    });
    return [...overlapsInDay(week[weekday] ?? [], here), ...overMidnight];
  });
}
