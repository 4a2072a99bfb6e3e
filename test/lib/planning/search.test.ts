import { describe, expect, it } from '@jest/globals';
import { type RouteProblem, routeOf } from '../../../lib/planning/routes.ts';
import { planOf, searchPlan } from '../../../lib/planning/search.ts';
import { randomFrom } from '../../support/random.ts';

interface Window {
  readonly from: number;
  readonly to: number;
}

const startsIn = ({ from, to }: Window): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, minute) => from + minute);

/** Jobs of 10 minutes with windows on a square, all of which begin as unplaced. */
function problemWith(seed: number, jobs: number, technicians: number) {
  const random = randomFrom(seed);
  const spots = Array.from({ length: jobs + 1 }, () => [random() * 100, random() * 100] as const);
  const way = (from: number, to: number) =>
    Math.ceil(
      Math.hypot(
        (spots[from]?.[0] ?? 0) - (spots[to]?.[0] ?? 0),
        (spots[from]?.[1] ?? 0) - (spots[to]?.[1] ?? 0),
      ),
    );
  const all = Array.from({ length: technicians }, (_, number) => number);
  const windows = Array.from({ length: jobs }, (): Window => {
    const from = Math.floor(random() * 300);
    return { from, to: from + 60 + Math.floor(random() * 300) };
  });
  const problem: RouteProblem = {
    technicians: all.map(() => ({ home: 0, pauses: [] })),
    drives: { cost: way, minutes: way },
    jobs: windows.map((window, number) => {
      const starts = startsIn(window);
      return {
        ...{ id: String(number), place: number + 1, minutes: 10, technicians: all },
        ...{ starts: () => starts, costOf: () => 0, isFixed: false },
      };
    }),
  };
  const routes = all.map((technician) => {
    const route = routeOf(problem, technician, []);
    if (route === undefined) throw new Error('Nothing can always be done');
    return route;
  });
  return {
    problem,
    way,
    windows,
    begin: {
      ...planOf(
        problem,
        routes,
        problem.jobs.map((_, job) => job),
      ),
      cost: 500,
    },
  };
}

/** Returns the least way of one technician over these jobs, by trying all orders. */
function shortest(
  jobs: readonly number[],
  windows: readonly Window[],
  way: (from: number, to: number) => number,
): number {
  let best = Number.POSITIVE_INFINITY;
  const go = (left: readonly number[], place: number, leaving: number, driven: number): void => {
    if (driven >= best) return;
    if (left.length === 0) best = Math.min(best, driven + way(place, 0));
    for (const job of left) {
      const window = windows[job] ?? { from: 0, to: 0 };
      const arrives = place === 0 ? window.from : leaving + way(place, job + 1);
      if (arrives > window.to) continue;
      const rest = left.filter((one) => one !== job);
      go(rest, job + 1, Math.max(arrives, window.from) + 10, driven + way(place, job + 1));
    }
  };
  go(jobs, 0, 0, 0);
  return jobs.length === 0 ? 0 : best;
}

describe('the search', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('finds the best of all plans of seven jobs (%d)', (seed) => {
    const { problem, way, windows, begin } = problemWith(seed, 7, 2);
    let best = Number.POSITIVE_INFINITY;
    for (let chosen = 0; chosen < 2 ** 7; chosen++) {
      const [mine, others] = [1, 0].map((bit) =>
        windows.flatMap((_, job) => (((chosen >> job) & 1) === bit ? [job] : [])),
      );
      best = Math.min(best, shortest(mine ?? [], windows, way) + shortest(others ?? [], windows, way));
    }
    const found = searchPlan(problem, begin, { seed: 1, iterations: 2_000 });
    expect(found.unplaced).toEqual([]);
    expect(found.cost).toBeCloseTo(best, 6);
  });

  it('gets better with more iterations, and leaves out what nobody can do', () => {
    const problems = [10, 11, 12].map((seed) => problemWith(seed, 40, 4));
    const costOf = (iterations: number) =>
      problems.reduce(
        (sum, { problem, begin }) => sum + searchPlan(problem, begin, { seed: 1, iterations }).cost,
        0,
      );
    expect(costOf(1_000)).toBeLessThan(0.9 * costOf(10));
    const { problem, begin } = problemWith(9, 40, 6);
    const jobs = problem.jobs.map((job, number) => (number === 3 ? { ...job, starts: () => [] } : job));
    expect(searchPlan({ ...problem, jobs }, begin, { seed: 1, iterations: 500 }).unplaced).toEqual([3]);
  });
});
