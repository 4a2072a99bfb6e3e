import type { Account, Danger } from '../accounts/account.ts';
import { faultCode, faultFacts } from '../record/faults.ts';
import type { DispatchRequest } from '../record/request.ts';
import { dangerIn } from '../understanding/danger.ts';
import { wordsIn } from '../wording/index.ts';
import { faultMessage } from './answers/fault-message.ts';
import { type Arguments, ownWordsIn } from './arguments/arguments.ts';
import { wordsOfCall } from './arguments/language.ts';
import { type CatalogEntry, functionNamed } from './catalog.ts';
import { inDanger, inEmergency } from './functions/danger-answer.ts';
import { keepDanger } from './functions/person.ts';
import { type Message, spoken } from './message.ts';
import { tell } from './remembered.ts';
import type { ErrorCode, FaultResult } from './results.ts';
import { sameRefusal } from './same-refusal.ts';
import type {
  CallContext,
  Effect,
  FunctionResult,
  ResultWithEffect,
  VoiceDependencies,
} from './voice-function.ts';

export interface Invoked {
  readonly name: string;
  readonly args: Arguments;
}

/** These facts are known even if the function has not run. */
type Known = Pick<CallContext, 'now'> & { readonly account?: Account | undefined };

type Speaking = Known & Pick<CallContext, 'words'>;

/** The platform gets the message as one text. */
type SpokenResult = Omit<FunctionResult, 'message'> & { readonly message: string };

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

export interface FaultOutcome extends FunctionOutcome {
  readonly result: FaultResult;
}

/** The message of this fault is still in parts. */
type Fault = Omit<FaultResult, 'error'> & {
  readonly error: { readonly code: ErrorCode; readonly message: Message };
};

/** The message of this outcome is still in parts. */
type Unspoken = Omit<FunctionOutcome, 'result'> & { readonly result: FunctionResult | Fault };

const faultInParts = (code: ErrorCode, speaking: Omit<Speaking, 'now'>, failed?: CatalogEntry): Fault => ({
  error: { code, message: faultMessage(code, failed, speaking) },
});

/** Joins the message of a result, as the last step. */
function spokenResult(result: FunctionResult | Fault): SpokenResult | FaultResult {
  if ('message' in result) return { ...result, message: spoken(result.message) };
  return { ...result, error: { ...result.error, message: spoken(result.error.message) } };
}

const spokenOutcome = (outcome: Unspoken): FunctionOutcome => ({
  ...outcome,
  result: spokenResult(outcome.result),
});

/** Returns a fault that depends neither on the function nor on its arguments. */
export function fault(code: ErrorCode, words = wordsIn('en')): FaultResult {
  const { message } = faultInParts(code, { words }).error;
  return { error: { code, message: spoken(message) } };
}

/** Turns an error into a fault with a message, and names the error's class for the log. */
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
  if (entry === undefined)
    return { result: fault('unknown_function', context.words), code: 'unknown_function' };
  tell(entry.voiceone, entry.arguments, sent, context, deps);
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

/**
 * Runs the function. If the function keeps its refusals, the repeat of a refused function call gets the same refusal.
 */
const runOnce = (
  entry: CatalogEntry,
  sent: Arguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<ResultWithEffect<FunctionResult>> => {
  const run = (own: VoiceDependencies) => entry.run(sent, context, own);
  return entry.keepsRefusals ? sameRefusal(run, context, deps) : run(deps);
};

/** Runs the function and turns an error into a result with a message. */
async function outcomeOf(
  entry: CatalogEntry,
  context: CallContext,
  run: () => Promise<ResultWithEffect<FunctionResult>>,
): Promise<Unspoken> {
  const { voiceone: name } = entry;
  try {
    const { result, effect, request } = await run();
    return { result, name, effect, request, code: result.reason };
  } catch (error) {
    const code = faultCode(error);
    return { result: faultInParts(code, context, entry), code, ...faultFacts(error), name };
  }
}

/** Stands in for a function that has not answered. Whether the function wrote anything is unknown. */
export function unknownOutcome(invoked: Invoked, known: Known): FunctionOutcome {
  const entry = functionNamed(invoked.name);
  const code = entry?.writes ? 'outcome_unknown' : 'temporarily_unavailable';
  return faultOf({ result: fault(code), code }, invoked, known);
}

/**
 * Turns a fault into the outcome of a function that has not run, with the function's name. A caller who reports a
 * danger hears first what to do, and an emergency has the number of a person.
 */
export function faultOf(outcome: FaultOutcome, { name, args }: Invoked, known: Known): FunctionOutcome {
  const entry = functionNamed(name);
  const speaking = { ...known, words: wordsOfCall(known.account, args) };
  const { code } = outcome.result.error;
  if (entry === undefined) return { ...outcome, result: fault(code, speaking.words) };
  const danger = dangerIn(ownWordsIn(entry.arguments, args));
  const result = faultInParts(code, speaking, entry);
  const named = { ...outcome, result, name: entry.voiceone };
  return spokenOutcome(
    danger === undefined
      ? withPerson(named, args, speaking)
      : withSafety(named, undefined, { ...speaking, danger }),
  );
}

/** Adds a person to dial to the outcome of an emergency without words of danger, even if the function failed. */
function withPerson(outcome: Unspoken, sent: Arguments, { account, now, words }: Speaking): Unspoken {
  const { result } = outcome;
  if ('message' in result || account === undefined) return outcome;
  const { message, ...facts } = inEmergency(result.error.message, sent, { account, now, words });
  return { ...outcome, result: { error: { ...result.error, message }, ...facts } };
}

/**
 * Adds a person to dial and what to do to an outcome for someone in danger, faults included.
 * @param report the request that reports the danger to people
 */
function withSafety(
  outcome: Unspoken,
  report: DispatchRequest | undefined,
  context: Speaking & { readonly danger: Danger },
): Unspoken {
  const { result } = outcome;
  if ('message' in result) return { ...outcome, result: { ...result, ...inDanger(result, report, context) } };
  const { message, ...facts } = inDanger(result.error, undefined, context);
  return { ...outcome, result: { error: { ...result.error, message }, ...facts } };
}

export function spokenMessage({ result }: FunctionOutcome): string {
  return isFault(result) ? result.error.message : result.message;
}

export function isFault(result: FunctionOutcome['result']): result is FaultResult {
  return !('message' in result);
}
