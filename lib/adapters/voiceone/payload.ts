import * as v from 'valibot';
import { type Call, type CallReport, MAX_CALLER, MAX_REASON, MAX_SUMMARY } from '../../record/call.ts';
import type { CallActivity } from '../../record/call-outcome.ts';
import type { FailedTransfer } from '../../voice/ended-call.ts';
import { requiredText } from '../given-text.ts';
import {
  argumentsOf,
  cutText,
  httpsUrl,
  idText,
  instantText,
  type Json,
  listOf,
  objectOf,
  wholeText,
} from '../lenient.ts';
import { activityOf } from '../reported-functions.ts';

/** A function call of voice platform one. */
export interface FunctionCall {
  readonly name: string;
  readonly args: Json;
  readonly call: Call;
}

function voiceoneCall(call: Json): Call {
  const calls = listOf(call.transcript_with_tool_calls).map((entry) => idText(objectOf(entry).tool_call_id));
  return {
    callId: idText(call.call_id),
    agentIds: [call.agent_id].flatMap((id) => idText(id) ?? []),
    caller: cutText(MAX_CALLER, call.direction === 'outbound' ? call.to_number : call.from_number),
    // The platform sends no id at the top level. The last call in the transcript is the current one.
    invocationId: calls.findLast((id) => id !== undefined),
  };
}

/** Only the name is required. The agent asks the caller for missing arguments. */
export const VoiceoneFunctionCall = v.pipe(
  v.object({
    name: requiredText('a function name'),
    args: v.optional(v.unknown()),
    call: v.optional(v.unknown()),
  }),
  v.transform(({ name, args, call }): FunctionCall => {
    return { name, args: argumentsOf(args), call: voiceoneCall(objectOf(call)) };
  }),
);

const storedEvents: readonly string[] = ['call_ended', 'call_analyzed'];

/** A transfer that is cancelled, or that nobody takes: an event during the call, and a reason for its end. */
const FAILED_TRANSFER = 'transfer_cancelled';

/** An event of voice platform one. Events that report neither are dropped. */
export interface VoiceoneEvent {
  readonly report?: CallReport | undefined;
  readonly failedTransfer?: FailedTransfer | undefined;
}

/** Stored events require the id of their call; others have no required fields. */
export const VoiceoneCallEvent = v.pipe(
  v.looseObject({ event: requiredText('an event name'), call: v.optional(v.unknown()) }),
  v.rawTransform(({ dataset, addIssue, NEVER }): VoiceoneEvent => {
    const { event, call: sent } = dataset.value;
    const isStored = storedEvents.includes(event);
    if (!isStored && event !== FAILED_TRANSFER) return {};
    const call = objectOf(sent);
    const callId = idText(call.call_id);
    if (callId === undefined) {
      if (!isStored) return {};
      addIssue({ message: 'an object with the text call_id', path: [pathItem(dataset.value)] });
      return NEVER;
    }
    const { agentIds, caller } = voiceoneCall(call);
    const startedAt = instantText(call.start_timestamp);
    const hasFailed = !isStored || call.disconnection_reason === FAILED_TRANSFER;
    return {
      ...(isStored ? { report: reportOf(event, callId, call) } : {}),
      ...(hasFailed ? { failedTransfer: { callId, agentId: agentIds[0], caller, startedAt } } : {}),
    };
  }),
);

/** Reasons for the end of a call that mean that a person took over. */
const transferred: readonly unknown[] = ['call_transfer', 'transfer_bridged', 'call_take_over'];

function activityIn(call: Json): CallActivity {
  const entries = listOf(call.transcript_with_tool_calls).map(objectOf);
  const results = new Map(
    entries
      .filter(({ role }) => role === 'tool_call_result')
      .map(({ tool_call_id, content }) => [tool_call_id, content]),
  );
  const invocations = entries
    .filter(({ role }) => role === 'tool_call_invocation')
    .map(({ name, arguments: args, tool_call_id }) => {
      return { name: idText(name), args, result: results.get(tool_call_id) };
    });
  return activityOf(invocations, transferred.includes(call.disconnection_reason));
}

const pathItem = (input: Record<string, unknown>) =>
  ({ type: 'object', origin: 'value', input, key: 'call', value: input.call }) as const;

function reportOf(event: string, callId: string, call: Json): CallReport {
  const analysis = objectOf(call.call_analysis);
  const { agentIds, caller } = voiceoneCall(call);
  return {
    event,
    callId,
    agentId: agentIds[0],
    caller,
    startedAt: instantText(call.start_timestamp),
    endedAt: instantText(call.end_timestamp),
    endedReason: cutText(MAX_REASON, call.disconnection_reason),
    transcript: wholeText(call.transcript),
    recordingUrl: httpsUrl(call.recording_url),
    summary: cutText(MAX_SUMMARY, analysis.call_summary),
    activity: activityIn(call),
  };
}
