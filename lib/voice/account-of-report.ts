import type { Account } from '../accounts/account.ts';
import { UNASSIGNED } from '../dispatch/requests/request.ts';
import type { Integration } from '../routes.ts';

export interface AccountFinder {
  /** Undefined for an origin that no account has. */
  byOrigin(integration: Integration, externalId: string): Promise<Account | undefined>;
}

/** What the sender of a request may do; see the request path. */
export interface Sender {
  authorise(account: Account | undefined): Account;
  mayActFor(accountId: string): boolean;
}

/**
 * The account of a call that has ended. Undefined where no account has the agent and the sender may act for all of them;
 * throws the refusal where the sender may not act for it.
 */
export async function accountOfReport(
  integration: Integration,
  agentId: string | undefined,
  accounts: AccountFinder,
  sender: Sender,
): Promise<Account | undefined> {
  const found = agentId === undefined ? undefined : await accounts.byOrigin(integration, agentId);
  return found === undefined && sender.mayActFor(UNASSIGNED) ? undefined : sender.authorise(found);
}
