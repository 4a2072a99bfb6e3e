/** Ordered by urgency, the most urgent first. */
export const dangers = ['gas', 'carbon_monoxide', 'fire', 'electric', 'water', 'no_heat'] as const;
export type Danger = (typeof dangers)[number];
