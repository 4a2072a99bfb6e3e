import type { Account, ServiceType } from '../../accounts/account.ts';
import { spanOf, windowsAt } from '../../booking/requested-start.ts';
import type { Appointment } from '../../record/request.ts';
import { isSameSpan, type WallSpan, windowsOf } from '../../scheduling/arrival.ts';
import { formatClock24, formatClockTime, speakClockTime, wallMinute } from '../../scheduling/clock-time.ts';
import { times } from '../../wording/en/days-and-times.ts';
import type { StartArgument } from './start-argument.ts';

/** A start, or the arrival window that callers hear instead. */
interface Told {
  readonly minute: number;
  readonly window?: WallSpan | undefined;
}

/** The time of an appointment as callers know it. */
export const toldTime = ({ minute, promise }: Appointment): Told => ({
  minute,
  window: promise && spanOf(promise),
});

/** The fields of a result for a time: `9:00 AM`, or `8:00 AM – 10:00 AM` with its end. */
export function timeFacts({ minute, window }: Told) {
  if (window === undefined) return { time: formatClockTime(minute), start: formatClock24(minute) };
  const { from, to } = window;
  const time = `${formatClockTime(from)} – ${formatClockTime(to % (24 * 60))}`;
  return { time, start: formatClock24(from), end: formatClock24(to) };
}

/** In a list: `9 AM`, `8 to 10 AM`. */
export const speakTold = ({ minute, window }: Told): string =>
  window === undefined ? speakClockTime(minute) : times.window(window.from, window.to);

/**
 * The start as the service promises it: as a window, the one that was named by words or label, or those that a single
 * time may mean. `requestedMinute` is a time that does not begin its window.
 */
export function inWindows<Start extends StartArgument>(
  start: Start,
  account: Account,
  service: ServiceType,
): Start | Extract<StartArgument, { readonly kind: 'start' }> {
  const windows = windowsOf(account, service);
  if (windows === undefined) return start;
  if (start.kind === 'start') {
    const meant = windowsAt(windows, start.minute);
    const minute = meant[0]?.from ?? start.minute;
    return {
      ...start,
      minute,
      windows: meant,
      ...(minute === start.minute ? {} : { requestedMinute: start.minute }),
    };
  }
  const { said } = start;
  if (said === undefined) return start;
  const named = windowsLabeled(said.text, account, service);
  const spans = said.span === undefined ? named : [...named, said.span];
  const window = windows.find((one) => spans.some(isSameSpan(one)));
  return window === undefined
    ? start
    : { kind: 'start', date: said.date, minute: window.from, windows: [window] };
}

/** The windows that words name by their label. */
export function windowsLabeled(said: string, account: Account, service: ServiceType): readonly WallSpan[] {
  if (windowsOf(account, service) === undefined) return [];
  return (service.arrival?.windows ?? account.booking.arrival?.windows ?? [])
    .filter(({ label }) => label?.toLowerCase() === said.trim().toLowerCase())
    .map(({ from, to }) => ({ from: wallMinute(from), to: wallMinute(to) }));
}

/** Notes with a requested time inside a window, for the dispatcher. */
export const withRequestedTime = (
  notes: string | undefined,
  requestedMinute: number | undefined,
): string | undefined =>
  requestedMinute === undefined
    ? notes
    : [`Would like ${formatClockTime(requestedMinute)}.`, notes].filter(Boolean).join('\n');
