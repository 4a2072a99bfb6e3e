import { type HoursRange, type WallTime, type WeekHours, weekdays } from '../../scheduling/calendar.ts';
import type { AccountFault } from './invalid-account-document.ts';

const DAY = 24 * 60;

/** Both are minutes from midnight of the day on which the span starts; the end may lie in the next day. */
interface Span {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** Invalid ranges are `null`, so that the others keep their indexes. */
export type ReadableRanges = readonly (HoursRange | null)[];

function minuteOf(time: WallTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function spansOf(ranges: ReadableRanges, path: string): Span[] {
  return ranges.flatMap((range, index) => {
    if (range === null) return [];
    const from = minuteOf(range[0]);
    const to = minuteOf(range[1]);
    return [{ path: `${path}[${index}]`, from, to: to > from ? to : to + DAY }];
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
      const tail = tails.find((candidate) => meet(candidate, span, DAY));
      return tail === undefined
        ? []
        : [{ path: span.path, expected: `a range that does not overlap ${tail.path}` }];
    });
    return [...overlapsInDay(week[weekday] ?? [], here), ...overMidnight];
  });
}
