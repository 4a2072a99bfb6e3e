import type { Coverage, Covered, Unreached } from '../accounts/areas.ts';
import type { Deadline } from '../record/ports.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import type { HeldStart } from '../scheduling/day.ts';
import { type DayRefusal, dayReasons, freeSlots, type Slot } from '../scheduling/engine.ts';
import { dateSpan } from '../scheduling/hours.ts';
import { type Occupancy, occupancyOn } from '../scheduling/occupancy.ts';
import { addDays, daysBetween, momentOf } from '../scheduling/time.ts';
import {
  bookableFrom,
  type DateRange,
  type FreeDay,
  type SearchDependencies,
  type Searched,
  type SearchQuestion,
  searchBefore,
  searchDays,
  weeksOf,
} from './search-days.ts';

/** A search for the earliest returns this many days with free starts. */
const EARLIEST_DAYS = 3;
/** A search for the earliest first reads this many days, because one query reads them and the day after. */
const FIRST_DAYS = 6;

interface OpeningsQuestion extends SearchQuestion {
  /** Both local dates are included. */
  readonly range: DateRange;
  /** True if only the first days with free starts are wanted, and not all days in the range. */
  readonly isEarliest: boolean;
  /** Finds the caller's own requests, whose claims don't count, by the result of the first read. */
  readonly ownIn: (occupancy: readonly Occupancy[]) => Promise<ReadonlySet<string>>;
  readonly heldIn: () => Promise<HeldStart | undefined>;
  readonly coverageIn: () => Promise<Coverage>;
}

/** `no_match`: a requested day is free, but not at a requested time. */
export const noneReasons = [...dayReasons, 'no_match'] as const;
export type NoneReason = (typeof noneReasons)[number];

export interface None extends Omit<Refusal, 'reason'> {
  readonly reason: NoneReason;
  readonly instead: Instead;
}

export interface Openings {
  readonly coverage: Covered;
  /** Only days and starts that are wanted, in order. */
  readonly days: readonly FreeDay[];
  readonly searched: Searched;
  /** Present if there are no such days. */
  readonly none?: None | undefined;
}

/** No search is made for a place that is not covered, or unknown. */
export interface NoOpenings {
  readonly unreached: Unreached;
}

type Question = OpeningsQuestion & { readonly own: ReadonlySet<string> };
type Found = Omit<Openings, 'coverage'>;

/**
 * Finds what is free in a range of days. Reads the range at once, or its first days if only the earliest are wanted. If
 * nothing is found, searches later days.
 * @throws {StorageUnavailable} if the first read fails
 */
