import { cheapestInsertion, type Route, type RouteProblem, routeOf } from './routes.ts';

/** Every job without a place costs this much more than any drive. */
const UNPLACED = 100_000;

/** A state of the search: routes by technician, and the jobs that are in none. */
export interface Plan {
  readonly routes: readonly Route[];
  readonly unplaced: readonly number[];
  /** The cost of all drives and of changed technicians. */
  readonly cost: number;
}

export interface SearchOptions {
  /** The same seed and the same iterations give the same plan, on any machine. */
  readonly seed: number;
  readonly iterations: number;
}

// Slack induction by string removals: J. Christiaens, G. Vanden Berghe, Transportation Science 54 (2020), doi
// 10.1287/trsc.2019.0914. The figures are those of the paper, except for the temperatures, which fit fewer iterations.
const MEAN_REMOVED = 10;
const LONGEST_STRING = 10;
const SPLIT_RATE = 0.5;
const SPLIT_STOPS = 0.01;
const BLINK_RATE = 0.01;
/** Multiples of a drive between two jobs that are near each other. */
const FIRST_TEMPERATURE = 3;
const LAST_TEMPERATURE = 0.03;

/** Improves a plan: takes jobs that are near each other out of some routes and puts them back where they cost least, again and again. */
export function searchPlan(problem: RouteProblem, begin: Plan, { seed, iterations }: SearchOptions): Plan {
  const random = randomFrom(seed);
  const near = neighbors(problem);
  const movable = problem.jobs.flatMap(({ isFixed }, number) => (isFixed ? [] : [number]));
  if (movable.length === 0) return begin;
  let [current, best] = [begin, begin];
  const scale = meanWay(problem, near);
  let temperature = FIRST_TEMPERATURE * scale;
  const cooling = (LAST_TEMPERATURE / FIRST_TEMPERATURE) ** (1 / Math.max(1, iterations));
  for (let iteration = 0; iteration < iterations; iteration++) {
    const next = recreate(problem, ruin(problem, current, movable, near, random), random);
    const limit = totalOf(current) - temperature * Math.log(random());
    if (totalOf(next) < limit) {
      current = next;
      if (totalOf(next) < totalOf(best)) best = next;
    }
    temperature *= cooling;
  }
  return best;
}

/** What the search makes small. */
const totalOf = ({ cost, unplaced }: Plan): number => cost + UNPLACED * unplaced.length;

/** Returns a plan of these routes. */
export function planOf(problem: RouteProblem, routes: readonly Route[], unplaced: readonly number[]): Plan {
  let cost = 0;
  for (const { cost: drives, jobs, technician } of routes) {
    cost += drives;
    for (const number of jobs) cost += problem.jobs[number]?.costOf(technician) ?? 0;
  }
  return { routes, unplaced, cost };
}

/** Returns random numbers from 0 to 1, without 1: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns for each job all others, the nearest first. */
function neighbors({ jobs, drives }: RouteProblem): readonly (readonly number[])[] {
  return jobs.map(({ place }, number) => {
    const ways = jobs.map((other) => drives.cost(place, other.place, 0));
    return ways
      .map((_, other) => other)
      .sort((a, b) => (a === number ? -1 : b === number ? 1 : (ways[a] ?? 0) - (ways[b] ?? 0) || a - b));
  });
}

/** A job has about this many near others. */
const NEAR = 10;

/** Returns the mean cost of a drive from a job to one that is near. */
function meanWay({ jobs, drives }: RouteProblem, near: readonly (readonly number[])[]): number {
  const ways = jobs.flatMap(({ place }, number) =>
    (near[number] ?? [])
      .slice(1, NEAR + 1)
      .map((other) => drives.cost(place, jobs[other]?.place ?? place, 0)),
  );
  return ways.length === 0 ? 0 : ways.reduce((sum, way) => sum + way, 0) / ways.length;
}

interface Ruined {
  readonly kept: readonly (readonly number[])[];
  /** The routes from which jobs were taken, by number. */
  readonly changed: ReadonlySet<number>;
  readonly removed: readonly number[];
  readonly plan: Plan;
}

