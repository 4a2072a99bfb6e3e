/** The roles of people on call, in the order in which they are called. */
export const onCallRoles = ['first', 'backup', 'manager'] as const;
export type OnCallRole = (typeof onCallRoles)[number];
