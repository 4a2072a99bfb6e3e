/**
 * A day to plan, in numbers: which technician does which jobs, in which order. All times are minutes on one scale, and jobs,
 * technicians and places are numbered from 0.
 */
export interface RouteProblem {
  readonly jobs: readonly RouteJob[];
  readonly technicians: readonly RouteTechnician[];
  readonly drives: Drives;
}

export interface RouteJob {
  readonly id: string;
  readonly place: number;
  /** From its start until the technician may leave. */
  readonly minutes: number;
  /** The technicians who may do it. */
  readonly technicians: readonly number[];
  /** By technician: the starts in order, whole minutes, of which each is possible by itself. */
  readonly starts: (technician: number) => readonly number[];
  /** Another technician costs this much more, so that no job moves for nothing. */
  readonly costOf: (technician: number) => number;
  /** Neither its technician nor its start changes. */
  readonly isFixed: boolean;
}

export interface RouteTechnician {
  /** The day begins and ends at this place. Without it, the first and the last drive cost nothing. */
  readonly home?: number | undefined;
  /** Half-open times, in order, in which nobody works or drives. */
  readonly pauses: readonly Pause[];
}

/** A half-open time. */
export interface Pause {
  readonly from: number;
  readonly to: number;
}

export interface Drives {
  /** Returns the cost of a drive that begins then. */
  readonly cost: (from: number, to: number, at: number) => number;
  /** Returns the time that such a drive takes up. */
  readonly minutes: (from: number, to: number, at: number) => number;
}

/** The jobs of one technician in order, with the first possible start of each, and the last one that leaves the rest possible. */
export interface Route {
  readonly technician: number;
  readonly jobs: readonly number[];
  readonly first: readonly number[];
  readonly last: readonly number[];
  /** From home to home. */
  readonly cost: number;
}

/** Returns the first start at a moment or later. */
const startFrom = (starts: readonly number[], moment: number): number | undefined =>
  starts.find((start) => start >= moment);

/** Returns the last start at a moment or earlier. */
const startUntil = (starts: readonly number[], moment: number): number | undefined =>
  starts.findLast((start) => start <= moment);

/**
 * Returns when somebody arrives who leaves as soon as the whole drive fits between the pauses.
 * @param minutes what a drive takes up that begins at a moment
 */
export function arrivalAfter(
  leaving: number,
  pauses: readonly Pause[],
  minutes: (leaving: number) => number,
): number {
  let at = leaving;
  for (const pause of pauses) {
    if (pause.to <= at) continue;
    if (at + minutes(at) <= pause.from) break;
    at = pause.to;
  }
  return at + minutes(at);
}

const arrival = (
  { technicians, drives }: RouteProblem,
  technician: number,
  from: number,
  to: number,
  leaving: number,
): number =>
  arrivalAfter(leaving, technicians[technician]?.pauses ?? [], (at) => drives.minutes(from, to, at));

/** Returns the route of jobs in this order; undefined if it can't be driven. */
export function routeOf(
  problem: RouteProblem,
  technician: number,
  jobs: readonly number[],
): Route | undefined {
  const { drives, technicians } = problem;
  const home = technicians[technician]?.home;
  const first: number[] = [];
  let [cost, place, leaving] = [0, home, Number.NEGATIVE_INFINITY];
  for (const [at, number] of jobs.entries()) {
    const job = problem.jobs[number];
    if (job === undefined) return undefined;
    const arrives =
      at === 0 || place === undefined ? leaving : arrival(problem, technician, place, job.place, leaving);
    const start = startFrom(job.starts(technician), arrives);
    if (start === undefined) return undefined;
    // The first drive lies before the first job, whenever that is.
    if (place !== undefined) cost += drives.cost(place, job.place, at === 0 ? start : leaving);
    first.push(start);
    [place, leaving] = [job.place, start + job.minutes];
  }
  if (place !== undefined && home !== undefined && jobs.length > 0) cost += drives.cost(place, home, leaving);
  return { technician, jobs, first, last: lastStarts(problem, technician, jobs, first), cost };
}

