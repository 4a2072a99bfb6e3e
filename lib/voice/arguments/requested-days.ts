import type { Account } from '../../accounts/account.ts';
import type { DateRange } from '../../booking/search-days.ts';
import type { LocalDate, Weekday } from '../../scheduling/calendar.ts';
import { canStillStart } from '../../scheduling/engine.ts';
import { addDays, daysBetween, isLocalDate, momentOf, weekdayOf } from '../../scheduling/time.ts';
import type { Days, Today } from '../../understanding/day.ts';
import { understandDays } from '../../understanding/days.ts';
import { parts } from '../message.ts';
import { daysAround, repairOf } from '../repair.ts';
import type { Ignored, StartQuestion } from '../results.ts';
import type { UnderstoodDays } from '../told.ts';
import type { CallContext } from '../voice-function.ts';

/** One answer covers at most this many days. */
export const MAX_DAYS = 14;

export interface SaidDays {
  readonly date?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly weekday?: Weekday | undefined;
  readonly weekdays?: readonly Weekday[] | undefined;
  readonly notDates?: readonly LocalDate[] | undefined;
}

export interface RequestedDays extends UnderstoodDays {
  /** True if the first days with free starts are enough. */
  readonly isEarliest: boolean;
  /** True if more than one day is requested. */
  readonly isRange: boolean;
  /** Tells whether a date of the range is requested; all are by default. */
  readonly isAsked?: ((date: LocalDate) => boolean) | undefined;
  /** Another date that the caller may mean. */
  readonly other?: LocalDate | undefined;
  /** The first omitted day, if the range is too long for one answer. */
  readonly cutAt?: LocalDate | undefined;
  /** Words for a time that were said with the day. */
  readonly time?: string | undefined;
  readonly ignored: readonly Ignored[];
}

export type DaysArgument =
  | { readonly kind: 'days'; readonly days: RequestedDays }
  | { readonly kind: 'reversed' }
  | { readonly kind: 'invalid'; readonly refusal: StartQuestion };

/** Tells the model how to repair a text that names no day, with two weeks to choose from. */
export function invalidDay(argument: 'date' | 'from' | 'to', sent: string, context: CallContext) {
  // Of an impossible date such as the 31st of a short month, the nearest dates are near the end of the month.
  const [, month = '', day] = /^(\d{4}-\d{2})-(\d{2})$/.exec(sent) ?? [];
  const near = isLocalDate(`${month}-01`) ? addDays(`${month}-01`, Number(day) - 1) : undefined;
  return {
    reason: 'invalid_date' as const,
    message: parts(context.words.questions.invalidDate),
    ...repairOf('date', argument, sent, daysAround(near, context)),
  };
}

