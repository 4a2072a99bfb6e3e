import type { Account } from '../../accounts/account.ts';
import type { DueRequest } from '../../dispatch/messages/message.ts';
import { speakClockTime } from '../../scheduling/clock-time.ts';
import { momentOf } from '../../scheduling/day.ts';
import { daysBetween, weekdayOf } from '../../scheduling/local-date.ts';
import { wallClockOf } from '../../scheduling/zone.ts';
import { callbacks } from '../phrases/en/callbacks.ts';
import { capitalize, say, speakDate } from '../speech.ts';
import type { CallContext } from '../voice-function.ts';

const MINUTE_MS = 60_000;
const QUARTER = 15;

/** The sentence that promises a call back by a time: the stored one, rounded up to a quarter of an hour. */
export function speakCallback(
  entry: DueRequest,
  { account, now }: Pick<CallContext, 'account' | 'now'>,
): string {
  const quarter = Math.ceil(Date.parse(entry.dueAt) / MINUTE_MS / QUARTER) * QUARTER;
  const { date, minute } = wallClockOf(account.timezone, quarter);
  const { today } = momentOf(account, now);
  const time = speakClockTime(minute);
  const ahead = daysBetween(today, date);
  if (ahead === 0) return callbacks.willCall(entry, callbacks.today(time));
  // Within a week the weekday is enough.
  const day = ahead < 7 ? capitalize(weekdayOf(date)) : speakDate(date, today);
  return callbacks.willCall(entry, callbacks.onDay(time, day));
}

/** The answer if a message can't be stored: that it was not, and how to reach the office. */
export function notNoted({ transfer }: Account): string {
  const number = transfer.phone ?? transfer.afterHoursPhone;
  return say(
    callbacks.notNoted,
    number === undefined ? callbacks.tryLater : callbacks.reachOffice(speakNumber(number)),
  );
}

/** A North American number in its usual format; other E.164 numbers unchanged. */
function speakNumber(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}
