import type { DueRequest } from '../../record/attention.ts';
import { MINUTE_MS, momentOf, wallClockOf } from '../../scheduling/time.ts';
import type { When } from '../told.ts';

const QUARTER = 15;

/** Promises a call back by the stored time, rounded up to a quarter of an hour. */
export function speakCallback(entry: DueRequest, { account, now, words }: When): string {
  const { callbacks } = words;
  const quarter = Math.ceil(Date.parse(entry.dueAt) / MINUTE_MS / QUARTER) * QUARTER;
  const { date, minute } = wallClockOf(account.timezone, quarter);
  const { today } = momentOf(account, now);
  const by = callbacks.by(minute, date, today);
  if (entry.dueFrom === undefined) return callbacks.willCall(entry, by);
  const from = wallClockOf(account.timezone, Math.floor(Date.parse(entry.dueFrom) / MINUTE_MS));
  // A wish for a time at which nobody calls is met when the office opens.
  const isSpan = from.date === date && minute - from.minute <= account.callback.withinMinutes + QUARTER;
  return isSpan ? callbacks.willCallBetween(entry, from.minute, by) : callbacks.willCall(entry, by);
}
