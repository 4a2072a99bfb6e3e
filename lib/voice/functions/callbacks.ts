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

/** The sentence that someone calls back, and by when: the stored time, rounded up to a quarter of an hour. */
export function speakCallback(entry: DueRequest, { account, now }: CallContext): string {
  const quarter = Math.ceil(Date.parse(entry.dueAt) / MINUTE_MS / QUARTER) * QUARTER;
  const { date, minute } = wallClockOf(account.timezone, quarter);
  const { today } = momentOf(account, now);
  const time = speakClockTime(minute);
  const ahead = daysBetween(today, date);
  if (ahead === 0) return callbacks.willCall(entry, callbacks.today(time));
  // Within a week the weekday alone is clear.
  const day = ahead < 7 ? capitalize(weekdayOf(date)) : speakDate(date, today);
  return callbacks.willCall(entry, callbacks.onDay(time, day));
}

/** What is said where a message can't be stored: that it was not, and how to reach the office. */
export function notNoted({ transfer }: Account): string {
  const number = transfer.phone ?? transfer.afterHoursPhone;
  return say(
    callbacks.notNoted,
    number === undefined ? callbacks.tryLater : callbacks.reachOffice(speakNumber(number)),
  );
}

/** An E.164 number as people in its country write it, where that is North America; the number itself elsewhere. */
function speakNumber(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}
