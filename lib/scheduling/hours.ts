import type { Calendar, EpochMinute, HoursRange, LocalDate, Technician, WeekHours } from './calendar.ts';
import {
  addDays,
  boundaryOf,
  instantOf,
  instantsOf,
  MINUTE_MS,
  MINUTES_PER_DAY,
  momentOf,
  weekdayOf,
} from './time.ts';
import { wallMinute } from './time-of-day.ts';

/** Half-open, epoch minutes. */
export interface Span {
  readonly from: EpochMinute;
  readonly to: EpochMinute;
}

/** Both ends are minutes from midnight of the date on which a shift starts; the end may lie on the next day. */
interface Shift {
  readonly from: number;
  readonly to: number;
}

function shiftsOf(ranges: readonly HoursRange[]): readonly Shift[] {
  return ranges.map(([start, end]) => {
    const from = wallMinute(start);
    const to = wallMinute(end);
    return { from, to: to > from ? to : to + MINUTES_PER_DAY };
  });
}

function intersect(some: readonly Shift[], others: readonly Shift[]): readonly Shift[] {
  return some.flatMap((a) =>
    others
      .map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }))
      .filter((both) => both.to > both.from),
  );
}

/** Returns the account's shifts that start on a date: from its exception if there is one, otherwise from its week. */
function accountShifts(calendar: Calendar, date: LocalDate): readonly Shift[] {
  return shiftsOf(calendar.exceptions[date] ?? calendar.hours[weekdayOf(date)] ?? []);
}

/** Returns a technician's own week, limited by the exception of that date if there is one. */
function ownShifts(calendar: Calendar, hours: WeekHours, date: LocalDate): readonly Shift[] {
  const own = shiftsOf(hours[weekdayOf(date)] ?? []);
  const exception = calendar.exceptions[date];
  return exception === undefined ? own : intersect(own, shiftsOf(exception));
}

function toSpans(calendar: Calendar, date: LocalDate, shifts: readonly Shift[]): readonly Span[] {
  return shifts.map((shift) => ({
    from: boundary(calendar, date, shift.from),
    to: boundary(calendar, date, shift.to),
  }));
}

function boundary(calendar: Calendar, date: LocalDate, minute: number): EpochMinute {
  return minute >= MINUTES_PER_DAY
    ? boundaryOf(calendar.timezone, addDays(date, 1), minute - MINUTES_PER_DAY)
    : boundaryOf(calendar.timezone, date, minute);
}

/** Sorts spans and merges overlapping and adjacent ones. */
function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: { from: EpochMinute; to: EpochMinute }[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.to <= span.from) continue;
    const last = merged.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

/** Returns the dates whose shifts can contain a job that starts on a date: shifts and jobs may cross midnight. */
function datesAround(date: LocalDate): readonly LocalDate[] {
  return [addDays(date, -1), date, addDays(date, 1)];
}

export function accountSpans(calendar: Calendar, date: LocalDate): readonly Span[] {
  return mergeSpans(datesAround(date).flatMap((day) => toSpans(calendar, day, accountShifts(calendar, day))));
}

/** Returns the working time of a technician, or of anyone with hours, around a date, ignoring time off. */
export function technicianSpans(
  calendar: Calendar,
  technician: Pick<Technician, 'hours'>,
  date: LocalDate,
): readonly Span[] {
  const { hours } = technician;
  if (hours === undefined) return accountSpans(calendar, date);
  return mergeSpans(
    datesAround(date).flatMap((day) => toSpans(calendar, day, ownShifts(calendar, hours, day))),
  );
}

/** Returns spans of local times as instants: time off, or shifts of people on call. */
export function localSpans(calendar: Calendar, spans: Technician['timeOff']): readonly Span[] {
  return spans.map(({ from, to }) => ({
    from: localInstant(calendar, from),
    to: localInstant(calendar, to),
  }));
}

/** Returns the instant of a local `YYYY-MM-DDTHH:MM`, up to `T24:00`; for a skipped minute, the end of the gap. */
export function localInstant(calendar: Calendar, text: string): EpochMinute {
  return boundary(calendar, text.slice(0, 10), wallMinute(text.slice(11, 16)));
}

/** Returns the account's hours of one date for people to read: the shifts that start on it, in minutes from its midnight. */
export function openingHours(calendar: Calendar, date: LocalDate): readonly Shift[] {
  return mergeSpans(accountShifts(calendar, date));
}

/** A start on the grid that exists on its date, as wall-clock minute and instant. */
export interface GridStart {
  readonly minute: number;
  readonly start: EpochMinute;
}

/**
 * Returns the starts on the wall-clock grid of a date. When clocks change, skipped starts are left out and repeated
 * ones count once, at their first time.
 */
export function gridStarts(calendar: Calendar, date: LocalDate): readonly GridStart[] {
  const starts: GridStart[] = [];
  const instantAt = instantsOf(calendar.timezone, date);
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += calendar.booking.gridMinutes) {
    const start = instantAt(minute);
    if (start !== undefined) starts.push({ minute, start });
  }
  return starts;
}

/** Returns the span from midnight to midnight; a date is 23 or 25 hours long if clocks change. `last` is included. */
export function dateSpan(calendar: Calendar, first: LocalDate, last: LocalDate = first): Span {
  return {
    from: boundaryOf(calendar.timezone, first, 0),
    to: boundaryOf(calendar.timezone, addDays(last, 1), 0),
  };
}

/** Returns when anyone works around a date, under the account's hours or their own, ignoring time off. */
export function businessSpans(calendar: Calendar, date: LocalDate): readonly Span[] {
  const own = calendar.technicians.filter((technician) => technician.hours !== undefined);
  return mergeSpans([
    ...accountSpans(calendar, date),
    ...own.flatMap((technician) => technicianSpans(calendar, technician, date)),
  ]);
}

/** True if a technician works at all on a date, even if too briefly for any job. */
export function worksOn(calendar: Calendar, technician: Technician, date: LocalDate): boolean {
  const day = dateSpan(calendar, date);
  const timeOff = mergeSpans(localSpans(calendar, technician.timeOff));
  return technicianSpans(calendar, technician, date).some((span) => {
    let from = Math.max(span.from, day.from);
    for (const off of timeOff) if (off.from <= from && off.to > from) from = off.to;
    return from < Math.min(span.to, day.to);
  });
}

/** True if the half-open time lies within one of the spans. */
export function within(spans: readonly Span[], from: EpochMinute, to: EpochMinute): boolean {
  return spans.some((span) => from >= span.from && to <= span.to);
}

/** True if an instant (ms since the epoch) is within the account's hours. */
export function isOpenAt(calendar: Calendar, now: number): boolean {
  const { today } = momentOf(calendar, now);
  const minute = Math.floor(now / MINUTE_MS);
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
