import type { Deadline } from '../../record/ports.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { momentOf } from '../../scheduling/day.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { addDays } from '../../scheduling/local-date.ts';
import {
  bookableFrom,
  type DateRange,
  type FreeDay,
  type SearchDependencies,
  type Searched,
  type SearchQuestion,
  searchBefore,
  searchDays,
} from '../search-days.ts';

/** Alternatives if nothing matches. The slots are on one date, in order of time. */
export type Instead =
  /** On a requested day, at other times. */
  | { readonly kind: 'other_time'; readonly slots: readonly Slot[] }
  /** On a later day, at a requested time. */
  | { readonly kind: 'later'; readonly slots: readonly Slot[] }
  /** On a later day, at another time: no searched day has a requested time free. */
  | { readonly kind: 'later_other_time'; readonly slots: readonly Slot[]; readonly searched: Searched }
  /** On the last free day before the requested ones: no later day is free. */
  | { readonly kind: 'earlier'; readonly slots: readonly Slot[] }
  | { readonly kind: 'nothing'; readonly searched: Searched };

/** A question about starts at certain times. */
export type WantedQuestion = SearchQuestion & {
  readonly isWanted: (slot: Pick<Slot, 'date' | 'minute' | 'window'>) => boolean;
};

interface Later {
  readonly days: readonly FreeDay[];
  readonly others: readonly FreeDay[];
  readonly searched: Searched;
}

/** The requested number of days with wanted starts, and other free days before them. */
export async function searchLater(
  question: WantedQuestion,
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

/** What is free nearest to a date: on it or later, otherwise before it. */
export async function nearestTo(
  date: LocalDate,
  question: WantedQuestion,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<Instead> {
  const later = await searchLater(question, bookableFrom(question, date), 1, deps, deadline);
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
  question: WantedQuestion,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<Instead> {
  const { days, searched } = await searchBefore(question, date, deps, deadline);
  const wanted = days.map(({ slots }) => slots.filter(question.isWanted));
  const slots = wanted.findLast((ofDay) => ofDay.length > 0) ?? days.at(-1)?.slots;
  if (slots !== undefined) return { kind: 'earlier', slots };
  // How far a search backwards got says nothing about the days ahead.
  return { kind: 'nothing', searched: searched.kind === 'complete' ? searched : { kind: 'cut_short' } };
}

/** The day before a date, if it can be booked. */
function beforeIn({ calendar, now }: SearchQuestion, date: LocalDate): LocalDate | undefined {
  const before = addDays(date, -1);
  return before < momentOf(calendar, now).today ? undefined : before;
}

/** How far a search got that went on from a date: if it was cut short at once, to that date, which was read before. */
export const sinceRead = (searched: Searched, read: LocalDate | undefined): Searched =>
  searched.kind === 'cut_short' ? { ...searched, through: searched.through ?? read } : searched;
