import type { EpochMinute } from '../scheduling/calendar.ts';
import type { Place } from '../scheduling/travel.ts';
import {
  blockId,
  type DayVisit,
  drivesOf,
  lengthOf,
  type PlannedDay,
  problemOf,
  type Slot,
  type Stop,
} from './day.ts';
import { cheapestInsertion, type Route, type RouteProblem, routeOf, startsNear } from './routes.ts';
import { type Plan, planOf, type SearchOptions, searchPlan } from './search.ts';

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

/** What a planner proposes for a day. */
export interface Proposal {
  /** The driving of the whole day from home to home, in whole minutes. */
  readonly before: number;
  readonly after: number;
  readonly changes: readonly ProposedChange[];
}

/** By the id of a visit. */
type Slots = ReadonlyMap<string, Slot>;

/**
 * Proposes who should come when, so that less is driven. Every visit keeps its promise, and nothing moves that a person has
 * fixed. Visits that no order of the day can reach in time stay where they are.
 */
export function proposePlan(day: PlannedDay, options: SearchOptions): Proposal {
  const current: Slots = new Map(
    day.visits.map(({ dispatchRequestId, technicianId, start }) => [
      dispatchRequestId,
      { technicianId, start },
    ]),
  );
  const found = searchSlots(day, options);
  const drives = drivesOf(day);
  const judge: Judge = {
    day,
    faults: (slots) => faultsOf(day, slots),
    cost: (slots) => costOf(day, slots, drives),
  };
  const [before, after] = [judge.cost(current), judge.cost(found)];
  const isBetter =
    Math.round(after) < Math.round(before) || judge.faults(found).size < judge.faults(current).size;
  const changed = isBetter ? day.visits.filter((visit) => isChanged(visit, found)) : [];
  if (changed.length === 0) return { before: Math.round(before), after: Math.round(before), changes: [] };
  return {
    before: Math.round(before),
    after: Math.round(after),
    changes: explained(judge, current, found, changed),
  };
}

function isChanged({ dispatchRequestId, technicianId, start }: DayVisit, slots: Slots): boolean {
  const slot = slots.get(dispatchRequestId);
  return slot !== undefined && (slot.technicianId !== technicianId || slot.start !== start);
}

/** Returns where the search puts each visit. */
function searchSlots(day: PlannedDay, options: SearchOptions): Slots {
  const staying = new Set<string>();
  for (;;) {
    const problem = problemOf(day, staying);
    const plan = searchPlan(problem, firstPlan(day, problem), options);
    const lost = plan.unplaced.flatMap((number) => problem.jobs[number]?.id ?? []);
    if (lost.length === 0) return slotsOf(day, problem, plan);
    // The day can't be driven with these, so the others are planned around them.
    for (const id of lost) staying.add(id);
  }
}

/** Returns the day as it stands, as far as it can be driven. */
function firstPlan(day: PlannedDay, problem: RouteProblem): Plan {
  const routes: Route[] = problem.technicians.map(
    (_, technician) =>
      routeOf(problem, technician, []) ?? { technician, jobs: [], first: [], last: [], cost: 0 },
  );
  const numberOf = new Map(day.account.technicians.map(({ id }, number) => [id, number]));
  const own = (number: number): number => {
    const visit = day.visits[number];
    return visit === undefined
      ? (problem.jobs[number]?.technicians[0] ?? -1)
      : (numberOf.get(visit.technicianId) ?? -1);
  };
  const standing = (number: number): number => day.visits[number]?.start ?? 0;
  const numbers = problem.jobs.flatMap((job, number) => (job.technicians.length === 0 ? [] : [number]));
  // What stays comes first, because everything else is planned around it.
  const inTurn = numbers.toSorted(
    (a, b) =>
      Number(problem.jobs[b]?.isFixed) - Number(problem.jobs[a]?.isFixed) ||
      standing(a) - standing(b) ||
      a - b,
  );
  const unplaced: number[] = [];
  for (const number of inTurn) {
    const route = routes[own(number)];
    const found = route && cheapestInsertion(problem, route, number, () => false);
    const longer =
      route && found && routeOf(problem, route.technician, route.jobs.toSpliced(found.at, 0, number));
    if (longer === undefined) unplaced.push(number);
    else routes[longer.technician] = longer;
  }
  return planOf(problem, routes, unplaced);
}

