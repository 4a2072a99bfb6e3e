import { words as understanding } from '#understanding';
import type { Account } from '../../accounts/account.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { closingOn, firstStartOn, isOpenAtMinute } from '../../scheduling/hours.ts';
import { BUCKET_MINUTES } from '../../scheduling/occupancy.ts';
import { isSameSpan, type WallSpan } from '../../scheduling/time-of-day.ts';
import { parseClockTime } from '../../understanding/clock-time.ts';
import type { SaidClock } from '../../understanding/words/clock-words.ts';
import type { SaidTime } from '../../understanding/words/times.ts';
import type { Words } from '../../wording/index.ts';

const END_OF_DAY = 120;
const LAST_MINUTE = 24 * 60 - 1;

/** The hours of each date decide which starts these times mean. */
export type RequestedTime = Extract<SaidTime, { readonly kind: 'at' | 'range' | 'first' | 'last' }>;

export interface RequestedTimes {
  /** Returns the spoken form on a date: `in the evening`, `between 8 AM and 10 AM`. */
  readonly said: (date: LocalDate, words: Words) => string;
  /** Tells whether a start (minutes from midnight) is requested on a date. */
  readonly includes: (date: LocalDate, start: Pick<Slot, 'minute' | 'window'>) => boolean;
  /** Returns the only requested range on a date, half-open; undefined if there is none or several. */
  readonly spanOn: (date: LocalDate) => WallSpan | undefined;
  /** Tells whether a start might be requested on some date. */
  readonly everIncludes: (start: Pick<Slot, 'minute' | 'window'>) => boolean;
}

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

export function requestedTimes(requested: RequestedTime, account: Account): RequestedTimes {
  const byDate = new Map<LocalDate, readonly TimeRange[]>();
  const rangesOn = (date: LocalDate) => {
    const known = byDate.get(date) ?? rangesOf(requested, account, date);
    byDate.set(date, known);
    return known;
  };
  const ever = everOf(requested);
  return {
    said: (date, words) => spoken(requested, rangesOn(date), words),
    includes: (date, { minute, window }) =>
      requested.kind === 'last' && window !== undefined
        ? isIn(rangesOn(date), window.to)
        : isIn(rangesOn(date), window?.from ?? minute, window?.to),
    spanOn: (date) => (requested.kind === 'range' ? rangesOn(date)[0] : undefined),
    everIncludes: ({ minute, window }) => isIn(ever, window?.from ?? minute, window?.to),
  };
}

/** Returns the starts in the one window that the caller named. */
export const timesInWindow = (asked: WallSpan): RequestedTimes => ({
  said: (_, words) => words.times.inWindow(asked.from, asked.to),
  includes: (_, { window }) => window !== undefined && isSameSpan(asked)(window),
  spanOn: () => asked,
  everIncludes: ({ window }) => window !== undefined && isSameSpan(asked)(window),
});

/** A window matches a range if the visit could begin in both. At the end of the day, the end of the window counts. */
const isIn = (ranges: readonly TimeRange[], minute: number, end = minute + 1): boolean =>
  ranges.some(({ from, to }) => minute <= to && from < end);

const only = (minute: number): TimeRange => ({ from: minute, to: minute });

function rangesOf(requested: RequestedTime, account: Account, date: LocalDate): readonly TimeRange[] {
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
 * Returns the ranges that a request may mean on any date. A clock time without AM or PM may mean both halves of the
 * day.
 */
function everOf(requested: RequestedTime): readonly TimeRange[] {
  if (requested.kind === 'at')
    return requested.clock.isHalfOpen
      ? bothHalves(requested.clock).map(only)
      : [only(requested.clock.minute)];
  if (requested.kind !== 'range') return [{ from: 0, to: LAST_MINUTE }];
  const { from, to } = requested;
  if (from?.isHalfOpen || to?.isHalfOpen) return [{ from: 0, to: LAST_MINUTE }];
  return [settleRange(requested, () => false)];
}

function spoken(requested: RequestedTime, ranges: readonly TimeRange[], words: Words): string {
  const { times: phrases } = words;
  if (requested.kind === 'first') return phrases.firstThing;
  if (requested.kind === 'last') return phrases.endOfDay;
  const [range] = ranges;
  if (range === undefined) return '';
  if (requested.kind === 'at') return phrases.at(ranges.map(({ from }) => from));
  if (requested.part !== undefined) return phrases.part(requested.part);
  if (requested.around !== undefined) return phrases.around(range.from + requested.around);
  if (requested.to === undefined) return phrases.after(range.from);
  // `before noon` ends a minute before it.
  const end = range.to % BUCKET_MINUTES === BUCKET_MINUTES - 1 ? range.to + 1 : range.to;
  return requested.from === undefined ? phrases.before(end) : phrases.between(range.from, end);
}

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
const DAY_END = 24 * HOUR;

/** Returns the minute that a clock time means: of the two halves of the day, the one in which the company is open. */
export function settleClock(
  { minute, isHalfOpen }: SaidClock,
  isOpen: (minute: number) => boolean,
): number | undefined {
  if (!isHalfOpen) return minute;
  const [morning, evening] = [isOpen(minute), isOpen(minute + HALF_DAY)];
  if (morning === evening) return undefined;
  return morning ? minute : minute + HALF_DAY;
}

/** Returns the two minutes that a clock time without AM or PM may mean. */
export const bothHalves = ({ minute }: SaidClock): readonly [number, number] => [minute, minute + HALF_DAY];

/** Both ends are included and count minutes from midnight. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the starts that a range means on a day with known hours. */
export function settleRange(
  { from, to, around: wider = 0 }: Extract<SaidTime, { kind: 'range' }>,
  isOpen: (minute: number) => boolean,
): TimeRange {
  // Nobody asks for the middle of the night: without hours, assume the half of the day in which people work.
  const settle = (clock: SaidClock) =>
    settleClock(clock, isOpen) ?? clock.minute + (clock.minute < 7 * HOUR ? HALF_DAY : 0);
  const first = from === undefined ? 0 : settle(from);
  const last = to === undefined ? DAY_END - 1 : settle(to);
  return {
    from: Math.max(0, first - wider),
    to: Math.min(DAY_END - 1, (last < first ? last + HALF_DAY : last) + wider),
  };
}
