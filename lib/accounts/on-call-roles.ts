/** People on call are called in the order of their roles. */
export const onCallRoles = ['first', 'backup', 'manager'] as const;
export type OnCallRole = (typeof onCallRoles)[number];
