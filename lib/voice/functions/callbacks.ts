import type { DueRequest } from '../../record/to-call-back.ts';
import { speakClockTime } from '../../scheduling/clock-time.ts';
import { momentOf } from '../../scheduling/day.ts';
import { addDays, daysBetween, weekdayOf } from '../../scheduling/local-date.ts';
import { MINUTE_MS } from '../../scheduling/time-units.ts';
import { boundaryOf, wallClockOf } from '../../scheduling/zone.ts';
import { understandDays } from '../../understanding/days.ts';
import { callbacks } from '../../wording/en/callbacks.ts';
import { capitalize, speakDate } from '../../wording/speech.ts';
import { isUnderstood, readTime, requestedTimes } from '../arguments/requested-times.ts';
import { todayOf } from '../arguments/today.ts';
import type { CallContext } from '../arguments/voice-function.ts';

const DAY_MINUTES = 24 * 60;
/** A call that is wanted later than this is not promised for then. */
const LATEST_DAYS = 30;
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

/**
 * From when the caller wants to be called, in their words: epoch milliseconds. Undefined if any time suits, the words
 * are not understood, or it is too far ahead.
 */
export async function wantedFrom(
  when: string,
  context: Pick<CallContext, 'account' | 'now'>,
): Promise<number | undefined> {
  const { account, now } = context;
  const { date: today, minute } = wallClockOf(account.timezone, Math.floor(now / MINUTE_MS));
  const days = await understandDays(when, todayOf(context));
  const said = readTime((days.kind === 'unclear' ? undefined : days.time) ?? when);
  const isTime = isUnderstood(said) && said.kind !== 'any';
  if (days.kind === 'unclear' && !isTime) return undefined;
  const day = days.kind === 'unclear' ? today : days.kind === 'date' ? days.date : days.from;
  if (day < today || daysBetween(today, day) > LATEST_DAYS) return undefined;
  if (!isTime) return boundaryOf(account.timezone, day, 0) * MINUTE_MS;
  const times = requestedTimes(said, account);
  // Said in the afternoon, `in the morning` is tomorrow.
  for (const date of [day, addDays(day, 1)]) {
    for (let at = date === today ? minute : 0; at < DAY_MINUTES; at++) {
      if (times.includes(date, { minute: at })) return boundaryOf(account.timezone, date, at) * MINUTE_MS;
    }
  }
  return undefined;
}
