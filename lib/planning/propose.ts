import { keepsPromise, type PlannedDay, problemOf, type Slot } from './day.ts';
import { explained, type ProposedChange, worse } from './explain.ts';
import { type Judge, judgeOf, type Shortage, type Slots } from './judge.ts';
import { cheapestInsertion, type Route, type RouteProblem, routeOf, startsNear } from './routes.ts';
import { type Plan, planOf, type SearchOptions, searchPlan } from './search.ts';
import { teamDays } from './teams.ts';

export interface ProposeOptions extends SearchOptions {
  /** No more changes than this ever need each other. */
  readonly together: number;
}

/** What a planner proposes for a day. */
export interface Proposal {
  /** The driving of the whole day from home to home, in whole minutes. */
  readonly before: number;
  readonly after: number;
  readonly changes: readonly ProposedChange[];
  /** What can't be driven even with all changes. */
  readonly short: readonly Shortage[];
  /** The ids of visits that stand outside of what was promised, and stay there. */
  readonly outside: readonly string[];
}

/**
 * Proposes who should come when, so that less is driven. Every visit keeps its promise, and nothing moves that a person has
 * fixed. Visits that no order of the day can reach in time stay where they are.
 */
export function proposePlan(given: PlannedDay, options: ProposeOptions): Proposal {
  const day = inOrder(given);
  const judge = judgeOf(day);
  const current = slotsOf(day);
  const teams = teamDays(day, options.together);
  const iterations = Math.ceil(options.iterations / teams.length);
  const searched = teams.flatMap((team) => [...searchSlots(team, { ...options, iterations })]);
  const found = calmed(day, judge, current, new Map(searched));
  const isBetter =
    Math.round(judge.cost(found)) < Math.round(judge.cost(current)) ||
    minutesOf(judge.shortages(found)) < minutesOf(judge.shortages(current));
  const proposed = isBetter ? found : current;
  return {
    before: Math.round(judge.cost(current)),
    after: Math.round(judge.cost(proposed)),
    changes: explained(day, judge, current, proposed),
    short: judge.shortages(proposed),
    outside: day.visits
      .filter((visit) => {
        const start = proposed.get(visit.dispatchRequestId)?.start;
        return start !== undefined && !keepsPromise(day, visit, start);
      })
      .map(({ dispatchRequestId }) => dispatchRequestId),
  };
}

/** The plan of a day doesn't depend on the order in which its visits are listed. */
function inOrder(day: PlannedDay): PlannedDay {
  const visits = day.visits.toSorted((a, b) => (a.dispatchRequestId < b.dispatchRequestId ? -1 : 1));
  const blocks = day.blocks.toSorted(
    (a, b) => a.from - b.from || a.to - b.to || (a.technicianId < b.technicianId ? -1 : 1),
  );
  return { ...day, visits, blocks };
}

/** Returns where the visits of a day are now. */
export const slotsOf = (day: PlannedDay): Slots =>
  new Map(
    day.visits.map(({ dispatchRequestId, technicianId, start }) => [
      dispatchRequestId,
      { technicianId, start },
    ]),
  );

const minutesOf = (shortages: readonly Shortage[]): number =>
  shortages.reduce((sum, { minutes }) => sum + minutes, 0);

/** Takes back what saves nothing: other starts first, and then other technicians. */
function calmed(day: PlannedDay, judge: Judge, current: Slots, found: Slots): Slots {
  const { jobs } = problemOf(day, new Set());
  const numberOf = new Map(day.account.technicians.map(({ id }, number) => [id, number]));
  const mayBe = new Map(jobs.map(({ id, starts }) => [id, starts]));
  const isPossible = ([id, { technicianId, start }]: readonly [string, Slot]): boolean =>
    mayBe
      .get(id)?.(numberOf.get(technicianId) ?? -1)
      .includes(start) === true;
  let kept = found;
  const tryWith = (slots: Slots): void => {
    const isNoLonger = judge.cost(slots) <= judge.cost(kept) + 0.5;
    if (!isNoLonger || worse(judge.shortages(slots), judge.shortages(kept)).length > 0) return;
    if ([...slots].every((one) => kept.get(one[0]) === one[1] || isPossible(one))) kept = slots;
  };
  const atOldStart = (slot: Slot, id: string): Slot => ({
    ...slot,
    start: current.get(id)?.start ?? slot.start,
  });
  for (const { id: technicianId } of day.account.technicians)
    tryWith(
      new Map(
        [...kept].map(([id, slot]) => [id, slot.technicianId === technicianId ? atOldStart(slot, id) : slot]),
      ),
    );
  for (const [id, before] of current) {
    const slot = kept.get(id);
    if (slot === undefined) continue;
    if (slot.start !== before.start) tryWith(new Map([...kept, [id, atOldStart(slot, id)]]));
    if (slot.technicianId !== before.technicianId) tryWith(new Map([...kept, [id, before]]));
  }
  return kept;
}

/** A search for a way to drive a day as it stands is at most this long, because on a hopeless one each iteration takes long. */
const RESCUE_ITERATIONS = 500;

/** Returns where the search puts each visit. */
function searchSlots(day: PlannedDay, { seed, iterations }: SearchOptions): Slots {
  const staying = new Set<string>();
  const rescue = { seed, iterations: Math.min(iterations, RESCUE_ITERATIONS) };
  for (;;) {
    const problem = problemOf(day, staying);
    const first = firstPlan(day, problem);
    const begin = first.unplaced.length === 0 ? first : searchPlan(problem, first, rescue);
    const lost = begin.unplaced.flatMap((number) => problem.jobs[number]?.id ?? []);
    // Whatever has a place keeps one.
    if (lost.length === 0)
      return plannedSlots(day, problem, searchPlan(problem, begin, { seed, iterations }));
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
function plannedSlots(day: PlannedDay, problem: RouteProblem, { routes }: Plan): Slots {
  const slots = new Map(slotsOf(day));
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