function ruin(
  problem: RouteProblem,
  plan: Plan,
  movable: readonly number[],
  near: readonly (readonly number[])[],
  random: () => number,
): Ruined {
  const { routes } = plan;
  const routeOfJob = new Map<number, number>();
  let used = 0;
  for (const [at, { jobs }] of routes.entries()) {
    if (jobs.length > 0) used += 1;
    for (const number of jobs) routeOfJob.set(number, at);
  }
  const mean = routeOfJob.size / Math.max(1, used);
  const longest = Math.min(LONGEST_STRING, mean);
  const mostStrings = (4 * MEAN_REMOVED) / (1 + longest) - 1;
  const strings = Math.floor(1 + random() * mostStrings);
  const kept = routes.map(({ jobs }) => jobs);
  const changed = new Set<number>();
  const removed: number[] = [];
  const seed = movable[Math.floor(random() * movable.length)] ?? 0;
  for (const number of near[seed] ?? []) {
    if (changed.size >= strings) break;
    const at = routeOfJob.get(number);
    if (at === undefined || changed.has(at) || problem.jobs[number]?.isFixed) continue;
    const jobs = kept[at] ?? [];
    const length = Math.floor(1 + random() * Math.min(jobs.length, longest));
    const taken = stringAround(jobs, jobs.indexOf(number), length, random).filter(
      (one) => !problem.jobs[one]?.isFixed,
    );
    const gone = new Set(taken);
    kept[at] = jobs.filter((one) => !gone.has(one));
    removed.push(...taken);
    changed.add(at);
  }
  return { kept, changed, removed, plan };
}

/** Returns jobs in a row that include one, or, half of the time, a longer row without some in its middle. */
function stringAround(
  jobs: readonly number[],
  index: number,
  length: number,
  random: () => number,
): readonly number[] {
  let spared = 0;
  if (length > 1 && length < jobs.length && random() < SPLIT_RATE) {
    spared = 1;
    while (length + spared < jobs.length && random() > SPLIT_STOPS) spared += 1;
  }
  const whole = length + spared;
  const earliest = Math.max(0, index - whole + 1);
  const latest = Math.min(index, jobs.length - whole);
  const from = earliest + Math.floor(random() * (latest - earliest + 1));
  const row = jobs.slice(from, from + whole);
  if (spared === 0) return row;
  const sparedFrom = Math.floor(random() * (length + 1));
  return row.filter((_, at) => at < sparedFrom || at >= sparedFrom + spared);
}

/** Ways to order the jobs that are put back, by how often each is chosen. */
type Order = 'random' | 'long' | 'far' | 'near' | 'narrow' | 'early' | 'late';
const orders: readonly (readonly [Order, number])[] = [
  ['random', 4],
  ['long', 4],
  ['far', 2],
  ['near', 1],
  ['narrow', 2],
  ['early', 2],
  ['late', 2],
];
const ALL_WEIGHTS = orders.reduce((sum, [, weight]) => sum + weight, 0);

function chosenOrder(random: () => number): Order {
  let left = random() * ALL_WEIGHTS;
  for (const [order, weight] of orders) {
    left -= weight;
    if (left < 0) return order;
  }
  return 'random';
}

function recreate(
  problem: RouteProblem,
  { kept, changed, removed, plan }: Ruined,
  random: () => number,
): Plan {
  const routes = plan.routes.map((route, at) =>
    changed.has(at) ? (routeOf(problem, route.technician, kept[at] ?? []) ?? route) : route,
  );
  const unplaced: number[] = [];
  const skips = () => random() < BLINK_RATE;
  for (const number of inOrder(problem, [...removed, ...plan.unplaced], chosenOrder(random), random)) {
    let best: { readonly route: number; readonly at: number; readonly cost: number } | undefined;
    for (const technician of problem.jobs[number]?.technicians ?? []) {
      const route = routes[technician];
      const found = route && cheapestInsertion(problem, route, number, skips);
      if (found !== undefined && (best === undefined || found.cost < best.cost))
        best = { route: technician, ...found };
    }
    const route = best && routes[best.route];
    const longer =
      route && routeOf(problem, route.technician, route.jobs.toSpliced(best?.at ?? 0, 0, number));
    if (best === undefined || longer === undefined) unplaced.push(number);
    else routes[best.route] = longer;
  }
  return planOf(problem, routes, unplaced);
}

function inOrder(
  { jobs, drives, technicians }: RouteProblem,
  removed: readonly number[],
  order: Order,
  random: () => number,
): readonly number[] {
  const keyOf = (number: number): number => {
    const job = jobs[number];
    if (job === undefined || order === 'random') return random();
    const technician = job.technicians[0] ?? 0;
    const starts = job.starts(technician);
    const [from, to] = [starts[0] ?? 0, starts.at(-1) ?? 0];
    const home = technicians[technician]?.home ?? job.place;
    switch (order) {
      case 'long':
        return -job.minutes;
      case 'far':
        return -drives.cost(home, job.place, from);
      case 'near':
        return drives.cost(home, job.place, from);
      case 'narrow':
        return to - from;
      case 'early':
        return from;
      case 'late':
        return -to;
    }
  };
  const keys = new Map(removed.map((number) => [number, keyOf(number)]));
  return removed.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}
