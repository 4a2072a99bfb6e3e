import { realDependencies } from '../../lib/aws/composition.ts';
import { type AccountStore, createAccountStore } from '../../lib/aws/stores/account-store.ts';
import type { StoredAccount } from '../../lib/record/ports.ts';
import { CliFault } from '../fault.ts';
import type { Target } from '../target.ts';

/** Time limit in milliseconds, short so that a dead database is reported soon. */
const WITHIN_MS = 3_000;

const accountsIn = (target: Target): AccountStore =>
  createAccountStore({ ...realDependencies(target), withinMs: WITHIN_MS });

/** The accounts of the table. */
export function listAccounts(target: Target): Promise<StoredAccount[]> {
  return accountsIn(target).list();
}

/** The account with that id, or undefined. */
export function findAccount(target: Target, id: string): Promise<StoredAccount | undefined> {
  return accountsIn(target).byId(id);
}

/** The account with that id, or a fault that says how to list accounts. */
export async function readAccount(target: Target, id: string): Promise<StoredAccount> {
  const account = await findAccount(target, id);
  if (account === undefined)
    throw new CliFault(`${id}: there is no such account; "accounts list" shows the existing ones.`);
  return account;
}
