/** What the first view doesn't need; undefined until it is read. */
export const lazy: { parts?: typeof import('./later.ts') } = {};
