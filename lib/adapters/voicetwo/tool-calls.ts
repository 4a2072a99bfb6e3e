import type { Account } from '../../accounts/account.ts';
import type { Call } from '../../record/calls.ts';
import { answerCall, type DeliveredRequest } from '../../voice/answer-call.ts';
import { functionNamed } from '../../voice/catalog.ts';
import { type FunctionOutcome, fault, faultOf } from '../../voice/run-function.ts';
import type { VoiceDependencies } from '../../voice/voice-function.ts';
import type { ToolCall } from './payload.ts';

/** Maximum function calls that are run per message; the platform sends a handful at most. */
const MAX_TOOL_CALLS = 20;

/** One entry of the answer to `tool-calls`: the platform takes the result as one line of text. */
export interface ToolCallResult {
  readonly toolCallId: string;
  readonly name: string;
  readonly result: string;
}

/** The entry for a call's outcome, as one line of JSON. */
export function toolCallResult({ id, name }: ToolCall, outcome: FunctionOutcome): ToolCallResult {
  return { toolCallId: id, name, result: JSON.stringify(outcome.result) };
}

/**
 * Runs the function calls of one message: look-ups in parallel, writes in order, up to the limit. Returns one outcome
 * per call.
 */
export async function runToolCalls(
  toolCalls: readonly ToolCall[],
  account: Account,
  call: Call,
  request: DeliveredRequest,
  deps: VoiceDependencies,
): Promise<readonly FunctionOutcome[]> {
  const run = (toolCall: ToolCall): Promise<FunctionOutcome> =>
    answerCall(account, 'voicetwo', { ...call, invocationId: toolCall.id }, toolCall, request, deps);
  let writes: Promise<unknown> = Promise.resolve();
  const outcomes = toolCalls.map((toolCall, index): Promise<FunctionOutcome> => {
    if (index >= MAX_TOOL_CALLS) {
      const skipped = { result: fault('temporarily_unavailable'), code: 'temporarily_unavailable' };
      return Promise.resolve(faultOf(skipped, toolCall, { account, now: request.startedAt }));
    }
    if (functionNamed(toolCall.name)?.writes !== true) return run(toolCall);
    const written = writes.then(() => run(toolCall));
    writes = written;
    return written;
  });
  return await Promise.all(outcomes);
}
