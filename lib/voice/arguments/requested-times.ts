import type { Account } from '../../accounts/account.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { closingOn, firstStartOn, isOpenAtMinute } from '../../scheduling/hours.ts';
import { BUCKET_MINUTES } from '../../scheduling/occupancy.ts';
import { MINUTES_PER_DAY } from '../../scheduling/time.ts';
import {
  contains,
  MINUTES_PER_HOUR as HOUR,
  isSameSpan,
  NOON,
  type WallSpan,
  wallMinute,
} from '../../scheduling/time-of-day.ts';
import { both, type Wish } from '../../scheduling/wish.ts';
import { parseClockTime } from '../../understanding/clock-time.ts';
import type { SaidClock } from '../../understanding/words/clock-words.ts';
import { words as understanding } from '../../understanding/words/index.ts';
import type { SaidTime } from '../../understanding/words/times.ts';
import type { Words } from '../../wording/index.ts';

const END_OF_DAY = 2 * HOUR;

/** The hours of each date decide which starts these times mean. */
export type RequestedTime = Extract<SaidTime, { readonly kind: 'at' | 'range' | 'first' | 'last' }>;

export interface RequestedTimes {
  /** Returns the spoken form on a date: `in the evening`, `between 8 AM and 10 AM`. */
  readonly said: (date: LocalDate, words: Words) => string;
  /** Says which starts are requested on a date. */
  readonly wishOn: (date: LocalDate) => Wish;
  /** Says which starts might be requested on some date. */
  readonly ever: Wish;
  /** Says which of the requested starts comes first; by default the earliest. */
  readonly prefer?: Prefer | undefined;
  /** The exact time that is requested, in minutes from midnight. */
  readonly exact?: number | undefined;
}

type Prefer = 'earliest' | 'latest';

const anyTime: Wish = { spans: [{ from: 0, to: MINUTES_PER_DAY }] };

/** Parses a time in digits or in words. */
export function readTime(text: string): SaidTime {
  const minute = parseClockTime(text);
  return minute === undefined
    ? understanding().timeInWords(text)
    : { kind: 'at', clock: { minute, isHalfOpen: false } };
}

/** True if words say by themselves which time is requested, or that any time suits. */
export const isUnderstood = (said: SaidTime | undefined): said is RequestedTime | { readonly kind: 'any' } =>
  said !== undefined && said.kind !== 'unclear' && said.kind !== 'invalid' && said.kind !== 'compared';

/**
 * Says which starts a time means.
 * @param windows the windows in which visits are promised, if they are
 */
export function requestedTimes(
  requested: RequestedTime,
  account: Account,
  windows?: readonly WallSpan[],
): RequestedTimes {
  const byDate = new Map<LocalDate, readonly WallSpan[]>();
  const spansOn = (date: LocalDate) => {
    const known = byDate.get(date) ?? spansOf(requested, account, date);
    byDate.set(date, known);
    return known;
  };
  const wishOf = (spans: readonly WallSpan[]): Wish => ({
    spans,
    windows: windows && windowsMeant(windows, spans, requested),
  });
  return {
    said: (date, words) => spoken(requested, spansOn(date), words),
    wishOn: (date) => wishOf(spansOn(date)),
    ever: wishOf(everOf(requested)),
    exact: requested.kind === 'at' && !requested.clock.isHalfOpen ? requested.clock.minute : undefined,
  };
}

/** Returns the windows that contain a single time, that are named by both of their ends, or that end the day. */
function windowsMeant(
  windows: readonly WallSpan[],
  spans: readonly WallSpan[],
  { kind }: RequestedTime,
): readonly WallSpan[] | undefined {
  if (kind === 'at') return windows.filter((window) => spans.some(({ from }) => contains(from)(window)));
  if (kind === 'last') return windows.filter(({ to }) => spans.some(({ from }) => to >= from));
  const named = windows.filter((window) => spans.some(isSameSpan(window)));
  return named.length === 0 ? undefined : named;
}

/** Returns the starts in the one window that the caller named. */
export function timesInWindow(asked: WallSpan): RequestedTimes {
  const wish = { spans: [asked], windows: [asked] };
  return { said: (_, words) => words.times.inWindow(asked.from, asked.to), wishOn: () => wish, ever: wish };
}

/** Returns all starts, in an order of preference. */
export const timesPreferred = (prefer: Prefer): RequestedTimes => ({
  said: () => '',
  wishOn: () => anyTime,
  ever: anyTime,
  prefer,
});

/** What the caller wishes about the time of day, as HH:MM. */
export interface TypedWish {
  readonly notBefore?: string | undefined;
  readonly notAfter?: string | undefined;
  /** `HH:MM-HH:MM`. The visit may begin at its end. */
  readonly notBetween?: string | undefined;
  readonly prefer?: Prefer | undefined;
}

/** Returns the starts of a wish; undefined if nothing is wished. */
export function timesWished({
  notBefore,
  notAfter,
  notBetween,
  prefer,
}: TypedWish): RequestedTimes | undefined {
  const [from, to] = notBetween?.split('-').map(wallMinute) ?? [];
  const wishes: RequestedTimes[] = [];
  if (notBefore !== undefined) wishes.push(timesIn([{ from: wallMinute(notBefore), to: MINUTES_PER_DAY }]));
  if (notAfter !== undefined) wishes.push(timesIn([{ from: 0, to: wallMinute(notAfter) }]));
  if (from !== undefined && to !== undefined)
    wishes.push(
      timesIn([
        { from: 0, to: from - 1 },
        { from: to, to: MINUTES_PER_DAY },
      ]),
    );
  if (prefer !== undefined) wishes.push(timesPreferred(prefer));
  return wishes.length === 0 ? undefined : wishes.reduce(bothTimes);
}

