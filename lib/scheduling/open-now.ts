import type { Calendar } from './calendar.ts';
import { momentOf, within } from './day.ts';
import { accountSpans } from './work-time.ts';

/** Whether an instant (ms since the epoch) lies in the business hours. */
export function isOpenAt(calendar: Calendar, now: number): boolean {
  const { today } = momentOf(calendar, now);
  const minute = Math.floor(now / 60_000);
  return within(accountSpans(calendar, today), minute, minute + 1);
}
