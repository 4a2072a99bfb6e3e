/** The claim of a token that lists accounts, separated by spaces or commas, or is `*` for all. */
export const ACCOUNTS_CLAIM = 'custom:accounts';

/** The resource server of the scopes, with whose name each of them begins. */
export const RESOURCE_SERVER = 'dispatch';
/** The names of the scopes at their resource server: to see the board, and to change it. */
export const scopeNames = ['read', 'write'] as const;
type ScopeName = (typeof scopeNames)[number];

/** A scope as tokens name it. */
export type Scope = `${typeof RESOURCE_SERVER}/${ScopeName}`;
export const scopeNamed = (name: ScopeName): Scope => `${RESOURCE_SERVER}/${name}` as const;

export const scopes: readonly Scope[] = scopeNames.map(scopeNamed);