function timesIn(spans: readonly WallSpan[]): RequestedTimes {
  const wish = { spans };
  return { said: (_, words) => spokenSpans(spans, words), wishOn: () => wish, ever: wish };
}

/** Returns the starts that are as requested both times. */
export function bothTimes(one: RequestedTimes, other: RequestedTimes): RequestedTimes {
  const prefer = one.prefer ?? other.prefer;
  const exact = one.exact ?? other.exact;
  if (one.ever === anyTime || other.ever === anyTime)
    return { ...(one.ever === anyTime ? other : one), prefer, exact };
  const wishOn = (date: LocalDate) => both(one.wishOn(date), other.wishOn(date));
  return {
    said: (date, words) => spokenSpans(wishOn(date).spans, words),
    wishOn,
    ever: both(one.ever, other.ever),
    prefer,
    exact,
  };
}

const only = (minute: number): WallSpan => ({ from: minute, to: minute });

function spansOf(requested: RequestedTime, account: Account, date: LocalDate): readonly WallSpan[] {
  const isOpen = (minute: number) => isOpenAtMinute(account, date, minute);
  switch (requested.kind) {
    case 'at': {
      const minute = settleClock(requested.clock, isOpen);
      return minute === undefined ? bothHalves(requested.clock).map(only) : [only(minute)];
    }
    case 'range':
      return [settleRange(requested, isOpen)];
    case 'first': {
      const first = firstStartOn(account, date);
      return first === undefined ? [] : [only(first)];
    }
    case 'last': {
      const closing = closingOn(account, date);
      return closing === undefined ? [] : [{ from: closing - END_OF_DAY, to: closing }];
    }
  }
}

/**
 * Returns the starts that a request may mean on any date. A clock time without AM or PM may mean both halves of the
 * day.
 */
function everOf(requested: RequestedTime): readonly WallSpan[] {
  if (requested.kind === 'at')
    return requested.clock.isHalfOpen
      ? bothHalves(requested.clock).map(only)
      : [only(requested.clock.minute)];
  if (requested.kind !== 'range' || requested.from?.isHalfOpen || requested.to?.isHalfOpen)
    return anyTime.spans;
  return [settleRange(requested, () => false)];
}

function spoken(requested: RequestedTime, spans: readonly WallSpan[], words: Words): string {
  const { times: phrases } = words;
  const [span] = spans;
  if (requested.kind === 'first') return phrases.firstThing;
  if (requested.kind === 'last') return phrases.endOfDay;
  if (requested.kind === 'at') return phrases.at(spans.map(({ from }) => from));
  if (requested.part !== undefined) return phrases.part(requested.part);
  if (requested.around !== undefined && span !== undefined)
    return phrases.around(span.from + requested.around);
  return spokenSpans(spans, words);
}

const spokenSpans = (spans: readonly WallSpan[], words: Words): string =>
  words.times.oneOf(spans.map((span) => speakSpan(span, words)));

/** Speaks a span of starts: `from 3 PM onward`, `between 9 AM and noon`. */
export function speakSpan({ from, to }: WallSpan, { times: phrases }: Words): string {
  // `before noon` ends a minute before it.
  const end = to % BUCKET_MINUTES === BUCKET_MINUTES - 1 ? to + 1 : to;
  if (from === to) return phrases.at([from]);
  if (end >= MINUTES_PER_DAY) return phrases.after(from);
  return from === 0 ? phrases.before(end) : phrases.between(from, end);
}

/** Returns the minute that a clock time means: of the two halves of the day, the one in which the company is open. */
export function settleClock(
  { minute, isHalfOpen }: SaidClock,
  isOpen: (minute: number) => boolean,
): number | undefined {
  if (!isHalfOpen) return minute;
  const [morning, evening] = [isOpen(minute), isOpen(minute + NOON)];
  if (morning === evening) return undefined;
  return morning ? minute : minute + NOON;
}

/** Returns the two minutes that a clock time without AM or PM may mean. */
export const bothHalves = ({ minute }: SaidClock): readonly [number, number] => [minute, minute + NOON];

/** Returns the starts that a range means on a day with known hours, both ends included. */
export function settleRange(
  { from, to, around: wider = 0 }: Extract<SaidTime, { kind: 'range' }>,
  isOpen: (minute: number) => boolean,
): WallSpan {
  // Nobody asks for the middle of the night: without hours, assume the half of the day in which people work.
  const settle = (clock: SaidClock) =>
    settleClock(clock, isOpen) ?? clock.minute + (clock.minute < 7 * HOUR ? NOON : 0);
  const first = from === undefined ? 0 : settle(from);
  const last = to === undefined ? MINUTES_PER_DAY - 1 : settle(to);
  return {
    from: Math.max(0, first - wider),
    to: Math.min(MINUTES_PER_DAY - 1, (last < first ? last + NOON : last) + wider),
  };
}
