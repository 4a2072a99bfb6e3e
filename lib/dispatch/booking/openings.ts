import type { Reach, Reached, Unreached } from '../../accounts/areas/reach.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { dateSpan, momentOf, type Occupancy, occupancyOn } from '../../scheduling/day.ts';
import { type DayRefusal, freeSlots, type Slot } from '../../scheduling/engine.ts';
import { addDays, daysBetween } from '../../scheduling/local-date.ts';
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

/** Days with free starts that a question for the earliest gets. */
const EARLIEST_DAYS = 3;
/** Days that the first read of a question for the earliest covers: with the day after them, one query. */
const FIRST_DAYS = 6;

/** A wish for a day in a range, and for a time of the day. */
export interface OpeningsQuestion extends SearchQuestion {
  /** Local dates, both included. */
  readonly range: DateRange;
  /** Whether the first days with something free are enough, rather than all of the range. */
  readonly isEarliest: boolean;
  readonly isWanted: (slot: Pick<Slot, 'date' | 'minute'>) => boolean;
  /** The asker's own requests, whose claims don't count; given what the first read has found. */
  readonly ownIn: (occupancy: readonly Occupancy[]) => Promise<ReadonlySet<string>>;
  /** Finds out who comes to the place; runs beside the first read. */
  readonly reachIn: () => Promise<Reach>;
}

export interface Openings {
  readonly reach: Reached;
  /** The days with wanted starts, in order, with these starts alone. */
  readonly days: readonly FreeDay[];
  /** How far was looked for them. */
  readonly searched: Searched;
  /** Why there are no such days, and what is free instead. */
  readonly none?: { readonly reason: DayRefusal; readonly instead: Instead } | undefined;
}

/** What is free where nothing is as it was asked for. Slots are of one date, in order of time. */
export type Instead =
  /** On a day that was asked for, at other times. */
  | { readonly kind: 'other_time'; readonly slots: readonly Slot[] }
  /** On a later day, at a wanted time. */
  | { readonly kind: 'later'; readonly slots: readonly Slot[] }
  /** On a later day; a wanted time is free on none that was searched. */
  | { readonly kind: 'later_other_time'; readonly slots: readonly Slot[]; readonly searched: Searched }
  | { readonly kind: 'nothing'; readonly searched: Searched };

/** Nothing was looked for, because nobody comes to the place, or it isn't known. */
export interface NoOpenings {
  readonly unreached: Unreached;
}

type Question = OpeningsQuestion & { readonly own: ReadonlySet<string> };
type Found = Omit<Openings, 'reach'>;

/**
 * What is free in a range of days. The range is read at once, a question for the earliest by its first days; only where that
 * leaves something to find, later days are searched.
 * @throws {StorageUnavailable} where the first read fails
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
  const [reads, reach] = await Promise.all([
    readRange(asked, { from: bookable.from, to }, deps, deadline),
    asked.reachIn(),
  ]);
  if (reach.kind !== 'comes') return { unreached: reach };
  const question = { ...asked, areas: reach.limits, own: await asked.ownIn(reads) };
  const seen = look(question, reads, bookable.from > to ? asked.range : { from: bookable.from, to });
  const rest = asked.isEarliest && to !== until ? { from: addDays(to, 1), to: until } : undefined;
  const isEnough = rest === undefined || seen.days.length >= EARLIEST_DAYS;
  const found = isEnough
    ? await settled(question, seen, deps, deadline)
    : await withLater(question, seen, rest, deps, deadline);
  return { ...found, reach };
}

/** Week by week, all at once. */
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
  readonly reasons: readonly DayRefusal[];
  readonly reads: readonly Occupancy[];
}

function look(question: Question, reads: readonly Occupancy[], { from, to }: DateRange): Seen {
  const { isAsked = () => true, isWanted } = question;
  const days: FreeDay[] = [];
  const others: FreeDay[] = [];
  const reasons: DayRefusal[] = [];
  // Counted, because the calendar has a last date: the day after it is that date again.
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

/** A read of one query is no more than the engine needs for a day of it. */
const onDate = ({ calendar, range }: Question, reads: readonly Occupancy[], date: LocalDate): Occupancy =>
  (range.from === range.to ? reads[0] : undefined) ?? occupancyOn(calendar, date, reads);

/** All of the range has been seen: if nothing is free, later days count. */
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
  // Another weekday is better than none, once the days that were asked for are over.
  const search = { ...question, isAsked: undefined };
  const later = await searchLater(search, bookableFrom(search, after), 1, deps, deadline);
  return { days, searched, none: { reason, instead: insteadOf(later) } };
}

const atOtherTime = ({ slots }: FreeDay): Instead => ({ kind: 'other_time', slots });

/** The earliest, beyond the days that were read first. */
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

/** So many days with wanted starts, and the others that were met on the way. */
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

/** Why no wanted start is free on a date on which others are. */
function reasonAt(question: Question, { reads }: Seen, date: LocalDate): DayRefusal {
  const occupancy = onDate(question, reads, date);
  const slots = freeSlots({ ...question, occupancy }, date, (minute) => question.isWanted({ date, minute }));
  // Of times at which nobody works, the engine only sees that no start fits.
  return slots === 'duration_exceeds_hours' || typeof slots !== 'string' ? 'closed' : slots;
}

/** What a caller can change least about comes last. */
const byWeight: readonly DayRefusal[] = [
  ...(['fully_booked', 'too_soon', 'duration_exceeds_hours', 'no_technician'] as const),
  ...(['not_in_area', 'holiday', 'closed', 'too_far', 'past'] as const),
];

/** The one reason for a whole range: that of the day which came nearest to being free. */
const reasonOf = (reasons: readonly DayRefusal[]): DayRefusal =>
  byWeight.find((reason) => reasons.includes(reason)) ?? 'closed';
