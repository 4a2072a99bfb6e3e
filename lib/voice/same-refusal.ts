import { DANGER_FLAG } from '../record/attention.ts';
import { answerKeyOf } from '../record/calls.ts';
import { OutcomeUnknown, StorageUnavailable } from '../record/faults.ts';
import { ANSWER_MS } from '../record/retry.ts';
import { parts } from './message.ts';
import type { CallContext, FunctionResult, ResultWithEffect, VoiceDependencies } from './voice-function.ts';

type Run = (deps: VoiceDependencies) => Promise<ResultWithEffect<FunctionResult>>;

/** Stops a write of a function call that was refused when it was delivered before. */
class RefusedBefore extends Error {
  override readonly name = 'RefusedBefore';
  readonly result: FunctionResult;

  constructor(result: FunctionResult) {
    super('refused before');
    this.result = result;
  }
}

/**
 * Runs a function whose refusals are kept. A function call that was refused stores nothing when it is delivered
 * again, whatever is free by then, and gets the same refusal. The earlier answer is read while the function reads. A
 * refusal that can't be stored is answered all the same.
 */
export async function sameRefusal(
  run: Run,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<ResultWithEffect<FunctionResult>> {
  const { account, invocation, deadline } = context;
  if (invocation === undefined) return await run(deps);
  const key = answerKeyOf({ ...context, accountId: account.accountId, invocation });
  const before = deps.answers.get(key, deadline);
  // Only writes wait for the earlier answer, so a failed read alone must not end the process.
  before.catch(() => undefined);
  try {
    const answer = await run(unlessRefused(before, context, deps));
    if (!isRefusal(answer)) return answer;
    const kept = await deps.answers
      .keep(key, JSON.stringify(answer.result), deadline - ANSWER_MS)
      .catch(ifFaulty);
    return kept === undefined ? answer : { ...answer, result: readAnswer(kept, context) };
  } catch (error) {
    if (error instanceof RefusedBefore) return { result: error.result };
    throw error;
  }
}

/**
 * A caller who reports an emergency or a danger is not refused: a person takes over, and the request recognizes the
 * repeat.
 */
const isRefusal = ({ result, effect, request }: ResultWithEffect<FunctionResult>): boolean =>
  result.reason !== undefined &&
  effect === undefined &&
  request?.urgency !== 'emergency' &&
  request?.needsReview.includes(DANGER_FLAG) !== true;

function ifFaulty(error: unknown): undefined {
  if (!(error instanceof StorageUnavailable) && !(error instanceof OutcomeUnknown)) throw error;
}

/** Wraps the stores so that their writes wait for the earlier answer, and fail if there is one. */
function unlessRefused(
  before: Promise<string | undefined>,
  context: CallContext,
  deps: VoiceDependencies,
): VoiceDependencies {
  const { requests, holds, customers } = deps;
  const checked = async () => {
    const answer = await before;
    if (answer !== undefined) throw new RefusedBefore(readAnswer(answer, context));
  };
  return {
    ...deps,
    requests: {
      ...requests,
      async commit(change, deadline) {
        await checked();
        return await requests.commit(change, deadline);
      },
    },
    holds: {
      ...holds,
      async commit(change, deadline) {
        await checked();
        return await holds.commit(change, deadline);
      },
      async release(hold, deadline) {
        await checked();
        return await holds.release(hold, deadline);
      },
    },
    customers: {
      ...customers,
      async put(change, deadline) {
        await checked();
        return await customers.put(change, deadline);
      },
    },
  };
}

/** Parses the stored answer. For an erased caller, only the facts of the answer are left. */
function readAnswer(text: string, { words }: CallContext): FunctionResult {
  const { appointments } = words;
  const answer: unknown = JSON.parse(text);
  if (isResult(answer)) return answer;
  const facts = typeof answer === 'object' ? answer : undefined;
  return { message: parts(appointments.nothingChanged), ...facts };
}

const isResult = (answer: unknown): answer is FunctionResult =>
  typeof answer === 'object' && answer !== null && 'message' in answer && Array.isArray(answer.message);
