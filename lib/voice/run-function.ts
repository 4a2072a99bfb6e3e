import type { Account, Danger } from '../accounts/account.ts';
import { faultCode, faultFacts } from '../record/faults.ts';
import type { DispatchRequest } from '../record/request.ts';
import { wordsIn } from '../wording/index.ts';
import { nextSteps } from '../wording/next-steps.ts';
import { emergencyAnswer, emergencyFault, type Reported } from './answers/emergency-answer.ts';
import { faultMessage } from './answers/fault-message.ts';
import { type Arguments, ownWordsIn } from './arguments/arguments.ts';
import { judgedDanger } from './arguments/judged-danger.ts';
import { wordsOfCall } from './arguments/language.ts';
import { type CatalogEntry, type CatalogedFunction, functionNamed } from './catalog.ts';
import { keepEmergency } from './emergency.ts';
import { type Message, partsWith, question, spoken } from './message.ts';
import { tell } from './remembered.ts';
import type { ErrorCode, FaultResult } from './results.ts';
import { sameRefusal } from './same-refusal.ts';
import { decideInCall, withTexts } from './text-consent.ts';
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
  const decided = decideInCall(entry.arguments, sent, context, deps);
  const outcome = await answeredBy(
    entry,
    sent,
    decided === undefined ? context : { ...context, decided },
    deps,
  );
  const { result } = outcome;
  if (!('message' in result)) return spokenOutcome(outcome);
  return spokenOutcome({ ...outcome, result: withTexts(result, await decided, context) });
}

async function answeredBy(
  entry: CatalogedFunction,
  sent: Arguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<Unspoken> {
  const { isEmergency, danger, asked } = judgedDanger(entry.arguments, sent, context.account);
  if (!isEmergency) {
    const outcome = await outcomeOf(entry, context, () => runOnce(entry, sent, context, deps));
    return asked === undefined ? outcome : withDangerQuestion(outcome, asked, context);
  }
  const inEmergency = { ...context, danger, isEmergency };
  let report: Reported | undefined;
  const outcome = await outcomeOf(entry, context, async () => {
    const done = await runOnce(entry, sent, inEmergency, deps);
    const stored = entry.storesWords ? done.request : undefined;
    report = await keepEmergency(stored, ownWordsIn(entry.arguments, sent), sent, inEmergency, deps);
    return done;
  });
  return withSafety(outcome, sent, report, inEmergency);
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
  const { isEmergency, danger } = judgedDanger(entry.arguments, args, known.account);
  const result = faultInParts(code, speaking, entry);
  const named = { ...outcome, result, name: entry.voiceone };
  return spokenOutcome(isEmergency ? withSafety(named, args, undefined, { ...speaking, danger }) : named);
}

/**
 * Adds a person to dial, and in a danger what to do, to the outcome of an emergency, faults included.
 * @param report the request that reports the emergency to people
 */
function withSafety(
  outcome: Unspoken,
  sent: Arguments,
  report: Reported | undefined,
  context: Speaking & Pick<CallContext, 'danger'> & Partial<Pick<CallContext, 'integration'>>,
): Unspoken {
  const { result } = outcome;
  if ('message' in result)
    return { ...outcome, result: { ...result, ...emergencyAnswer(result, report, context) } };
  const { message, ...facts } = emergencyFault(result.error.message, sent, context);
  return { ...outcome, result: { error: { ...result.error, message }, ...facts } };
}

/** Asks about a danger that only the caller's words report. What was stored is said as well. */
function withDangerQuestion(outcome: Unspoken, danger: Danger, { words }: CallContext): Unspoken {
  const { result, effect, request } = outcome;
  // The office knows of a danger that was reported before.
  if (!('message' in result) || request?.danger !== undefined) return outcome;
  const asked = question(words.dangerQuestions[danger]);
  const done = effect === undefined ? [] : result.message.filter(({ kind }) => kind !== 'question');
  const message = partsWith(asked, [done, done.slice(0, 1)]);
  return { ...outcome, result: { ...result, message, nextStep: nextSteps.judgeDanger(danger) } };
}

export function spokenMessage({ result }: FunctionOutcome): string {
  return isFault(result) ? result.error.message : result.message;
}

export function isFault(result: FunctionOutcome['result']): result is FaultResult {
  return !('message' in result);
}
