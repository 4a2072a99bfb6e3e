/** The claim of a token that lists accounts, separated by spaces or commas, or is `*` for all. */
export const ACCOUNTS_CLAIM = 'custom:accounts';

export const scopes = ['dispatch/read', 'dispatch/write'] as const;
export type Scope = (typeof scopes)[number];
