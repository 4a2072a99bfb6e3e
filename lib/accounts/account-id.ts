/** An account's id is part of table keys, which `#` separates. */
export const ACCOUNT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const accountIdExpected =
  'an id of up to 64 letters, digits, dots, dashes and underscores, other than "unassigned"';

/** True if an account may have this id. `unassigned` is reserved for calls without an account. */
export const isAccountId = (text: string): boolean => ACCOUNT_ID.test(text) && text !== 'unassigned';
