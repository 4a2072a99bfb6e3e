/** Ordered from the least to the most urgent. */
export const urgencies = ['routine', 'urgent', 'emergency'] as const;
export type Urgency = (typeof urgencies)[number];
