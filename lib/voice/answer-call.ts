import type { Account } from '../accounts/account.ts';
import { toE164 } from '../accounts/phone.ts';
import { type Integration, platforms, type VoicePlatform } from '../platforms/index.ts';
import type { Call } from '../record/calls.ts';
import { canonicalText, deliveryDigestOf } from '../record/ids.ts';
import type { Deadline } from '../record/ports.ts';
import { UNASSIGNED } from '../record/request.ts';
import { wordsOf } from '../wording/index.ts';
import { type AccountFinder, accountsOf, onlyAccount, type Sender } from './account-of-report.ts';
import type { Arguments } from './arguments/arguments.ts';
import { wordsOfCall } from './arguments/language.ts';
import { rememberedIn } from './remembered.ts';
import {
  type FaultOutcome,
  type FunctionOutcome,
  fault,
  faultOf,
  faultOutcome,
  type Invoked,
  isFault,
  runFunction,
  unknownOutcome,
} from './run-function.ts';
import type { CallContext, VoiceDependencies } from './voice-function.ts';

export type FoundAccount = { readonly account: Account } | { readonly outcome: FaultOutcome };

/**
 * Finds the account of a call's agents. Throws the refusal if the sender may not act for the account, or the agents
 * belong to several accounts. Only a sender who may act for all accounts learns that no account has any of the
 * agents.
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

interface Response<Answer, Notes> {
  readonly answer: Answer;
  readonly notes: Notes;
}

interface AnsweredRequest<Answer, Notes> extends Sender {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  note(fields: Notes): void;
  /** Sets the response if answering fails or takes too long. */
  fallBackTo(fallback: () => Response<Answer, Notes>): void;
}

/** Tells how to answer the function calls of one message, one or several. */
interface Answering<Outcomes, Answer, Notes> {
  /** Makes an outcome for each call without running its function, such as a fault. */
  ofEach(outcomeOf: (invoked: Invoked) => FunctionOutcome): Outcomes;
  run(account: Account): Promise<Outcomes>;
  respond(outcomes: Outcomes): Response<Answer, Notes>;
}

/** Answers the function calls of a message with words, whatever fails and however long it takes. */
export async function answerMessage<Outcomes, Answer, Notes>(
  integration: VoicePlatform,
  agentIds: readonly string[],
  request: AnsweredRequest<Answer, Notes>,
  accounts: AccountFinder,
  { ofEach, run, respond }: Answering<Outcomes, Answer, Notes>,
): Promise<Answer> {
  const now = request.startedAt;
  const fallBack = (account?: Account) =>
    request.fallBackTo(() => respond(ofEach((invoked) => unknownOutcome(invoked, { account, now }))));
  fallBack();
  const found = await findAccount(integration, agentIds, accounts, request);
  if ('account' in found) fallBack(found.account);
  const outcomes =
    'account' in found
      ? await run(found.account)
      : ofEach((invoked) => faultOf(found.outcome, invoked, { now }));
  const { answer, notes } = respond(outcomes);
  request.note(notes);
  return answer;
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
    callContext(account, integration, call, invoked, request, deps),
    deps,
  );
}

export function outcomeNotes({ result, name, effect, code, error, frames }: FunctionOutcome) {
  const called = name === undefined ? {} : { function: name };
  if (isFault(result)) {
    return { ...called, outcome: 'fault', code, ...(error === undefined ? {} : { error, frames }) } as const;
  }
  if (code !== undefined) return { ...called, outcome: 'refused', reason: code } as const;
  return { ...called, outcome: effect ?? 'answered' } as const;
}

/**
 * Returns the fields of one message's calls in its log line. The line's own fields are those of the first call that
 * failed, or else of the first call.
 */
export function toolCallNotes(outcomes: readonly FunctionOutcome[]) {
  const own = outcomes.find(({ code }) => code !== undefined) ?? outcomes[0];
  return { ...(own === undefined ? {} : outcomeNotes(own)), toolCalls: outcomes.map(outcomeNotes) };
}

export interface DeliveredRequest {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly deadline: Deadline;
  /** Returns a digest that is equal only for identical bodies. */
  bodyDigest(): string;
}

/** Makes the context of one function call. An invalid caller's number counts as absent. */
export function callContext(
  account: Account,
  integration: Integration,
  call: Call,
  invoked: { readonly name: string; readonly args: Arguments },
  request: DeliveredRequest,
  deps: VoiceDependencies,
): CallContext {
  let invocation: string | undefined;
  const known = requestContext(account, integration, call, request);
  return {
    ...known,
    remembered: rememberedIn(known, deps),
    words: wordsOfCall(account, invoked.args),
    // Computed lazily: a function that only reads needs none.
    get invocation() {
      invocation ??= fingerprint(call.invocationId, invoked, request);
      return invocation;
    },
  };
}

/** Makes the context of a request about a call that calls no function. */
export function requestContext(
  account: Account,
  integration: Integration,
  call: Call,
  request: Pick<DeliveredRequest, 'startedAt' | 'deadline'>,
): Omit<CallContext, 'invocation' | 'remembered'> {
  return {
    account,
    words: wordsOf(account),
    integration,
    callId: call.callId,
    caller: call.caller === undefined ? undefined : toE164(call.caller, account.region),
    now: request.startedAt,
    deadline: request.deadline,
  };
}

/**
 * Identifies an invocation by the platform's id, otherwise by the body, whose time or transcript differs each time.
 * The arguments are part of it: a platform may reuse its last id for another call.
 */
function fingerprint(
  invocationId: string | undefined,
  { name, args }: { readonly name: string; readonly args: Arguments },
  { bodyDigest }: DeliveredRequest,
): string {
  const id = invocationId === undefined ? ['body', bodyDigest()] : ['id', invocationId];
  return deliveryDigestOf([...id, name, canonicalText(args)]).slice(0, 32);
}
