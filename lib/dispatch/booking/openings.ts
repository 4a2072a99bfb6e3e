import type { Coverage, Covered, Unreached } from '../../accounts/areas/coverage.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { dateSpan, momentOf, type Occupancy, occupancyOn } from '../../scheduling/day.ts';
import { type DayRefusal, freeSlots, type Slot } from '../../scheduling/engine.ts';
import { addDays, daysBetween } from '../../scheduling/local-date.ts';
import type { HeldStart } from '../../scheduling/open-day.ts';
import type { Deadline } from '../ports.ts';
import {
  bookableFrom,
  type DateRange,
  type FreeDay,
  type SearchDependencies,
  type Searched,
  type SearchQuestion,
  searchDays,
  weeksOf,
} from './search-days.ts';

/** How many days with free starts a search for the earliest returns. */
const EARLIEST_DAYS = 3;
/** Days of the first read in a search for the earliest: with the day after them, one query. */
const FIRST_DAYS = 6;

/** The days and times that a caller wants. */
export interface OpeningsQuestion extends SearchQuestion {
  /** Local dates, both included. */
  readonly range: DateRange;
  /** Whether to return only the first days with free starts instead of all days in the range. */
  readonly isEarliest: boolean;
  readonly isWanted: (slot: Pick<Slot, 'date' | 'minute' | 'window'>) => boolean;
  /** The caller's own requests, whose claims don't count. Gets the result of the first read. */
  readonly ownIn: (occupancy: readonly Occupancy[]) => Promise<ReadonlySet<string>>;
  /** Finds what the call holds, in parallel with the first read. */
  readonly heldIn: () => Promise<HeldStart | undefined>;
  /** Finds the coverage of the place, in parallel with the first read. */
  readonly coverageIn: () => Promise<Coverage>;
}

export interface Openings {
  readonly coverage: Covered;
  /** The days with wanted starts, in order, with only these starts. */
  readonly days: readonly FreeDay[];
  /** How far the search for them got. */
  readonly searched: Searched;
  /** Why there are no such days, and the alternatives. */
  readonly none?: { readonly reason: DayRefusal; readonly instead: Instead } | undefined;
}

/** Alternatives if nothing matches. The slots are on one date, in order of time. */
export type Instead =
  /** On a requested day, at other times. */
  | { readonly kind: 'other_time'; readonly slots: readonly Slot[] }
  /** On a later day, at a requested time. */
  | { readonly kind: 'later'; readonly slots: readonly Slot[] }
  /** On a later day, at another time: no searched day has a requested time free. */
  | { readonly kind: 'later_other_time'; readonly slots: readonly Slot[]; readonly searched: Searched }
  | { readonly kind: 'nothing'; readonly searched: Searched };

/** No search was made: the place is not covered, or unknown. */
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
  const [reads, coverage, held] = await Promise.all([
    readRange(asked, { from: bookable.from, to }, deps, deadline),
    asked.coverageIn(),
    asked.heldIn(),
  ]);
  if (coverage.kind !== 'comes') return { unreached: coverage };
  const question = { ...asked, areas: coverage.limits, own: await asked.ownIn(reads), held };
  const seen = look(question, reads, bookable.from > to ? asked.range : { from: bookable.from, to });
  const rest = asked.isEarliest && to !== until ? { from: addDays(to, 1), to: until } : undefined;
  const isEnough = rest === undefined || seen.days.length >= EARLIEST_DAYS;
  const found = isEnough
    ? await settled(question, seen, deps, deadline)
    : await withLater(question, seen, rest, deps, deadline);
  return { ...found, coverage };
}

/** All weeks in parallel. */
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
  /** Days that are free, but only at other times. */
  readonly others: readonly FreeDay[];
  readonly reasons: readonly DayRefusal[];
  readonly reads: readonly Occupancy[];
}

function look(question: Question, reads: readonly Occupancy[], { from, to }: DateRange): Seen {
  const { isAsked = () => true, isWanted } = question;
  const days: FreeDay[] = [];
  const others: FreeDay[] = [];
  const reasons: DayRefusal[] = [];
  // Counts days instead of comparing dates, because the day after the calendar's last date is that date again.
  for (let ahead = 0; ahead <= daysBetween(from, to); ahead++) {
    const date = addDays(from, ahead);
    if (!isAsked(date)) continue;
    const slots = freeSlots({ ...question, occupancy: onDate(question, reads, date) }, date);
    if (typeof slots === 'string') {
      reasons.push(slots);
      continue;
    }
    const wanted = slots.filter(isWanted);
    if (wanted.length > 0) days.push({ date, slots: wanted });
    else others.push({ date, slots });
  }
  return { days, others, reasons, reads };
}

