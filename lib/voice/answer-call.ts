import type { Account } from '../accounts/account.ts';
import type { Call } from '../dispatch/calls/call.ts';
import { UNASSIGNED } from '../dispatch/requests/request.ts';
import { type Integration, platforms, type VoicePlatform } from '../platforms/index.ts';
import { type AccountFinder, accountsOf, onlyAccount, type Sender } from './account-of-report.ts';
import { callContext, type DeliveredRequest } from './call-context.ts';
import {
  type FunctionOutcome,
  fault,
  faultOutcome,
  type Invoked,
  isFault,
  runFunction,
} from './run-function.ts';
import type { VoiceDependencies } from './voice-function.ts';

/** An account that the sender may act for, or the fault to say. */
export type FoundAccount = { readonly account: Account } | { readonly outcome: FunctionOutcome };

/**
 * The account of a call's agents. Throws the refusal if the sender may not act for it, or the agents belong to
 * several accounts. Only a sender who may act for all accounts learns that no account has any of them.
 */
export async function findAccount(
  integration: VoicePlatform,
  agentIds: readonly string[],
  accounts: AccountFinder,
  sender: Sender,
): Promise<FoundAccount> {
  let found: readonly Account[];
  try {
    found = await accountsOf(integration, agentIds, accounts, sender);
  } catch (error) {
    return { outcome: faultOutcome(error) };
  }
  const account = onlyAccount(found, sender);
  if (account === undefined && sender.mayActFor(UNASSIGNED)) {
    const code =
      platforms[integration].mayOmitAgent && agentIds.length === 0
        ? 'assistant_id_missing'
        : 'unknown_account';
    return { outcome: { result: fault(code), code } };
  }
  return { account: sender.authorize(account) };
}

/** Runs one function for a call whose account is known. */
export function answerCall(
  account: Account,
  integration: Integration,
  call: Call,
  invoked: Invoked,
  request: DeliveredRequest,
  deps: VoiceDependencies,
): Promise<FunctionOutcome> {
  return runFunction(
    invoked.name,
    invoked.args,
    callContext(account, integration, call, invoked, request),
    deps,
  );
}

/** The fields of an outcome in the request's log line. */
export function outcomeNotes({ result, name, effect, code, error }: FunctionOutcome) {
  const called = name === undefined ? {} : { function: name };
  if (isFault(result)) {
    return { ...called, outcome: 'fault', code, ...(error === undefined ? {} : { error }) } as const;
  }
  if (code !== undefined) return { ...called, outcome: 'refused', reason: code } as const;
  return { ...called, outcome: effect ?? 'answered' } as const;
}

/**
 * The outcomes of one message's calls in its log line, which takes the first that failed, or else the first, as its
 * own.
 */
export function toolCallNotes(outcomes: readonly FunctionOutcome[]) {
  const own = outcomes.find(({ code }) => code !== undefined) ?? outcomes[0];
  return { ...(own === undefined ? {} : outcomeNotes(own)), toolCalls: outcomes.map(outcomeNotes) };
}
