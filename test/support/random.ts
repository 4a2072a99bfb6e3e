export { randomFrom } from '../../lib/planning/search.ts';

/** One of several, each equally likely. */
export function pick<T>(random: () => number, some: readonly T[]): T {
  const one = some[Math.floor(random() * some.length)];
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
}