interface AccountNow {
  readonly account: Account;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function todayOf({ account, now }: AccountNow): Today {
  const { timezone, region } = account;
  return {
    date: momentOf(account, now).today,
    timezone,
    region,
    // Computed lazily: few words depend on it.
    get isOver() {
      return !canStillStart(account, now);
    },
  };
}

type Understood = Exclude<Days, { readonly kind: 'unclear' }>;

/** Reads the requested days. If none are named, the earliest ones are requested. */
export async function readDays(said: SaidDays, when: CallContext): Promise<DaysArgument> {
  const today = todayOf(when);
  const { weekday, from, to, notDates = [] } = said;
  const isWeekdayAlone = from === undefined && to === undefined && said.weekdays === undefined;
  const date = said.date ?? (isWeekdayAlone ? weekday : undefined);
  const weekdays = said.weekdays && new Set(said.weekdays);
  const range = await understoodRange({ ...said, date }, today);
  if (range === 'reversed') return { kind: range };
  if (range !== undefined && 'argument' in range)
    return { kind: 'invalid', refusal: invalidDay(range.argument, range.sent, when) };
  const refusal = range?.from === range?.to ? contradicted(range?.from, weekday, when) : undefined;
  if (refusal !== undefined) return { kind: 'invalid', refusal };
  const open: NamedRange = range ?? { from: today.date, certain: true };
  const except = (day: LocalDate) => notDates.includes(day) || open.except?.(day) === true;
  const named = notDates.length === 0 ? open : { ...open, except };
  const later = beyondHorizon(named, askedBy(named, weekdays), when);
  if (later !== undefined) return { kind: 'days', days: later };
  const days = bounded(named, horizonOf(when));
  // A weekday that is not in the range can't be meant.
  const onWeekdays = weekdays === undefined ? undefined : askedIn(days, askedBy(named, weekdays));
  const isAsked = onWeekdays ?? askedIn(days, askedBy(named, undefined));
  const ignored =
    said.weekdays !== undefined && onWeekdays === undefined
      ? [{ argument: 'weekdays', why: 'not_asked' } as const]
      : [];
  return { kind: 'days', days: { ...days, isAsked, ignored } };
}

/** Returns the refusal of a date that is on another weekday than was sent with it, which the model can repair. */
export function contradicted(
  date: LocalDate | undefined,
  weekday: Weekday | undefined,
  context: CallContext,
): StartQuestion | undefined {
  if (date === undefined || weekday === undefined || weekdayOf(date) === weekday) return undefined;
  const { questions, speakDay } = context.words;
  const { date: today } = todayOf(context);
  const around = daysAround(date, context);
  const other = around.find((day) => day.weekday === weekday && day.date >= date)?.date;
  const meant = [date, other].filter((day) => day !== undefined).map((day) => speakDay(day, today));
  return {
    reason: 'invalid_date',
    message: parts(questions.whichDay(meant)),
    ...repairOf('weekday', 'weekday', `${date}, ${weekday}`, around),
  };
}

export function daysOf(named: Understood, when: AccountNow): RequestedDays {
  const range = rangeOf(named);
  const asked = askedBy(range, undefined);
  const days = bounded(range, horizonOf(when));
  return beyondHorizon(range, asked, when) ?? { ...days, isAsked: askedIn(days, asked), ignored: [] };
}

/** Returns the first date asked for if an open range has no bookable date, so that the answer says it is too far ahead. */
function beyondHorizon(
  { from, to, certain, other, time }: NamedRange,
  isAsked: RequestedDays['isAsked'],
  when: AccountNow,
): RequestedDays | undefined {
  if (to !== undefined) return undefined;
  const today = todayOf(when).date;
  const start = from < today ? today : from;
  const end = addDays(start > horizonOf(when) ? start : horizonOf(when), MAX_DAYS);
  const date = isAsked === undefined ? start : firstAsked({ from: start, to: end }, isAsked);
  if (date === undefined || date <= horizonOf(when)) return undefined;
  return { from: date, to: date, certain, isRange: false, isEarliest: false, other, time, ignored: [] };
}

const horizonOf = (when: AccountNow): LocalDate =>
  addDays(todayOf(when).date, when.account.booking.horizonDays);

interface NamedRange {
  readonly from: LocalDate;
  /** Absent if the range is open. */
  readonly to?: LocalDate | undefined;
  readonly only?: readonly LocalDate[] | undefined;
  readonly except?: ((date: LocalDate) => boolean) | undefined;
  readonly certain: boolean;
  readonly other?: LocalDate | undefined;
  readonly time?: string | undefined;
}

interface UnreadDay {
  readonly argument: 'date' | 'from' | 'to';
  readonly sent: string;
}

async function understoodRange(
  { date, from, to }: SaidDays,
  today: Today,
): Promise<NamedRange | UnreadDay | 'reversed' | undefined> {
  if (date !== undefined) {
    const days = await understandDays(date, today);
    if (days.kind !== 'unclear') return rangeOf(days);
    // If a range was also given, the range still limits the days.
    if (from === undefined && to === undefined) return { argument: 'date', sent: date };
  }
  if (from === undefined && to === undefined) return undefined;
  const first = from === undefined ? undefined : await understandDays(from, today);
  const last = to === undefined ? undefined : await understandDays(to, today);
  if (first?.kind === 'unclear') return { argument: 'from', sent: from ?? '' };
  if (last?.kind === 'unclear') return { argument: 'to', sent: to ?? '' };
  return joined(first && rangeOf(first), last && rangeOf(last), today);
}

const rangeOf = (days: Understood): NamedRange =>
  days.kind === 'range' ? days : { ...days, from: days.date, to: days.date };

function joined(
  first: NamedRange | undefined,
  last: NamedRange | undefined,
  { date: today }: Today,
): NamedRange | 'reversed' {
  const from = first?.from ?? today;
  const to = last === undefined ? undefined : (last.to ?? undefined);
  const certain = (first?.certain ?? true) && (last?.certain ?? true);
  const time = first?.time ?? last?.time;
  // If the caller names only a last day, days before today don't count.
  if (first === undefined && to !== undefined && to < today) return { from: to, to, certain, time };
  return to !== undefined && to < from ? 'reversed' : { from, to, certain, time };
}

/** An open range ends at the horizon; a closed one is cut if it is too long for one answer. */
function bounded({ from, to, certain, other, time }: NamedRange, horizon: LocalDate) {
  const isRange = from !== to;
  const told = { from, certain, isRange, other, time };
  if (to === undefined) return { ...told, to: from > horizon ? from : horizon, isEarliest: true };
  const last = addDays(from, MAX_DAYS - 1);
  return to > last
    ? { ...told, to: last, isEarliest: false, cutAt: addDays(last, 1) }
    : { ...told, to, isEarliest: false };
}

/**
 * Tells which dates of a range are asked for; undefined if none are, because the caller must then mean something
 * else.
 */
const askedIn = (range: DateRange, isAsked: RequestedDays['isAsked']): RequestedDays['isAsked'] =>
  isAsked === undefined || firstAsked(range, isAsked) === undefined ? undefined : isAsked;

function firstAsked({ from, to }: DateRange, isAsked: (date: LocalDate) => boolean): LocalDate | undefined {
  for (let ahead = 0; ahead <= daysBetween(from, to); ahead++) {
    const date = addDays(from, ahead);
    if (isAsked(date)) return date;
  }
  return undefined;
}

function askedBy({ only, except }: NamedRange, weekdays: ReadonlySet<Weekday> | undefined) {
  if (only === undefined && except === undefined && weekdays === undefined) return undefined;
  return (date: LocalDate) =>
    (only === undefined || only.includes(date)) &&
    !except?.(date) &&
    (weekdays === undefined || weekdays.has(weekdayOf(date)));
}