export async function findOpenings(
  asked: OpeningsQuestion,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<Openings | NoOpenings> {
  const bookable = bookableFrom(asked, asked.range.from);
  const until = asked.range.to < bookable.to ? asked.range.to : bookable.to;
  const firstEnd = addDays(bookable.from, FIRST_DAYS - 1);
  const to = asked.isEarliest && firstEnd < until ? firstEnd : until;
  const isOpenRange = asked.isEarliest && bookable.from <= to;
  const [reads, coverage, held] = await Promise.all([
    readRange(asked, { from: bookable.from, to }, deps, deadline),
    asked.coverageIn(),
    asked.heldIn(),
  ]);
  if (coverage.kind !== 'comes') return { unreached: coverage };
  const question = { ...asked, areas: coverage.limits, own: await asked.ownIn(reads), held };
  const seen = look(question, reads, isOpenRange ? { from: bookable.from, to } : asked.range);
  const rest = asked.isEarliest && to !== until ? { from: addDays(to, 1), to: until } : undefined;
  const isEnough = rest === undefined || seen.days.length >= EARLIEST_DAYS;
  const found = isEnough
    ? await whatIsFree(question, seen, deps, deadline)
    : await withLater(question, seen, rest, deps, deadline);
  return { ...found, coverage };
}

async function readRange(
  { accountId, calendar }: OpeningsQuestion,
  { from, to }: DateRange,
  { schedule }: SearchDependencies,
  deadline: Deadline,
): Promise<readonly Occupancy[]> {
  const weeks = from > to ? [] : weeksOf({ from, to: addDays(to, 1) });
  return await Promise.all(
    weeks.map((week) => schedule.occupancy(accountId, dateSpan(calendar, week.from, week.to), deadline)),
  );
}

interface Seen {
  readonly days: readonly FreeDay[];
  /** Days that are free only at other times. */
  readonly others: readonly FreeDay[];
  readonly refused: readonly RefusedDay[];
}

function look(question: Question, reads: readonly Occupancy[], range: DateRange): Seen {
  const days: FreeDay[] = [];
  const others: FreeDay[] = [];
  const refused: RefusedDay[] = [];
  const { isWanted } = question;
  for (const date of askedDates(question, range)) {
    const onDay = { ...question, occupancy: occupancyOn(question.calendar, date, reads) };
    const slots = freeSlots(onDay, date, isWanted && ((start) => isWanted({ date, ...start })));
    if (typeof slots !== 'string') {
      days.push({ date, slots });
      continue;
    }
    const other = isWanted === undefined ? slots : freeSlots(onDay, date);
    if (typeof other === 'string') refused.push({ date, reason: other });
    else others.push({ date, slots: other });
  }
  return { days, others, refused };
}

/** Returns the requested dates of a range, both ends included. */
function askedDates({ isAsked = () => true }: SearchQuestion, { from, to }: DateRange): readonly LocalDate[] {
  // Counts days instead of comparing dates, because the day after the calendar's last date is the same date.
  const ahead = Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, days) => days);
  return ahead.map((days) => addDays(from, days)).filter(isAsked);
}

