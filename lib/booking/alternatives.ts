import type { Deadline } from '../record/ports.ts';
import type { Question } from '../scheduling/day.ts';
import { freeSlots, type Slot } from '../scheduling/engine.ts';
import { addDays, momentOf } from '../scheduling/time.ts';
import { fits } from '../scheduling/wish.ts';
import { heldUntil } from './holds.ts';
import {
  MAX_ALTERNATIVES,
  type RequestedStart,
  type RequestedStartRefusal,
  requestedTechnician,
  technicianRefusal,
} from './requested-start.ts';
import {
  bookableFrom,
  type FreeDay,
  type SearchDependencies,
  type Searched,
  searchBefore,
  searchDays,
} from './search-days.ts';

export interface RefusedStart {
  readonly reason: RequestedStartRefusal;
  /** Holds at most three slots. */
  readonly alternatives: readonly Slot[];
  readonly searched: Searched;
  /** If the start is only held for other callers, this is when it becomes free (ISO 8601, UTC). */
  readonly heldUntil?: string | undefined;
}

/** Offers only alternatives that `isOffered` accepts. */
export async function refusedStart(
  reason: RequestedStartRefusal,
  wanted: RequestedStart,
  question: Question,
  deps: SearchDependencies,
  deadline: Deadline,
  isOffered: (slot: Slot) => boolean = () => true,
): Promise<RefusedStart> {
  const { slots, searched } = await alternativesTo(wanted, question, deps, deadline, isOffered);
  const until = reason === 'slot_taken' ? heldUntil(question, wanted) : undefined;
  return { reason, alternatives: slots, searched, heldUntil: until };
}

/**
 * Finds up to three slots nearest to the requested start: on that date first, then on later dates, or else on the
 * last free date before it. If the database fails, returns the slots found so far.
 */
async function alternativesTo(
  wanted: RequestedStart,
  { occupancy, ...question }: Question,
  deps: SearchDependencies,
  deadline: Deadline,
  isOffered: (slot: Slot) => boolean,
): Promise<{ readonly slots: readonly Slot[]; readonly searched: Searched }> {
  const sameDay = freeSlots({ ...question, occupancy }, wanted.date);
  const free = byDistance(typeof sameDay === 'string' ? [] : sameDay.filter(isOffered), wanted);
  const near = wishedFirst(free, { ...question, occupancy }, wanted);
  if (near.length >= MAX_ALTERNATIVES || othersCanCome(wanted, near)) {
    return { slots: near.slice(0, MAX_ALTERNATIVES), searched: { kind: 'complete' } };
  }
  const { today } = momentOf(question.calendar, question.now);
  const from = sameDay === 'too_far' ? today : addDays(wanted.date, 1);
  const search = { ...question, accountId: wanted.account.accountId };
  const missing = MAX_ALTERNATIVES - near.length;
  const offered = (days: readonly FreeDay[]) => days.flatMap(({ slots }) => slots.filter(isOffered));
  const enough = (days: readonly FreeDay[]) => offered(days).length >= missing;
  const later = await searchDays(search, bookableFrom(search, from), enough, deps, deadline);
  const slots = [...near, ...offered(later.days)].slice(0, MAX_ALTERNATIVES);
  const { searched } = later;
  if (slots.length > 0 || searched.kind === 'cut_short') return { slots, searched };
  const before = await searchBefore(search, from, deps, deadline);
  const last = before.days.findLast((day) => offered([day]).length > 0);
  const nearest = byDistance(last === undefined ? [] : offered([last]), wanted);
  const isAll = before.searched.kind === 'complete';
  return { slots: nearest.slice(0, MAX_ALTERNATIVES), searched: isAll ? searched : { kind: 'cut_short' } };
}

/** Puts slots as the caller wishes them before others of the date. */
function wishedFirst(
  free: readonly Slot[],
  question: Question,
  { date, wish }: RequestedStart,
): readonly Slot[] {
  if (wish === undefined) return free;
  const found = freeSlots(question, date, (start) => fits(wish, start));
  const wished = typeof found === 'string' ? [] : found;
  const isWished = (slot: Slot) => wished.some((one) => beginning(one) === beginning(slot));
  return [...free.filter(isWished), ...free.filter((slot) => !isWished(slot))];
}

/** Sorts slots by their distance from the requested start; of two equally near slots, the earlier comes first. */
function byDistance(slots: readonly Slot[], { minute }: RequestedStart): readonly Slot[] {
  const distance = (slot: Slot) => Math.abs(beginning(slot) - minute);
  return slots.toSorted((a, b) => distance(a) - distance(b) || beginning(a) - beginning(b));
}

const beginning = ({ minute, window }: Slot): number => window?.from ?? minute;

/** True if other technicians can come then, which is offered before the requested one at another time. */
function othersCanCome(wanted: RequestedStart, near: readonly Slot[]): boolean {
  const isAnother = requestedTechnician(wanted).kind === 'named' || technicianRefusal(wanted) !== undefined;
  return isAnother && near[0] !== undefined && beginning(near[0]) === wanted.minute;
}
