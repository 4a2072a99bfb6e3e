import type { StoredAccount } from '../../lib/aws/accounts/account-items.ts';
import { createAccountRepository } from '../../lib/aws/accounts/account-repository.ts';
import { CliFault } from '../fault.ts';
import type { Target } from '../target.ts';

/** The accounts of the table. */
export function listAccounts(target: Target): Promise<StoredAccount[]> {
  return createAccountRepository({ ...target, now: Date.now }).list();
}

/** The account of that id, or a fault that says how to find the others. */
export async function readAccount(target: Target, id: string): Promise<StoredAccount> {
  const account = await createAccountRepository({ ...target, now: Date.now }).byId(id);
  if (account === undefined)
    throw new CliFault(`There is no account ${id}: "accounts list" shows those that are.`);
  return account;
}
