import type { Appointment, ArrivalPromise } from '../record/request.ts';
import { contains, isSameSpan, type WallSpan, windowsOf } from '../scheduling/arrival.ts';
import type { Calendar, LocalDate } from '../scheduling/calendar.ts';
import { formatClock24, wallMinute } from '../scheduling/clock-time.ts';
import { MINUTE_MS } from '../scheduling/time-units.ts';
import { boundaryOf, instantOf } from '../scheduling/zone.ts';
import type { RequestedStart } from './requested-start.ts';
import { requestedWindows } from './requested-windows.ts';

/** The promise that a technician arrives in a window of a date. */
export function promiseOf(
  { timezone }: Pick<Calendar, 'timezone'>,
  date: LocalDate,
  { from, to }: WallSpan,
): ArrivalPromise {
  const at = (minute: number) => new Date(boundaryOf(timezone, date, minute) * MINUTE_MS).toISOString();
  return { from: formatClock24(from), to: formatClock24(to), startsAt: at(from), endsAt: at(to) };
}

/** The window of a promise, in minutes from midnight. */
export const spanOf = ({ from, to }: ArrivalPromise): WallSpan => ({
  from: wallMinute(from),
  to: wallMinute(to),
});

/**
 * The promise for an exact start: the current one if it contains the start, otherwise that of the first window that
 * does. Undefined if none does.
 */
export function promiseForExact(
  { account, service, date }: RequestedStart,
  minute: number,
  before: Appointment | undefined,
): ArrivalPromise | undefined {
  const standing = before?.date === date ? before.promise : undefined;
  if (standing !== undefined && contains(minute)(spanOf(standing))) return standing;
  const window = windowsOf(account, service)?.find(contains(minute));
  return window && promiseOf(account, date, window);
}

/** Whether an appointment matches the request: one of the windows on that date, or the exact start. */
export function isAsRequested(wanted: RequestedStart, { date, promise, startsAt }: Appointment): boolean {
  const { account, minute } = wanted;
  const windows = requestedWindows(wanted);
  if (windows === undefined) {
    const start = instantOf(account.timezone, wanted.date, minute);
    return start !== undefined && start * MINUTE_MS === Date.parse(startsAt);
  }
  return date === wanted.date && promise !== undefined && windows.some(isSameSpan(spanOf(promise)));
}
