import type { Calendar, EpochMinute, HoursRange, LocalDate, Technician, WeekHours } from './calendar.ts';
import { wallMinute } from './clock-time.ts';
import { addDays, weekdayOf } from './local-date.ts';
import { boundaryOf } from './zone.ts';

const DAY = 1440;

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
    return { from, to: to > from ? to : to + DAY };
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
  return minute >= DAY
    ? boundaryOf(calendar.timezone, addDays(date, 1), minute - DAY)
    : boundaryOf(calendar.timezone, date, minute);
}

/** Sorts spans and merges overlapping and adjacent ones. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
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

export function timeOffSpans(calendar: Calendar, technician: Pick<Technician, 'timeOff'>): readonly Span[] {
  return technician.timeOff.map(({ from, to }) => ({
    from: localInstant(calendar, from),
    to: localInstant(calendar, to),
  }));
}

/** Returns the instant of a local `YYYY-MM-DDTHH:MM`, up to `T24:00`; for a skipped minute, the end of the gap. */
export function localInstant(calendar: Calendar, text: string): EpochMinute {
  return boundary(calendar, text.slice(0, 10), wallMinute(text.slice(11, 16)));
}

/** Returns the hours of one date for people to read: the shifts that start on it, in minutes from its midnight. */
export function openingHours(calendar: Calendar, date: LocalDate): readonly Shift[] {
  const merged = mergeSpans(accountShifts(calendar, date));
  return merged;
}
