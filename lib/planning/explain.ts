import type { DayVisit, PlannedDay, Slot } from './day.ts';
import type { Judge, Shortage, Slots } from './judge.ts';

/** A change of one visit. */
export interface ProposedChange {
  /** From 1, in the order of the new starts. */
  readonly number: number;
  readonly visit: DayVisit;
  readonly to: Slot;
  /** The numbers of the changes without which it can't be made. */
  readonly needs: readonly number[];
  readonly reason: string;
  /** Whole minutes; those of all changes add up to what the plan saves. */
  readonly savedMinutes: number;
}

/** Returns the slots with some of the changes that lead from the current ones to others. */
const withChanges = (current: Slots, found: Slots, ids: ReadonlySet<string>): Slots =>
  new Map([...current].map(([id, slot]) => [id, ids.has(id) ? (found.get(id) ?? slot) : slot]));

/** Returns the shortages that are new, or longer than before. */
export function worse(shortages: readonly Shortage[], before: readonly Shortage[]): readonly Shortage[] {
  const known = new Map(before.map(({ from, to, minutes }) => [`${from}|${to}`, minutes]));
  return shortages.filter(({ from, to, minutes }) => minutes > (known.get(`${from}|${to}`) ?? 0));
}

/** Returns the changes from the current slots to others, with what each needs, saves and is for. */
export function explained(
  day: PlannedDay,
  judge: Judge,
  current: Slots,
  found: Slots,
): readonly ProposedChange[] {
  const slotOf = ({ dispatchRequestId, technicianId, start }: DayVisit): Slot =>
    found.get(dispatchRequestId) ?? { technicianId, start };
  const visits = day.visits
    .filter((visit) => isMoved(visit, slotOf(visit)))
    .sort(
      (a, b) => slotOf(a).start - slotOf(b).start || (a.dispatchRequestId < b.dispatchRequestId ? -1 : 1),
    );
  const ids = visits.map(({ dispatchRequestId }) => dispatchRequestId);
  const before = judge.shortages(current);
  const still = new Set(lateOf(judge.shortages(found)));
  const late = new Set(lateOf(before).filter((id) => !still.has(id)));
  const needed = new Map(ids.map((id) => [id, neededWith(id, ids, judge, before, current, found)]));
  const saved = savings(ids, needed, judge, current, found);
  return visits.map((visit, at) => ({
    ...{ number: at + 1, visit, to: slotOf(visit) },
    needs: ids.flatMap((id, other) =>
      other !== at && needed.get(ids[at] ?? '')?.has(id) ? [other + 1] : [],
    ),
    reason: reasonOf(day, judge, visit, current, found, late),
    savedMinutes: saved[at] ?? 0,
  }));
}

const isMoved = (visit: DayVisit, to: Slot): boolean =>
  to.technicianId !== visit.technicianId || to.start !== visit.start;

/** Returns the changes that must be made together with one, itself included. */
function neededWith(
  id: string,
  all: readonly string[],
  { shortages }: Judge,
  before: readonly Shortage[],
  current: Slots,
  found: Slots,
): ReadonlySet<string> {
  const needed = new Set([id]);
  while (needed.size < all.length) {
    const slots = withChanges(current, found, needed);
    const fresh = worse(shortages(slots), before);
    if (fresh.length === 0) break;
    const involved = new Set(fresh.flatMap(({ from, to }) => [from, to]));
    const left = all.filter((one) => !needed.has(one));
    const colliding = left.filter((one) => involved.has(one));
    // Sometimes other visits of the same technicians have to change than those that collide.
    const technicians = new Set([...involved].flatMap((one) => slots.get(one)?.technicianId ?? []));
    const isOfThem = (slot: Slot | undefined) => slot !== undefined && technicians.has(slot.technicianId);
    const beside = left.filter((one) => isOfThem(current.get(one)) || isOfThem(found.get(one)));
    const [added = left] = [colliding, beside].filter(({ length }) => length > 0);
    for (const one of added) needed.add(one);
  }
  return needed;
}

/**
 * Divides what the plan saves over its changes, in whole minutes. A change gets the mean of what it saves if it is made
 * among the first, and among the last; those that need each other share alike.
 */
function savings(
  ids: readonly string[],
  needed: ReadonlyMap<string, ReadonlySet<string>>,
  { cost }: Judge,
  current: Slots,
  found: Slots,
): readonly number[] {
  const groups = ids.map((id) => needed.get(id) ?? new Set([id])).sort((a, b) => a.size - b.size);
  const shares = new Map<string, number>(ids.map((id) => [id, 0]));
  for (const order of [groups, groups.toReversed()]) {
    const made = new Set<string>();
    let last = cost(current);
    for (const group of order) {
      const fresh = [...group].filter((id) => !made.has(id));
      for (const id of fresh) made.add(id);
      const next = fresh.length === 0 ? last : cost(withChanges(current, found, made));
      for (const id of fresh) shares.set(id, (shares.get(id) ?? 0) + (last - next) / fresh.length / 2);
      last = next;
    }
  }
  const total = Math.round(cost(current)) - Math.round(cost(found));
  return wholeShares(
    ids.map((id) => shares.get(id) ?? 0),
    total,
  );
}

/** Rounds shares so that they add up to a whole number. */
function wholeShares(shares: readonly number[], total: number): readonly number[] {
  let [sum, given] = [0, 0];
  return shares.map((share, at) => {
    sum += share;
    const upTo = at === shares.length - 1 ? total : Math.round(sum);
    const whole = upTo - given;
    given = upTo;
    return whole;
  });
}

/** Returns the ids of visits and blocks that nobody reaches in time, or that stand in blocked time. */
const lateOf = (shortages: readonly Shortage[]): readonly string[] => shortages.map(({ to }) => to);

/** @param late the visits that somebody reaches in time only with the plan */
function reasonOf(
  day: PlannedDay,
  { away }: Judge,
  visit: DayVisit,
  current: Slots,
  found: Slots,
  late: ReadonlySet<string>,
): string {
  const id = visit.dispatchRequestId;
  const nameOf = (technicianId: string | undefined): string =>
    day.account.technicians.find((one) => one.id === technicianId)?.name ?? String(technicianId);
  const [before, after] = [visit.technicianId, found.get(id)?.technicianId ?? visit.technicianId];
  if (late.has(id)) return `${nameOf(after)} can be there in time`;
  if (before === after) return `Fits the new order of ${nameOf(after)}'s visits`;
  const [there, here] = [away(id, found), away(id, current)].map((way) => way && Math.round(way));
  if (there === undefined) return `${nameOf(after)} has no other visit then`;
  if (here === undefined) return `${nameOf(after)} is ${there} minutes away`;
  if (there < here) return `${nameOf(after)} is ${there} minutes away, ${nameOf(before)} ${here}`;
  return `Gives ${nameOf(before)} a shorter way to other visits`;
}
