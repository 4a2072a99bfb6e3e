import {
  addDays,
  boundaryOf,
  daysBetween,
  MINUTE_MS,
  MINUTES_PER_DAY,
  momentOf,
  wallClockOf,
} from '../../scheduling/time.ts';
import { wallMinute } from '../../scheduling/time-of-day.ts';
import { fits } from '../../scheduling/wish.ts';
import { understandDays } from '../../understanding/days.ts';
import type { CallContext } from '../voice-function.ts';
import { todayOf } from './requested-days.ts';
import { isUnderstood, readTime, requestedTimes } from './requested-times.ts';

/** A call back is not promised further ahead than this. */
const LATEST_DAYS = 30;

/** What the caller said about when to call, as a date, a time of day (HH:MM) and words. */
interface CallWish {
  readonly date?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly when?: string | undefined;
  /** What the call is to be about, in which the wish may stand as well. */
  readonly about?: string | undefined;
}

const CALL_ME = /\b(?:call|phone|ring|reach) (?:me|us)(?: back)? /i;
const WISH =
  /^(?:any ?time |not )?(?:after|before|at|around|between|from|past|today|tomorrow|on|this|next|in the) /i;
const DAY_LAST =
  /^((?:any ?time |not )?(?:after|before|at|around|between|from|past) .+?) ((?:on |this |next )?(?:today|tomorrow|\w+day))\W*$/i;

/** Returns a wish with its day first: `after four today` is read as `today after four`. */
const dayFirst = (when: string): string => when.replace(CALL_ME, '').replace(DAY_LAST, '$2 $1');

/** Finds `after four today` in `Please call me after four today about the bill`. */
function wishIn(about: string): string | undefined {
  const [, said] = about.split(CALL_ME);
  const wish = said?.split(/[.,;!?]| (?:about|because|regarding|for|to|so) /)[0];
  return wish !== undefined && WISH.test(wish) ? wish : undefined;
}

/**
 * Returns from when the caller wants to be called, in epoch milliseconds; undefined if any time suits or the wish is not
 * understood.
 */
export async function wantedFrom(
  { date, notBefore, when, about }: CallWish,
  context: Pick<CallContext, 'account' | 'now'>,
): Promise<number | undefined> {
  const { timezone } = context.account;
  if (date === undefined && notBefore === undefined) {
    const words = when ?? (about === undefined ? undefined : wishIn(about));
    return words === undefined ? undefined : await wordsFrom(dayFirst(words), context);
  }
  const said = date === undefined ? undefined : await understandDays(date, todayOf(context));
  const { today } = momentOf(context.account, context.now);
  const day =
    said === undefined || said.kind === 'unclear' ? today : said.kind === 'date' ? said.date : said.from;
  if (day < today || daysBetween(today, day) > LATEST_DAYS) return undefined;
  const minute = notBefore === undefined ? 0 : wallMinute(notBefore);
  return boundaryOf(timezone, day, minute) * MINUTE_MS;
}

/**
 * Returns from when the caller wants to be called, in epoch milliseconds. Undefined if any time suits, the words are
 * not understood, or the time is too far ahead.
 */
async function wordsFrom(
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
    for (let at = date === today ? minute : 0; at < MINUTES_PER_DAY; at++) {
      if (fits(times.wishOn(date), { minute: at })) return boundaryOf(account.timezone, date, at) * MINUTE_MS;
    }
  }
  return undefined;
}
