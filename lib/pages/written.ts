import type { Account } from '../accounts/account.ts';
import { spanOf } from '../booking/requested-start.ts';
import type { Appointment } from '../record/request.ts';
import { MINUTE_MS, wallClockOf } from '../scheduling/time.ts';
import { dayText, timeText, windowText } from '../wording/pages/days-and-times.ts';

type Place = Pick<Account, 'language' | 'timezone'>;

/** Writes the time of an appointment as its customer was told: a window, or the exact start. */
export const toldTime = (
  { language }: Place,
  { promise, minute }: Pick<Appointment, 'promise' | 'minute'>,
): string => (promise === undefined ? timeText(language, minute) : windowText(language, spanOf(promise)));

/** Returns when an appointment begins as its customer was told, in minutes from midnight: as a window, or exactly. */
export const beginningOf = ({ promise, minute }: Pick<Appointment, 'promise' | 'minute'>): number =>
  promise === undefined ? minute : spanOf(promise).from;

/** Writes the time of an instant (epoch milliseconds) in the account's zone. */
export function timeAt({ language, timezone }: Place, instant: number): string {
  return timeText(language, wallClockOf(timezone, Math.floor(instant / MINUTE_MS)).minute);
}

/** Writes the day and time of an instant (epoch milliseconds) in the account's zone. */
export function momentText({ language, timezone }: Place, instant: number): string {
  const { date, minute } = wallClockOf(timezone, Math.floor(instant / MINUTE_MS));
  return `${dayText(language, date)}, ${timeText(language, minute)}`;
}
