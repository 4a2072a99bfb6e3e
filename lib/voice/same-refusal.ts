import { answerKeyOf } from '../record/answer-key.ts';
import { OutcomeUnknown, StorageUnavailable } from '../record/faults.ts';
import { DANGER_FLAG } from '../record/flags.ts';
import { ANSWER_MS } from '../record/until-settled.ts';
import { appointments } from '../wording/en/appointments.ts';
import { parts } from './message.ts';
import type { CallContext, FunctionResult, ResultWithEffect, VoiceDependencies } from './voice-function.ts';

type Run = (deps: VoiceDependencies) => Promise<ResultWithEffect<FunctionResult>>;

/** Nothing may be stored for a function call that was refused when it was delivered before. */
class RefusedBefore extends Error {
  override readonly name = 'RefusedBefore';
  readonly result: FunctionResult;

  constructor(result: FunctionResult) {
    super('refused before');
    this.result = result;
  }
}

/**
 * Runs a function whose refusals are kept: a function call that was refused stores nothing when it is delivered again,
 * whatever is free by then, and gets the same refusal. Reads what was answered beside what the function reads. A refusal
 * that can't be kept is answered all the same.
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
  // Only a function that stores something waits for it.
  before.catch(() => undefined);
  try {
    const answer = await run(unlessRefused(before, deps));
    if (!isRefusal(answer)) return answer;
    const kept = await deps.answers
      .keep(key, JSON.stringify(answer.result), deadline - ANSWER_MS)
      .catch(ifFaulty);
    return kept === undefined ? answer : { ...answer, result: readAnswer(kept) };
  } catch (error) {
    if (error instanceof RefusedBefore) return { result: error.result };
    throw error;
  }
}

/** Whoever reports an emergency or a danger is not refused: a person takes over, and the request recognizes the repeat. */
const isRefusal = ({ result, effect, request }: ResultWithEffect<FunctionResult>): boolean =>
  result.reason !== undefined &&
  effect === undefined &&
  request?.urgency !== 'emergency' &&
  request?.needsReview.includes(DANGER_FLAG) !== true;

function ifFaulty(error: unknown): undefined {
  if (!(error instanceof StorageUnavailable) && !(error instanceof OutcomeUnknown)) throw error;
}

/** The stores, whose writes wait for the answer before and fail if there is one. */
function unlessRefused(before: Promise<string | undefined>, deps: VoiceDependencies): VoiceDependencies {
  const { requests, holds, customers } = deps;
  const checked = async () => {
    const answer = await before;
    if (answer !== undefined) throw new RefusedBefore(readAnswer(answer));
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

/** What was answered. Of an erased caller's answer only the facts are left. */
function readAnswer(text: string): FunctionResult {
  const answer: unknown = JSON.parse(text);
  if (isResult(answer)) return answer;
  const facts = typeof answer === 'object' ? answer : undefined;
  return { message: parts(appointments.nothingChanged), ...facts };
}

const isResult = (answer: unknown): answer is FunctionResult =>
  typeof answer === 'object' && answer !== null && 'message' in answer && Array.isArray(answer.message);
