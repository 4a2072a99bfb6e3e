/** Random numbers from 0 to below 1 that depend only on the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of several, each equally likely. */
export function pick<T>(random: () => number, some: readonly T[]): T {
  const one = some[Math.floor(random() * some.length)];
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
}