/** Returns the last start of each job that leaves those behind it possible. */
function lastStarts(
  problem: RouteProblem,
  technician: number,
  jobs: readonly number[],
  first: readonly number[],
): readonly number[] {
  const last: number[] = [];
  let next: { readonly place: number; readonly start: number } | undefined;
  for (let at = jobs.length - 1; at >= 0; at--) {
    const job = problem.jobs[jobs[at] ?? -1];
    const earliest = first[at] ?? 0;
    if (job === undefined) break;
    const start =
      next === undefined ? lastOf(job.starts(technician)) : lastBefore(problem, technician, job, next);
    const latest = start === undefined ? earliest : Math.max(earliest, start);
    last[at] = latest;
    next = { place: job.place, start: latest };
  }
  return last;
}

const lastOf = (starts: readonly number[]): number | undefined =>
  startUntil(starts, Number.POSITIVE_INFINITY);

/** Returns the last start of a job from which somebody reaches the next one in time. */
function lastBefore(
  problem: RouteProblem,
  technician: number,
  job: RouteJob,
  next: { readonly place: number; readonly start: number },
): number | undefined {
  const starts = job.starts(technician);
  // No drive is longer than the one that begins as late as possible, and none takes less than nothing.
  let start = startUntil(starts, next.start - job.minutes);
  while (start !== undefined) {
    const late = arrival(problem, technician, job.place, next.place, start + job.minutes) - next.start;
    if (late <= 0) return start;
    start = startUntil(starts, start - Math.max(late, 1));
  }
  return undefined;
}

/**
 * Returns possible starts of a route's jobs that are as near as possible to those that are wanted.
 * @param wanted by the number of a job; undefined: as soon as possible
 */
export function startsNear(
  problem: RouteProblem,
  { technician, jobs, first, last }: Route,
  wanted: (number: number) => number | undefined,
): readonly number[] {
  const chosen: number[] = [];
  let before: RouteJob | undefined;
  for (const [at, number] of jobs.entries()) {
    const job = problem.jobs[number];
    if (job === undefined) return first;
    const leaving = (chosen.at(-1) ?? 0) + (before?.minutes ?? 0);
    const reached =
      before === undefined
        ? Number.NEGATIVE_INFINITY
        : arrival(problem, technician, before.place, job.place, leaving);
    const latest = last[at] ?? 0;
    const starts = job.starts(technician);
    const later = startFrom(starts, Math.max(reached, wanted(number) ?? reached));
    const start = later !== undefined && later <= latest ? later : startUntil(starts, latest);
    // Who leaves before a peak ends may arrive later than who leaves after it.
    if (start === undefined || start < reached) return first;
    chosen.push(start);
    before = job;
  }
  return chosen;
}

/** Where a job may come into a route, and what that costs more. */
export interface Insertion {
  readonly at: number;
  readonly cost: number;
}

/**
 * Returns the cheapest place for a job in a route; undefined if there is none.
 * @param skips called for each place; true leaves it out
 */
export function cheapestInsertion(
  problem: RouteProblem,
  route: Route,
  number: number,
  skips: () => boolean,
): Insertion | undefined {
  const { drives, technicians } = problem;
  const job = problem.jobs[number];
  if (job === undefined) return undefined;
  const { technician, jobs } = route;
  const home = technicians[technician]?.home;
  const starts = job.starts(technician);
  let best: Insertion | undefined;
  for (let at = 0; at <= jobs.length; at++) {
    const before = at === 0 ? undefined : problem.jobs[jobs[at - 1] ?? -1];
    const after = problem.jobs[jobs[at] ?? -1];
    const leaving =
      before === undefined ? Number.NEGATIVE_INFINITY : (route.first[at - 1] ?? 0) + before.minutes;
    const from = before?.place ?? home;
    const arrives =
      before === undefined ? leaving : arrival(problem, technician, before.place, job.place, leaving);
    const start = startFrom(starts, arrives);
    // Whoever comes too late here comes too late behind the next job as well.
    if (start === undefined) break;
    const done = start + job.minutes;
    if (after !== undefined) {
      const reached = arrival(problem, technician, job.place, after.place, done);
      if (reached > (route.last[at] ?? 0)) continue;
    }
    if (skips()) continue;
    const to = after?.place ?? home;
    const begins = before === undefined ? start : leaving;
    const ways =
      (from === undefined ? 0 : drives.cost(from, job.place, begins)) +
      (to === undefined ? 0 : drives.cost(job.place, to, done)) -
      (from === undefined || to === undefined || jobs.length === 0 ? 0 : drives.cost(from, to, begins));
    const cost = ways + job.costOf(technician);
    if (best === undefined || cost < best.cost) best = { at, cost };
  }
  return best;
}
