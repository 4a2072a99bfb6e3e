/** Kinds of danger, the one to act on first in front. */
export const dangers = ['gas', 'carbon_monoxide', 'fire', 'electric', 'water', 'no_heat'] as const;
export type Danger = (typeof dangers)[number];