const onDate = ({ calendar }: Question, reads: readonly Occupancy[], date: LocalDate): Occupancy =>
  occupancyOn(calendar, date, reads);

/** The whole range has been read. If nothing is free, looks at later days. */
async function settled(
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
    const none = { reason: reasonAt(question, seen, other.date), instead: atOtherTime(other) };
    return { days, searched, none };
  }
  const reason = reasonOf(seen.reasons);
  const { range } = question;
  const { today } = momentOf(question.calendar, question.now);
  const after = reason === 'too_far' || range.to < today ? today : addDays(range.to, 1);
  // After the requested days, another weekday is better than none.
  const search = { ...question, isAsked: undefined };
  const later = await searchLater(search, bookableFrom(search, after), 1, deps, deadline);
  return { days, searched, none: { reason, instead: insteadOf(later) } };
}

const atOtherTime = ({ slots }: FreeDay): Instead => ({ kind: 'other_time', slots });

/** Searches for the earliest beyond the days of the first read. */
async function withLater(
  question: Question,
  seen: Seen,
  rest: DateRange,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<Found> {
  const later = await searchLater(question, rest, EARLIEST_DAYS - seen.days.length, deps, deadline);
  const days = [...seen.days, ...later.days];
  const { searched } = later;
  if (days.length > 0) return { days, searched };
  const [other] = [...seen.others, ...later.others];
  const reason = seen.others.length > 0 ? 'fully_booked' : reasonOf(seen.reasons);
  const instead: Instead =
    other === undefined
      ? { kind: 'nothing', searched }
      : { kind: 'later_other_time', slots: other.slots, searched };
  return { days, searched, none: { reason, instead } };
}

interface Later {
  readonly days: readonly FreeDay[];
  readonly others: readonly FreeDay[];
  readonly searched: Searched;
}

/** The requested number of days with wanted starts, and other free days before them. */
async function searchLater(
  question: SearchQuestion & Pick<OpeningsQuestion, 'isWanted'>,
  range: DateRange,
  most: number,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<Later> {
  const { isWanted } = question;
  const isFree = ({ slots }: FreeDay) => slots.some(isWanted);
  const enough = (found: readonly FreeDay[]) => found.filter(isFree).length >= most;
  const { days, searched } = await searchDays(question, range, enough, deps, deadline);
  return {
    days: days.filter(isFree).map(({ date, slots }) => ({ date, slots: slots.filter(isWanted) })),
    others: days.filter((day) => !isFree(day)),
    searched,
  };
}

function insteadOf({ days, others, searched }: Later): Instead {
  const [day] = days;
  if (day !== undefined) return { kind: 'later', slots: day.slots };
  const [other] = others;
  return other === undefined
    ? { kind: 'nothing', searched }
    : { kind: 'later_other_time', slots: other.slots, searched };
}

/** Why no wanted start is free on a date that has other free starts. */
function reasonAt(question: Question, { reads }: Seen, date: LocalDate): DayRefusal {
  const occupancy = onDate(question, reads, date);
  const slots = freeSlots({ ...question, occupancy }, date, (start) => question.isWanted({ date, ...start }));
  // The engine can't distinguish times at which nobody works.
  return slots === 'duration_exceeds_hours' || typeof slots !== 'string' ? 'closed' : slots;
}

/** Reasons in order; the ones that a caller can't change come last. */
const byWeight: readonly DayRefusal[] = [
  ...(['fully_booked', 'too_soon', 'duration_exceeds_hours', 'no_technician'] as const),
  ...(['not_in_area', 'holiday', 'closed', 'too_far', 'past'] as const),
];

/** The reason for a whole range: that of the day that came closest to being free. */
const reasonOf = (reasons: readonly DayRefusal[]): DayRefusal =>
  byWeight.find((reason) => reasons.includes(reason)) ?? 'closed';
