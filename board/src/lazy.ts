import type * as later from './later.ts';

/** What the first view doesn't need; undefined until it is read. */
export const lazy: { parts?: typeof later } = {};