/** Returns the slots of a plan. A visit keeps its start if it can, and moves as little as possible otherwise. */
function slotsOf(day: PlannedDay, problem: RouteProblem, { routes }: Plan): Slots {
  const slots = new Map<string, Slot>(
    day.visits.map(({ dispatchRequestId, technicianId, start }) => [
      dispatchRequestId,
      { technicianId, start },
    ]),
  );
  for (const route of routes) {
    const technicianId = day.account.technicians[route.technician]?.id;
    const starts = startsNear(problem, route, (number) => day.visits[number]?.start);
    for (const [at, number] of route.jobs.entries()) {
      const visit = day.visits[number];
      const start = starts[at];
      if (visit !== undefined && technicianId !== undefined && start !== undefined)
        slots.set(visit.dispatchRequestId, { technicianId, start });
    }
  }
  return slots;
}

/** Returns the stops of each technician in the order of time. */
function stopsOf(day: PlannedDay, slots: Slots): ReadonlyMap<string, readonly Stop[]> {
  const stops = day.visits.flatMap((visit) => {
    const slot = slots.get(visit.dispatchRequestId);
    if (slot === undefined) return [];
    const { technicianId, start } = slot;
    const { dispatchRequestId: id, place } = visit;
    return [{ technicianId, id, place, from: start, to: start + lengthOf(day, visit) }];
  });
  const blocks = day.blocks.flatMap(({ technicianId, place, from, to }, number) =>
    place === undefined ? [] : [{ technicianId, id: blockId(number), place, from, to }],
  );
  const sorted = [...stops, ...blocks].sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1));
  return Map.groupBy(sorted, ({ technicianId }) => technicianId);
}

/** Returns the minutes that all technicians drive from home to home. */
function costOf(day: PlannedDay, slots: Slots, { cost }: ReturnType<typeof drivesOf>): number {
  let sum = 0;
  for (const [technicianId, stops] of stopsOf(day, slots)) {
    const home = day.homes.get(technicianId);
    const [first, final] = [stops[0], stops.at(-1)];
    if (first === undefined || final === undefined) continue;
    if (home !== undefined) sum += cost(home, first.place, first.from) + cost(final.place, home, final.to);
    for (const [at, stop] of stops.entries()) {
      const next = stops[at + 1];
      if (next !== undefined) sum += cost(stop.place, next.place, stop.to);
    }
  }
  return sum;
}

/** Returns what can't be: pairs of visits in a row that overlap or can't be driven, and visits in blocked time. */
function faultsOf(day: PlannedDay, slots: Slots): ReadonlySet<string> {
  const { minutes } = drivesOf(day);
  const faults = new Set<string>();
  for (const [technicianId, stops] of stopsOf(day, slots)) {
    const pauses = day.blocks.filter(
      (block) => block.technicianId === technicianId && block.place === undefined,
    );
    for (const [at, stop] of stops.entries()) {
      for (const pause of pauses)
        if (pause.from < stop.to && pause.to > stop.from) faults.add(`${stop.id}|${stop.id}`);
      const next = stops[at + 1];
      if (next !== undefined && !isReached(stop, next, pauses, minutes)) faults.add(`${stop.id}|${next.id}`);
    }
  }
  return faults;
}

function isReached(
  stop: Stop,
  next: Stop,
  pauses: readonly { readonly from: EpochMinute; readonly to: EpochMinute }[],
  minutes: (from: Place, to: Place, at: EpochMinute) => number,
): boolean {
  let leaving = stop.to;
  for (const pause of pauses.toSorted((a, b) => a.from - b.from)) {
    if (pause.to <= leaving || pause.from >= next.from) continue;
    if (leaving + minutes(stop.place, next.place, leaving) <= pause.from) return true;
    leaving = pause.to;
  }
  return leaving + minutes(stop.place, next.place, leaving) <= next.from;
}

interface Judge {
  readonly day: PlannedDay;
  readonly faults: (slots: Slots) => ReadonlySet<string>;
  readonly cost: (slots: Slots) => number;
}

