import type { LocalDate } from '../../scheduling/calendar.ts';
import { dateSpan, momentOf, type Occupancy } from '../../scheduling/day.ts';
import { isOpenOn, type Slot, slotsOn } from '../../scheduling/engine.ts';
import { addDays, daysBetween } from '../../scheduling/local-date.ts';
import type { Question } from '../../scheduling/open-day.ts';
import { StorageUnavailable } from '../faults.ts';
import type { Deadline, ScheduleStore } from '../ports.ts';

/** Days that one query of the schedule reads. */
const DAYS_PER_QUERY = 7;
/**
 * Queries sent at once, wave by wave; the last number holds for all further waves. Most searches end within a week. Those
 * that don't reach a horizon of 60 days with the second wave.
 */
const WAVES = [1, 8, 16] as const;
/** What a search leaves of the deadline, milliseconds: a slow answer is worse than one without a suggestion. */
const RESERVE_MS = 500;

export interface SearchDependencies {
  readonly schedule: ScheduleStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A question without the occupancy, which the search reads as it goes. */
export type SearchQuestion = Omit<Question, 'occupancy'> & { readonly accountId: string };

/** Local dates, both included. */
export interface DateRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** A date and all starts that are free on it: at least one. */
export interface FreeDay {
  readonly date: LocalDate;
  readonly slots: readonly Slot[];
}

/** How far a search looked. */
export type Searched =
  /** It found enough, or looked at all days of its range. */
  | { readonly kind: 'complete' }
  /** Time ran out, or the database failed. `through`: the last date that it looked at, if any. */
  | { readonly kind: 'cut_short'; readonly through?: LocalDate | undefined };

export interface SearchResult {
  /** In order. */
  readonly days: readonly FreeDay[];
  readonly searched: Searched;
}

/** The dates from one on that can be booked at all: from today to the horizon. Empty (`from` after `to`) beyond it. */
export function bookableFrom({ calendar, now }: SearchQuestion, date: LocalDate): DateRange {
  const { today } = momentOf(calendar, now);
  const to = addDays(today, calendar.booking.horizonDays);
  return { from: date < today ? today : date, to };
}

/**
 * Looks for days with free starts, in order, until there are enough, the range ends, or half a second of the deadline is
 * left. Never fails with `StorageUnavailable`: a database that fails cuts the search short.
 */
export async function searchDays(
  search: SearchQuestion,
  { from, to }: DateRange,
  enough: (days: readonly FreeDay[]) => boolean,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<SearchResult> {
  const days: FreeDay[] = [];
  const until = deadline - RESERVE_MS;
  const first = firstOpen(search, from, to);
  let date = first;
  let known: Occupancy = new Map();
  const cutShort = (): SearchResult => {
    return { days, searched: { kind: 'cut_short', through: date > first ? addDays(date, -1) : undefined } };
  };
  for await (const week of readWeeks(search, { from: first, to }, deps, until)) {
    // A job late on a day reaches into the next one: the last day that was read waits for the week after it.
    for (; date <= to && date < week.to; date = addDays(date, 1)) {
      if (deps.now() >= until) return cutShort();
      const occupancy = date < week.from ? merged(known, week.occupancy) : week.occupancy;
      const slots = slotsOn({ ...search, occupancy }, date);
      if (slots.length > 0) days.push({ date, slots });
      if (enough(days)) return { days, searched: { kind: 'complete' } };
    }
    known = week.occupancy;
  }
  return date > to ? { days, searched: { kind: 'complete' } } : cutShort();
}

function firstOpen({ calendar }: SearchQuestion, from: LocalDate, to: LocalDate): LocalDate {
  let date = from;
  while (date <= to && !isOpenOn(calendar, date)) date = addDays(date, 1);
  return date;
}

interface ReadWeek extends DateRange {
  readonly occupancy: Occupancy;
}

/** Reads a range and the day after it, week by week in order, several at once; ends early where a week can't be read. */
async function* readWeeks(
  search: SearchQuestion,
  { from, to }: DateRange,
  deps: SearchDependencies,
  until: Deadline,
): AsyncGenerator<ReadWeek> {
  const weeks = from > to ? [] : weeksOf({ from, to: addDays(to, 1) });
  for (let wave = 0, next = 0; next < weeks.length; wave++) {
    if (deps.now() >= until) return;
    const size = WAVES[wave] ?? WAVES[2];
    const read = await Promise.all(
      weeks.slice(next, next + size).map((week) => readWeek(search, week, deps, until)),
    );
    for (const week of read) {
      if (week === undefined) return;
      yield week;
    }
    next += size;
  }
}

function weeksOf({ from, to }: DateRange): readonly DateRange[] {
  const count = Math.ceil((daysBetween(from, to) + 1) / DAYS_PER_QUERY);
  return Array.from({ length: count }, (_, index) => {
    const first = addDays(from, index * DAYS_PER_QUERY);
    const last = addDays(first, DAYS_PER_QUERY - 1);
    return { from: first, to: last < to ? last : to };
  });
}

async function readWeek(
  { accountId, calendar }: SearchQuestion,
  { from, to }: DateRange,
  { schedule }: SearchDependencies,
  until: Deadline,
): Promise<ReadWeek | undefined> {
  try {
    return { from, to, occupancy: await schedule.occupancy(accountId, dateSpan(calendar, from, to), until) };
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined;
    throw error;
  }
}

function merged(some: Occupancy, more: Occupancy): Occupancy {
  const all = new Map(more);
  for (const [technicianId, claimed] of some) {
    all.set(technicianId, new Map([...claimed, ...(more.get(technicianId) ?? [])]));
  }
  return all;
}
