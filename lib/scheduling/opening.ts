import type { Calendar, LocalDate } from './calendar.ts';
import { businessSpans, dateSpan, gridStarts, momentOf, within } from './day.ts';
import { accountSpans } from './work-time.ts';
import { instantOf } from './zone.ts';

const MINUTES_PER_DAY = 1440;

/** True if an instant (ms since the epoch) is within business hours. */
export function isOpenAt(calendar: Calendar, now: number): boolean {
  const { today } = momentOf(calendar, now);
  const minute = Math.floor(now / 60_000);
  return within(accountSpans(calendar, today), minute, minute + 1);
}

/** True if anyone works at some time of the date. */
export function isOpenOn(calendar: Calendar, date: LocalDate): boolean {
  const { from, to } = dateSpan(calendar, date);
  return businessSpans(calendar, date).some((span) => span.from < to && span.to > from);
}

/** True if a wall-clock minute of a date is within somebody's hours. */
export function isOpenAtMinute(calendar: Calendar, date: LocalDate, minute: number): boolean {
  const instant = instantOf(calendar.timezone, date, minute);
  return instant !== undefined && within(businessSpans(calendar, date), instant, instant + 1);
}

/** Returns the first start on the grid in the hours of a date; undefined if it is closed. */
export function firstStartOn(calendar: Calendar, date: LocalDate): number | undefined {
  const business = businessSpans(calendar, date);
  return gridStarts(calendar, date).find(({ start }) => within(business, start, start + 1))?.minute;
}

/** Returns the minute of a date at which its hours end: at most 1,440; undefined if it is closed. */
export function closingOn(calendar: Calendar, date: LocalDate): number | undefined {
  const starts = gridStarts(calendar, date);
  const business = businessSpans(calendar, date);
  const last = starts.findLast(({ start }) => within(business, start, start + 1));
  const span = last && business.find(({ from, to }) => last.start >= from && last.start < to);
  return last && span && Math.min(MINUTES_PER_DAY, last.minute + span.to - last.start);
}