/** Returns the changes with what each needs, saves and is for. */
function explained(
  judge: Judge,
  current: Slots,
  found: Slots,
  changed: readonly DayVisit[],
): readonly ProposedChange[] {
  const startOf = ({ dispatchRequestId }: DayVisit) => found.get(dispatchRequestId)?.start ?? 0;
  const visits = changed.toSorted(
    (a, b) => startOf(a) - startOf(b) || (a.dispatchRequestId < b.dispatchRequestId ? -1 : 1),
  );
  const withChanges = (ids: ReadonlySet<string>): Slots =>
    new Map([...current].map(([id, slot]) => [id, ids.has(id) ? (found.get(id) ?? slot) : slot]));
  const needed = new Map(
    visits.map(({ dispatchRequestId: id }) => [id, neededWith(id, judge, current, found, withChanges)]),
  );
  const saved = savings(judge, needed, withChanges);
  const numberOf = new Map(visits.map(({ dispatchRequestId: id }, at) => [id, at + 1]));
  return visits.map((visit) => {
    const id = visit.dispatchRequestId;
    const others = [...(needed.get(id) ?? [])].filter((other) => other !== id);
    return {
      number: numberOf.get(id) ?? 0,
      visit,
      to: found.get(id) ?? { technicianId: visit.technicianId, start: visit.start },
      needs: others.flatMap((other) => numberOf.get(other) ?? []).sort((a, b) => a - b),
      reason: reasonOf(judge.day, visit, current, found),
      savedMinutes: saved.get(id) ?? 0,
    };
  });
}

/** Returns the changes that must be made together with one, itself included. */
function neededWith(
  id: string,
  { faults }: Judge,
  current: Slots,
  found: Slots,
  withChanges: (ids: ReadonlySet<string>) => Slots,
): ReadonlySet<string> {
  const before = faults(current);
  const all = [...found.keys()].filter((one) => {
    const [slot, was] = [found.get(one), current.get(one)];
    return slot?.start !== was?.start || slot?.technicianId !== was?.technicianId;
  });
  const needed = new Set([id]);
  for (;;) {
    const fresh = [...faults(withChanges(needed))].filter((fault) => !before.has(fault));
    if (fresh.length === 0) return needed;
    const involved = fresh.flatMap((fault) => fault.split('|'));
    const added = all.filter((one) => involved.includes(one) && !needed.has(one));
    // Sometimes the visits between have to change rather than those that collide.
    for (const one of added.length > 0 ? added : all) needed.add(one);
    if (needed.size === all.length) return needed;
  }
}

/** Divides what the plan saves over its changes, in whole minutes: those that need each other share alike. */
function savings(
  { cost }: Judge,
  needed: ReadonlyMap<string, ReadonlySet<string>>,
  withChanges: (ids: ReadonlySet<string>) => Slots,
): ReadonlyMap<string, number> {
  const made = new Set<string>();
  const saved = new Map<string, number>();
  const begin = cost(withChanges(made));
  let given = 0;
  for (const [, group] of [...needed].sort(([, a], [, b]) => a.size - b.size)) {
    const fresh = [...group].filter((id) => !made.has(id));
    for (const id of fresh) made.add(id);
    const total = Math.round(begin) - Math.round(cost(withChanges(made)));
    let left = total - given;
    for (const [at, id] of fresh.entries()) {
      const share = Math.round(left / (fresh.length - at));
      saved.set(id, share);
      left -= share;
    }
    if (fresh.length > 0) given = total;
  }
  return saved;
}

function reasonOf(day: PlannedDay, visit: DayVisit, current: Slots, found: Slots): string {
  const nameOf = (id: string | undefined) =>
    day.account.technicians.find((technician) => technician.id === id)?.name ?? String(id);
  const to = found.get(visit.dispatchRequestId)?.technicianId ?? visit.technicianId;
  if (to === visit.technicianId) return `Fits the new order of ${nameOf(to)}'s visits`;
  const [there, here] = [awayOf(day, visit, found), awayOf(day, visit, current)];
  const said = (name: string, away: number | undefined) =>
    away === undefined ? `${name} has no other visit` : `${name} is ${Math.round(away)} minutes away`;
  const old =
    here === undefined
      ? said(nameOf(visit.technicianId), here)
      : `${nameOf(visit.technicianId)} ${Math.round(here)}`;
  return `${said(nameOf(to), there)}, ${old}`;
}

/** Returns how far the nearest of the stops before and behind a visit is, or home. */
function awayOf(day: PlannedDay, visit: DayVisit, slots: Slots): number | undefined {
  const { cost } = drivesOf(day);
  const slot = slots.get(visit.dispatchRequestId);
  const technicianId = slot?.technicianId ?? visit.technicianId;
  const stops = stopsOf(day, slots).get(technicianId) ?? [];
  const at = stops.findIndex(({ id }) => id === visit.dispatchRequestId);
  const home = day.homes.get(technicianId);
  const around = [stops[at - 1]?.place ?? home, stops[at + 1]?.place ?? home].filter(
    (one) => one !== undefined,
  );
  const ways = around.map((place) => cost(place, visit.place, slot?.start ?? visit.start));
  return ways.length === 0 ? undefined : Math.min(...ways);
}
