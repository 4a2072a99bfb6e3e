import type { Account } from '../accounts/account.ts';
import type { Danger } from '../accounts/dangers.ts';
import { faultCode, faultFacts } from '../record/faults.ts';
import type { DispatchRequest } from '../record/request.ts';
import { dangerIn } from '../understanding/danger.ts';
import { faultMessage } from './answers/fault-message.ts';
import { type Arguments, ownWordsIn } from './arguments/arguments.ts';
import { type CatalogEntry, functionNamed } from './catalog.ts';
import { inDanger, inEmergency } from './functions/danger-answer.ts';
import { keepDanger } from './functions/person.ts';
import { type Message, spoken } from './message.ts';
import type { ErrorCode, FaultResult } from './results.ts';
import { sameRefusal } from './same-refusal.ts';
import type {
  CallContext,
  Effect,
  FunctionResult,
  ResultWithEffect,
  VoiceDependencies,
} from './voice-function.ts';

/** A function as a model calls it. */
export interface Invoked {
  readonly name: string;
  readonly args: Arguments;
}

/** The known facts about a call whose function has not run. */
type Known = Pick<CallContext, 'now'> & { readonly account?: Account | undefined };

/** What the platform gets: the message is one text. */
type SpokenResult = Omit<FunctionResult, 'message'> & { readonly message: string };

/** A result, and the error behind a fault for the log. */
export interface FunctionOutcome {
  readonly result: SpokenResult | FaultResult;
  /** The function's name in the log; absent if it is unknown. */
  readonly name?: string | undefined;
  /** What the function changed, if anything. */
  readonly effect?: Effect | undefined;
  /** The request that the function stored, or found as asked. */
  readonly request?: DispatchRequest | undefined;
  /** The fault, or why the function did not do what was asked. */
  readonly code?: string | undefined;
  /** Class names of the error and its causes behind an `internal` fault. */
  readonly error?: string | undefined;
  /** Where the error came from. */
  readonly frames?: readonly string[] | undefined;
}

/** The outcome of a function that failed. */
export interface FaultOutcome extends FunctionOutcome {
  readonly result: FaultResult;
}

/** A fault whose message is still in parts. */
type Fault = Omit<FaultResult, 'error'> & {
  readonly error: { readonly code: ErrorCode; readonly message: Message };
};

/** An outcome whose message is still in parts. */
type Unspoken = Omit<FunctionOutcome, 'result'> & { readonly result: FunctionResult | Fault };

const faultInParts = (code: ErrorCode, failed?: CatalogEntry, account?: Account): Fault => ({
  error: { code, message: faultMessage(code, failed, account) },
});

/** The last step: joins the message of a result. */
function spokenResult(result: FunctionResult | Fault): SpokenResult | FaultResult {
  if ('message' in result) return { ...result, message: spoken(result.message) };
  return { ...result, error: { ...result.error, message: spoken(result.error.message) } };
}

const spokenOutcome = (outcome: Unspoken): FunctionOutcome => ({
  ...outcome,
  result: spokenResult(outcome.result),
});

/** A fault without anything that depends on the function or its arguments. */
export function fault(code: ErrorCode): FaultResult {
  const { message } = faultInParts(code).error;
  return { error: { code, message: spoken(message) } };
}

/** The outcome of an error: its message and its class for the log. */
export function faultOutcome(error: unknown): FaultOutcome {
  const code = faultCode(error);
  return { result: fault(code), code, ...faultFacts(error) };
}

