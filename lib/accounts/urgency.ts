/** How soon a job is needed, the least urgent first. */
export const urgencies = ['routine', 'urgent', 'emergency'] as const;
export type Urgency = (typeof urgencies)[number];
