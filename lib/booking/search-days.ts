import { StorageUnavailable } from '../record/faults.ts';
import type { Deadline, ScheduleReader } from '../record/ports.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import type { Question } from '../scheduling/day.ts';
import { type Slot, slotsOn } from '../scheduling/engine.ts';
import { dateSpan, isOpenOn } from '../scheduling/hours.ts';
import { type Occupancy, occupancyOn } from '../scheduling/occupancy.ts';
import { addDays, daysBetween, momentOf } from '../scheduling/time.ts';

/** One query of the schedule reads this many days. */
const DAYS_PER_QUERY = 7;
/** Each wave has this many parallel queries. Most searches end in a week; two waves cover a horizon of 60 days. */
const WAVES = [1, 8, 16] as const;
/** A search leaves this much of the deadline, in milliseconds: a slow answer is worse than one without suggestions. */
const RESERVE_MS = 500;

export interface SearchDependencies {
  readonly schedule: ScheduleReader;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The search reads the occupancy as it goes. */
export type SearchQuestion = Omit<Question, 'occupancy'> & {
  readonly accountId: string;
  /** Says whether a date of the range is wanted; all are by default. */
  readonly isAsked?: ((date: LocalDate) => boolean) | undefined;
  /** Says whether a start is wanted; all are by default. */
  readonly isWanted?: ((start: Pick<Slot, 'date' | 'minute' | 'window'>) => boolean) | undefined;
};

/** Both local dates are included. */
export interface DateRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The date has at least one free start. */
export interface FreeDay {
  readonly date: LocalDate;
  readonly slots: readonly Slot[];
}

/** Says how far a search looked. */
export type Searched =
  /** The search found enough or read all days of its range. */
  | { readonly kind: 'complete' }
  /** Time ran out or the database failed. `through` is the last date that was read, if any. */
  | { readonly kind: 'cut_short'; readonly through?: LocalDate | undefined };

interface SearchResult {
  /** These days have wanted starts that are free, and only those are listed. */
  readonly days: readonly FreeDay[];
  /** These days are free only at other times. */
  readonly others: readonly FreeDay[];
  readonly searched: Searched;
}

/** Returns the bookable dates from a date on, from today to the horizon; if there are none, `from` is after `to`. */
export function bookableFrom({ calendar, now }: SearchQuestion, date: LocalDate): DateRange {
  const { today } = momentOf(calendar, now);
  const to = addDays(today, calendar.booking.horizonDays);
  return { from: date < today ? today : date, to };
}

/**
 * Looks for days with wanted starts that are free, in order, until there are enough, the range ends, or half a second of the deadline
 * is left. Never fails with `StorageUnavailable`: a failing database ends the search early.
 */
export async function searchDays(
  search: SearchQuestion,
  { from, to }: DateRange,
  enough: (days: readonly FreeDay[]) => boolean,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<SearchResult> {
  const { isAsked = () => true } = search;
  const days: FreeDay[] = [];
  const others: FreeDay[] = [];
  const until = deadline - RESERVE_MS;
  const first = firstOpen(search, from, to);
  let date = first;
  let known: Occupancy = new Map();
  const cutShort = (): SearchResult => {
    const through = date > first ? addDays(date, -1) : undefined;
    return { days, others, searched: { kind: 'cut_short', through } };
  };
  for await (const week of readWeeks(search, { from: first, to }, deps, until)) {
    // A late job reaches into the next day, so the last day of a week needs the next week as well.
    for (; date <= to && date < week.to; date = addDays(date, 1)) {
      if (deps.now() >= until) return cutShort();
      if (!isAsked(date)) continue;
      const occupancy = occupancyOn(
        search.calendar,
        date,
        date < week.from ? [known, week.occupancy] : [week.occupancy],
      );
      const found = freeDay({ ...search, occupancy }, date);
      if (found !== undefined) (found.isWanted ? days : others).push({ date, slots: found.slots });
      if (enough(days)) return { days, others, searched: { kind: 'complete' } };
    }
    known = week.occupancy;
  }
  return date > to ? { days, others, searched: { kind: 'complete' } } : cutShort();
}

/** Returns the wanted starts of a date that are free; if none is, its other free starts; undefined if it has none. */
function freeDay(search: SearchQuestion & Question, date: LocalDate) {
  const { isWanted } = search;
  const slots = slotsOn(search, date, isWanted && ((start) => isWanted({ date, ...start })));
  if (slots.length > 0) return { slots, isWanted: true };
  const others = isWanted === undefined ? [] : slotsOn(search, date);
  return others.length === 0 ? undefined : { slots: others, isWanted: false };
}

/** Finds free days in the week before a date, or else from today on. Fails and ends as `searchDays` does. */
export async function searchBefore(
  search: SearchQuestion,
  date: LocalDate,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<SearchResult> {
  const { today } = momentOf(search.calendar, search.now);
  const { to: last } = bookableFrom(search, today);
  const to = addDays(date, -1) < last ? addDays(date, -1) : last;
  const week = addDays(to, 1 - DAYS_PER_QUERY);
  const all = () => false;
  const near = await searchDays(search, { from: week < today ? today : week, to }, all, deps, deadline);
  return near.days.length + near.others.length > 0 || near.searched.kind === 'cut_short' || week <= today
    ? near
    : await searchDays(search, { from: today, to: addDays(week, -1) }, all, deps, deadline);
}

function firstOpen({ calendar }: SearchQuestion, from: LocalDate, to: LocalDate): LocalDate {
  let date = from;
  while (date <= to && !isOpenOn(calendar, date)) date = addDays(date, 1);
  return date;
}

interface ReadWeek extends DateRange {
  readonly occupancy: Occupancy;
}

/** Reads a range and the day after it in parallel and yields its weeks in order, until one can't be read. */
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

/** Splits a range into parts that one query reads. */
export function weeksOf({ from, to }: DateRange): readonly DateRange[] {
  const weeks: DateRange[] = [];
  const days = daysBetween(from, to) + 1;
  for (let ahead = 0; ahead < days; ahead += DAYS_PER_QUERY) {
    const last = addDays(from, ahead + DAYS_PER_QUERY - 1);
    weeks.push({ from: addDays(from, ahead), to: last < to ? last : to });
  }
  return weeks;
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