/** Runs a function by its name on any platform. Never throws: any error becomes a result with a message. */
export async function runFunction(
  name: string,
  sent: Arguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<FunctionOutcome> {
  const entry = functionNamed(name);
  if (entry === undefined) return { result: fault('unknown_function'), code: 'unknown_function' };
  const words = ownWordsIn(entry.arguments, sent);
  const danger = dangerIn(words);
  if (danger === undefined) {
    const outcome = await outcomeOf(entry, context, () => runOnce(entry, sent, context, deps));
    return spokenOutcome(withPerson(outcome, sent, context));
  }
  const dangerContext = { ...context, danger };
  let report: DispatchRequest | undefined;
  const outcome = await outcomeOf(entry, context, async () => {
    const done = await runOnce(entry, sent, dangerContext, deps);
    const stored = entry.storesWords ? done.request : undefined;
    report = await keepDanger(stored, words, sent, dangerContext, deps);
    return done;
  });
  return spokenOutcome(withSafety(outcome, report, dangerContext));
}

/** Runs the function. If it keeps its refusals, a repeat of a refused function call is the same refusal. */
const runOnce = (
  entry: CatalogEntry,
  sent: Arguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<ResultWithEffect<FunctionResult>> => {
  const run = (own: VoiceDependencies) => entry.run(sent, context, own);
  return entry.keepsRefusals ? sameRefusal(run, context, deps) : run(deps);
};

/** Runs the function; an error becomes a result with a message. */
async function outcomeOf(
  entry: CatalogEntry,
  { account }: CallContext,
  run: () => Promise<ResultWithEffect<FunctionResult>>,
): Promise<Unspoken> {
  const { voiceone: name } = entry;
  try {
    const { result, effect, request } = await run();
    return { result, name, effect, request, code: result.reason };
  } catch (error) {
    const code = faultCode(error);
    return { result: faultInParts(code, entry, account), code, ...faultFacts(error), name };
  }
}

/** The outcome of a function that has not answered: its writes are unknown. */
export function unknownOutcome(invoked: Invoked, known: Known): FunctionOutcome {
  const entry = functionNamed(invoked.name);
  const code = entry?.writes ? 'outcome_unknown' : 'temporarily_unavailable';
  return faultOf({ result: fault(code), code }, invoked, known);
}

/**
 * A fault as the outcome of a function that has not run, with the function's name. A caller who reports a danger hears
 * what to do first, and an emergency has the number of a person.
 */
export function faultOf(outcome: FaultOutcome, { name, args }: Invoked, known: Known): FunctionOutcome {
  const entry = functionNamed(name);
  if (entry === undefined) return outcome;
  const danger = dangerIn(ownWordsIn(entry.arguments, args));
  const result = faultInParts(outcome.result.error.code, entry, known.account);
  const named = { ...outcome, result, name: entry.voiceone };
  return spokenOutcome(
    danger === undefined
      ? withPerson(named, args, known)
      : withSafety(named, undefined, { ...known, danger }),
  );
}

/** The outcome of an emergency without words of danger: a person can be dialed even if the function fails. */
function withPerson(outcome: Unspoken, sent: Arguments, { account, now }: Known): Unspoken {
  const { result } = outcome;
  if ('message' in result || account === undefined) return outcome;
  const { message, ...facts } = inEmergency(result.error.message, sent, { account, now });
  return { ...outcome, result: { error: { ...result.error, message }, ...facts } };
}

/**
 * The outcome for someone in danger, faults included: a person can be dialed even if the function fails.
 * @param report the request that reports the danger to people
 */
function withSafety(
  outcome: Unspoken,
  report: DispatchRequest | undefined,
  context: Known & { readonly danger: Danger },
): Unspoken {
  const { result } = outcome;
  if ('message' in result) return { ...outcome, result: { ...result, ...inDanger(result, report, context) } };
  const { message, ...facts } = inDanger(result.error, undefined, context);
  return { ...outcome, result: { error: { ...result.error, message }, ...facts } };
}

/** What the agent says for an outcome. */
export function spokenMessage({ result }: FunctionOutcome): string {
  return isFault(result) ? result.error.message : result.message;
}

/** Whether a result is a fault. */
export function isFault(result: FunctionOutcome['result']): result is FaultResult {
  return !('message' in result);
}
