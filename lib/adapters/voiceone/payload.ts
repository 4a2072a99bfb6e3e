import * as v from 'valibot';
import {
  type Call,
  type CallActivity,
  type CallReport,
  MAX_CALLER,
  MAX_REASON,
  MAX_SUMMARY,
} from '../../record/calls.ts';
import type { FailedTransfer } from '../../voice/ended-call.ts';
import { activityOf, isReplied } from '../reported-functions.ts';
import {
  argumentsOf,
  cutText,
  httpsUrl,
  idText,
  instantText,
  issueStep,
  type Json,
  listOf,
  objectOf,
  requiredText,
  wholeText,
} from '../values.ts';

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

/** The platform's name for a transfer that is canceled or that nobody takes: an event, and a reason why a call ended. */
const FAILED_TRANSFER = 'transfer_cancelled';

/** An event of voice platform one. Events with neither a report nor a failed transfer are dropped. */
export interface VoiceoneEvent {
  readonly report?: CallReport | undefined;
  readonly failedTransfer?: FailedTransfer | undefined;
  /** True if the call ended before the agent ended it or somebody took it over. */
  readonly isCutOff: boolean;
}

/** Stored events require the id of their call; other events have no required fields. */
export const VoiceoneCallEvent = v.pipe(
  v.looseObject({ event: requiredText('an event name'), call: v.optional(v.unknown()) }),
  v.rawTransform(({ dataset, addIssue, NEVER }): VoiceoneEvent => {
    const { event, call: sent } = dataset.value;
    const isStored = storedEvents.includes(event);
    if (!isStored && event !== FAILED_TRANSFER) return { isCutOff: false };
    const call = objectOf(sent);
    const { callId, agentIds, caller } = voiceoneCall(call);
    if (callId === undefined) {
      if (!isStored) return { isCutOff: false };
      addIssue({ message: 'an object with the text call_id', path: [issueStep(dataset.value, 'call')] });
      return NEVER;
    }
    const startedAt = instantText(call.start_timestamp);
    const about = { callId, agentId: agentIds[0], caller, startedAt };
    const hasFailed = !isStored || call.disconnection_reason === FAILED_TRANSFER;
    return {
      isCutOff: isCutOff(call.disconnection_reason),
      ...(isStored && { report: { event, ...about, ...reportIn(call) } }),
      ...(hasFailed && { failedTransfer: about }),
    };
  }),
);

/** The reasons why a call ended if a person took over. */
const transferred: readonly unknown[] = ['call_transfer', 'transfer_bridged', 'call_take_over'];

const isCutOff = (reason: unknown): boolean =>
  typeof reason === 'string' && reason !== 'agent_hangup' && !transferred.includes(reason);

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
  return activityOf(invocations, {
    transferred: transferred.includes(call.disconnection_reason),
    isReplied: isReplied(entries, wholeText(call.transcript)),
  });
}

const reportIn = (call: Json) => ({
  endedAt: instantText(call.end_timestamp),
  endedReason: cutText(MAX_REASON, call.disconnection_reason),
  transcript: wholeText(call.transcript),
  recordingUrl: httpsUrl(call.recording_url),
  summary: cutText(MAX_SUMMARY, objectOf(call.call_analysis).call_summary),
  activity: activityIn(call),
});
