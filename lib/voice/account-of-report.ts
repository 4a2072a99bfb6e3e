import type { Account, FoundBy } from '../accounts/account.ts';
import type { Integration } from '../platforms/index.ts';
import type { Deadline } from '../record/ports.ts';
import { UNASSIGNED } from '../record/request.ts';

export interface AccountFinder {
  /** Undefined if no account has the origin. */
  byOrigin(kind: FoundBy, externalId: string, deadline?: Deadline): Promise<Account | undefined>;
}

/** Decides which accounts the sender of a request may act for. */
export interface Sender {
  authorize(account: Account | undefined): Account;
  mayActFor(accountId: string): boolean;
  mayActForSeveral(): boolean;
  /** The error to throw if a request is about several accounts. */
  forbidden(): Error;
}

/**
 * Finds the accounts that have any of the agents, each once, the first agent's account first. Only a sender who may
 * act for several accounts could claim another account's call: for others only the first agent counts.
 */
export async function accountsOf(
  integration: Integration,
  agentIds: readonly string[],
  accounts: AccountFinder,
  sender: Sender,
): Promise<readonly Account[]> {
  const asked = sender.mayActForSeveral() ? agentIds : agentIds.slice(0, 1);
  const found = await Promise.all(asked.map((agentId) => accounts.byOrigin(integration, agentId)));
  const byId = new Map(
    found.flatMap((account) => (account === undefined ? [] : [[account.accountId, account]])),
  );
  return [...byId.values()];
}

/** Returns the only account that was found, if any. Throws if there are several. */
export function onlyAccount(found: readonly Account[], sender: Sender): Account | undefined {
  if (found.length > 1) throw sender.forbidden();
  return found[0];
}

/**
 * Finds the account of a call that has ended. Undefined if no account has any of the agents and the sender may act
 * for all accounts. Throws the refusal if the sender may not act for the account, or the agents belong to several
 * accounts.
 */
export async function accountOfReport(
  integration: Integration,
  agentIds: readonly string[],
  accounts: AccountFinder,
  sender: Sender,
): Promise<Account | undefined> {
  const found = onlyAccount(await accountsOf(integration, agentIds, accounts, sender), sender);
  return found === undefined && sender.mayActFor(UNASSIGNED) ? undefined : sender.authorize(found);
}
