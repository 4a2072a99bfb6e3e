import { faultName, OutcomeUnknown, StorageUnavailable } from '../dispatch/faults.ts';
import type { Arguments } from './arguments.ts';
import { functionNamed } from './catalog.ts';
import { faults } from './phrases/en/faults.ts';
import type { ErrorCode, FaultResult } from './results/faults.ts';
import { say } from './speech.ts';
import type { CallContext, Effect, FunctionResult, VoiceDependencies } from './voice-function.ts';

/** A result, and the error behind a fault for the log. */
export interface FunctionOutcome {
  readonly result: FunctionResult | FaultResult;
  /** The function's name in the log; absent where nobody knows it. */
  readonly name?: string | undefined;
  /** What the function changed, if anything. */
  readonly effect?: Effect | undefined;
  /** The fault, or why the function did not do what was asked. */
  readonly code?: string | undefined;
  /** Class names of the error and its causes behind an `internal` fault. */
  readonly error?: string | undefined;
}

export function fault(code: ErrorCode): FaultResult {
  return { error: { code, message: say(faults[code]) } };
}

/** Runs a function by its name on either platform. Never throws: whatever goes wrong becomes a result to say. */
export async function runFunction(
  name: string,
  args: Arguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<FunctionOutcome> {
  const entry = functionNamed(name);
  if (entry === undefined) return { result: fault('unknown_function'), code: 'unknown_function' };
  try {
    const answer = await entry.run(args, context, deps);
    const { result, effect } = 'message' in answer ? { result: answer } : answer;
    return { result, name: entry.voiceone, effect, code: result.reason };
  } catch (error) {
    const outcome = faultOutcome(error);
    const message = error instanceof StorageUnavailable && entry.whenUnavailable?.(context.account);
    if (!message) return { ...outcome, name: entry.voiceone };
    return {
      ...outcome,
      result: { error: { code: 'temporarily_unavailable', message } },
      name: entry.voiceone,
    };
  }
}

/** What to say of a function that has not answered: nothing is known about what it wrote. */
export function unknownOutcome(name: string): FunctionOutcome {
  const entry = functionNamed(name);
  const code = entry?.writes ? 'outcome_unknown' : 'temporarily_unavailable';
  return { result: fault(code), name: entry?.voiceone, code };
}

/** What the agent says of an outcome, fault or not. */
export function spokenMessage({ result }: FunctionOutcome): string {
  return isFault(result) ? result.error.message : result.message;
}

/** Whether a result is a fault. */
export function isFault(result: FunctionOutcome['result']): result is FaultResult {
  return !('message' in result);
}

/** What is said of an error, and its class for the log. */
export function faultOutcome(error: unknown): FunctionOutcome {
  const code = codeOf(error);
  return { result: fault(code), code, error: faultName(error) };
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof StorageUnavailable) return 'temporarily_unavailable';
  return error instanceof OutcomeUnknown ? 'outcome_unknown' : 'internal';
}