/** Answers a search whose whole range has been read. If nothing is free, looks at other days. */
async function whatIsFree(
  question: Question,
  seen: Seen,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<Found> {
  const { days, others } = seen;
  const searched: Searched = { kind: 'complete' };
  if (days.length > 0) return { days: question.isEarliest ? days.slice(0, EARLIEST_DAYS) : days, searched };
  const [other] = others;
  if (other !== undefined) {
    const dates = [...others, ...bookableOf(seen.refused)].map(({ date }) => date).toSorted();
    const instead = { kind: 'other_time', slots: other.slots } as const;
    return { days, searched, none: { reason: 'no_match', dates, instead } };
  }
  const refusal = refusalOf(seen.refused);
  return { days, searched, none: { ...refusal, instead: await besides(question, refusal, deps, deadline) } };
}

/** Finds what is free on other days. Another weekday nearby is better than none of the requested ones. */
async function besides(
  question: Question,
  { reason, dates }: Refusal,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<Instead> {
  const { range, isAsked } = question;
  const { today } = momentOf(question.calendar, question.now);
  const [first = range.from] = dates;
  const after = isAsked === undefined ? addDays(range.to, 1) : first;
  const from = reason === 'too_far' || after < today ? today : after;
  return await nearestTo(from, { ...question, isAsked: undefined }, deps, deadline);
}

/** Continues a search for the earliest beyond the days of the first read. */
async function withLater(
  question: Question,
  seen: Seen,
  rest: DateRange,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<Found> {
  const missing = EARLIEST_DAYS - seen.days.length;
  const enough = (found: readonly FreeDay[]) => found.length >= missing;
  const later = await searchDays(question, rest, enough, deps, deadline);
  const days = [...seen.days, ...later.days];
  const searched = sinceRead(later.searched, addDays(rest.from, -1));
  if (days.length > 0) return { days, searched };
  const [other] = [...seen.others, ...later.others];
  const dates = askedDates(question, { from: bookableFrom(question, question.range.from).from, to: rest.to });
  if (other !== undefined) {
    const instead = { kind: 'later_other_time', slots: other.slots, searched } as const;
    return { days, searched, none: { reason: 'no_match', dates, instead } };
  }
  const refusal = searched.kind === 'complete' ? refusalAmong(question, dates) : refusalOf(seen.refused);
  const { today } = momentOf(question.calendar, question.now);
  const areOthersLeft = question.isAsked !== undefined || question.range.from > today;
  const instead: Instead =
    searched.kind === 'complete' && areOthersLeft
      ? await besides(question, refusal, deps, deadline)
      : { kind: 'nothing', searched };
  return { days, searched, none: { ...refusal, instead } };
}

/** Says what is free if nothing matches. The slots are on one date, in order of time. */
export type Instead =
  /** The slots are on a requested day, at other times. */
  | { readonly kind: 'other_time'; readonly slots: readonly Slot[] }
  /** The slots are on a later day, at a requested time. */
  | { readonly kind: 'later'; readonly slots: readonly Slot[] }
  /** The slots are on a later day, at another time, because no searched day has a requested time free. */
  | { readonly kind: 'later_other_time'; readonly slots: readonly Slot[]; readonly searched: Searched }
  /** The slots are on the last free day before the requested ones, because no later day is free. */
  | { readonly kind: 'earlier'; readonly slots: readonly Slot[] }
  | { readonly kind: 'nothing'; readonly searched: Searched };

/** Finds what is free nearest to a date: on the date or later, otherwise before it. */
async function nearestTo(
  date: LocalDate,
  question: SearchQuestion,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<Instead> {
  const any = (found: readonly FreeDay[]) => found.length > 0;
  const later = await searchDays(question, bookableFrom(question, date), any, deps, deadline);
  const [day] = later.days;
  if (day !== undefined) return { kind: 'later', slots: day.slots };
  const searched = sinceRead(later.searched, beforeIn(question, date));
  const [other] = later.others;
  if (other !== undefined) return { kind: 'later_other_time', slots: other.slots, searched };
  return searched.kind === 'complete'
    ? await lastBefore(date, question, deps, deadline)
    : { kind: 'nothing', searched };
}

async function lastBefore(
  date: LocalDate,
  question: SearchQuestion,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<Instead> {
  const { days, others, searched } = await searchBefore(question, date, deps, deadline);
  const slots = (days.at(-1) ?? others.at(-1))?.slots;
  if (slots !== undefined) return { kind: 'earlier', slots };
  // How far a search backwards got says nothing about the days ahead.
  return { kind: 'nothing', searched: searched.kind === 'complete' ? searched : { kind: 'cut_short' } };
}

function beforeIn({ calendar, now }: SearchQuestion, date: LocalDate): LocalDate | undefined {
  const before = addDays(date, -1);
  return before < momentOf(calendar, now).today ? undefined : before;
}

/** Says how far a search got that continued after `read`, a date that was read before. */
const sinceRead = (searched: Searched, read: LocalDate | undefined): Searched =>
  searched.kind === 'cut_short' ? { ...searched, through: searched.through ?? read } : searched;

export interface RefusedDay {
  readonly date: LocalDate;
  readonly reason: DayRefusal;
}

export interface Refusal {
  readonly reason: DayRefusal;
  /** The reason is about these dates, in order: those that can be booked, or all if none can. */
  readonly dates: readonly LocalDate[];
}

/** Returns the refusal of all dates, with the reason of the one that came closest to being free. */
function refusalOf(refused: readonly RefusedDay[]): Refusal {
  const bookable = bookableOf(refused);
  const told = bookable.length > 0 ? bookable : refused;
  const reason = dayReasons.find((one) => told.some((day) => day.reason === one)) ?? 'closed';
  return { reason, dates: told.map(({ date }) => date) };
}

/** Returns the days that are neither past nor too far ahead. */
const bookableOf = (refused: readonly RefusedDay[]): readonly RefusedDay[] =>
  refused.filter(({ reason }) => reason !== 'past' && reason !== 'too_far');

/** Returns the refusal of many dates without free starts. A date that only bookings can fill is fully booked. */
function refusalAmong(question: SearchQuestion, dates: readonly LocalDate[]): Refusal {
  const refused: RefusedDay[] = [];
  for (const date of dates) {
    const reason = freeSlots({ ...question, occupancy: new Map() }, date);
    if (typeof reason !== 'string') return { reason: 'fully_booked', dates };
    refused.push({ date, reason });
  }
  return refusalOf(refused);
}
