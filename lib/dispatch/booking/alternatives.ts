import type { LocalDate } from '../../scheduling/calendar.ts';
import { dateRefusal, dateSpan, momentOf } from '../../scheduling/day.ts';
import { freeSlots, isOpenOn, type Slot } from '../../scheduling/engine.ts';
import { addDays } from '../../scheduling/local-date.ts';
import type { Question } from '../../scheduling/open-day.ts';
import type { Deadline, ScheduleStore } from '../ports.ts';
import { namedTechnician, type WantedStart } from './wanted-start.ts';

const MAX_ALTERNATIVES = 3;
/** Days that one query of the schedule may span. */
const DAYS_PER_QUERY = 7;
/** What a search leaves of the deadline, milliseconds: a slow answer is worse than one without a suggestion. */
const RESERVE_MS = 500;

export interface SearchDependencies {
  readonly schedule: ScheduleStore;
  readonly now: () => number;
}

/** A question without the occupancy, which the search reads as it goes. */
export type SearchQuestion = Omit<Question, 'occupancy'> & { readonly accountId: string };

/**
 * The free slots of the first days from a date on that have any, until there are `count` or the horizon or the deadline
 * is reached. A date in the past counts as today.
 */
export async function findSlots(
  search: SearchQuestion,
  from: LocalDate,
  count: number,
  { schedule, now }: SearchDependencies,
  deadline: Deadline,
  wanted?: (minute: number) => boolean,
): Promise<readonly Slot[]> {
  const moment = momentOf(search.calendar, search.now);
  const last = addDays(moment.today, search.calendar.booking.horizonDays);
  const found: Slot[] = [];
  let date = dateRefusal(search.calendar, moment, from) === 'past' ? moment.today : from;
  while (date <= last && now() < deadline - RESERVE_MS) {
    date = firstOpen(search, date, last);
    if (date > last) break;
    const read = addDays(date, DAYS_PER_QUERY - 1);
    const span = dateSpan(search.calendar, date, read);
    const occupancy = await schedule.occupancy(search.accountId, span, deadline);
    // A job late on a day reaches into the next one, so the last day that was read is judged with the next query.
    for (; date < read && date <= last; date = addDays(date, 1)) {
      const slots = freeSlots({ ...search, occupancy }, date, wanted);
      if (typeof slots !== 'string') found.push(...slots);
      if (found.length >= count) return found;
    }
  }
  return found;
}

function firstOpen({ calendar }: SearchQuestion, from: LocalDate, last: LocalDate): LocalDate {
  let date = from;
  while (date <= last && !isOpenOn(calendar, date)) date = addDays(date, 1);
  return date;
}

/** Up to three slots nearest to what was asked: of that date first, then of later ones; of two equally near the earlier. */
export async function alternativesTo(
  wanted: WantedStart,
  { occupancy, ...question }: Question,
  deps: SearchDependencies,
  deadline: Deadline,
): Promise<readonly Slot[]> {
  const sameDay = freeSlots({ ...question, occupancy }, wanted.date);
  const near = typeof sameDay === 'string' ? [] : [...sameDay];
  const distance = (slot: Slot) => Math.abs(slot.minute - wanted.minute);
  near.sort((a, b) => distance(a) - distance(b) || a.minute - b.minute);
  if (near.length >= MAX_ALTERNATIVES || namedIsBusy(wanted, near)) return near.slice(0, MAX_ALTERNATIVES);
  const { today } = momentOf(question.calendar, question.now);
  const from = sameDay === 'too_far' ? today : addDays(wanted.date, 1);
  const search = { ...question, accountId: wanted.account.accountId };
  const later = await findSlots(search, from, MAX_ALTERNATIVES - near.length, deps, deadline);
  return [...near, ...later].slice(0, MAX_ALTERNATIVES);
}

/** Asked for one technician who is busy, the others of that very time are what matters. */
function namedIsBusy(wanted: WantedStart, near: readonly Slot[]): boolean {
  return namedTechnician(wanted) !== undefined && near[0]?.minute === wanted.minute;
}
