import * as v from 'valibot';
import {
  type Call,
  type CallActivity,
  type CallReport,
  MAX_CALLER,
  MAX_REASON,
  MAX_SUMMARY,
} from '../../record/calls.ts';
import { activityOf, isReplied } from '../reported-functions.ts';
import {
  argumentsOf,
  cutText,
  firstText,
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

/** One function call of a `tool-calls` message. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Json;
}

function callFacts(message: Json): Call {
  const call = objectOf(message.call);
  const customer = objectOf(call.customer);
  return {
    callId: idText(call.id),
    agentIds: agentIdsOf(message),
    caller: cutText(MAX_CALLER, customer.number, objectOf(message.customer).number),
  };
}

/** The ids of the assistants that a message names. Who starts the call sets the metadata, the platform the other ids. */
function agentIdsOf(message: Json): readonly string[] {
  const call = objectOf(message.call);
  const places = [objectOf(call.metadata).assistantId, call.assistantId, objectOf(message.assistant).id];
  return [...new Set(places.flatMap((place) => idText(place) ?? []))];
}

/** The company's number that was called, as the platform reports it. */
function calledNumber(message: Json): string | undefined {
  const places = [message.phoneNumber, objectOf(message.call).phoneNumber];
  return cutText(MAX_CALLER, ...places.map((place) => objectOf(place).number));
}

/** The number to dial from the answer to `assistant-request`, as the platform repeats it. */
function knownNumber(message: Json): string | undefined {
  const places = [objectOf(message.call).assistantOverrides, message.artifact];
  const numbers = places.map((place) => objectOf(objectOf(place).variableValues).transfer_number);
  return numbers.flatMap((number) => idText(number) ?? []).find((number) => /^\+\d{5,15}$/.test(number));
}

/** The legacy message names its assistant only in the metadata. */
function functionCallFacts(message: Json): Call {
  const call = callFacts(message);
  const { assistantId } = objectOf(objectOf(message.call).metadata);
  return idText(assistantId) === undefined ? { ...call, agentIds: [] } : call;
}

function toolCallOf(entry: unknown): ToolCall | undefined {
  const item = objectOf(entry);
  const nested = objectOf(item.function);
  const id = idText(item.id);
  const name = idText(nested.name, item.name);
  if (id === undefined) return undefined;
  const args = [nested.arguments, nested.parameters, item.arguments, item.parameters].find(
    (value) => value !== undefined && value !== null,
  );
  return { id, name: name ?? '', args: argumentsOf(args) };
}

/** Further calls get no answer, because the answer would not fit into Lambda's response. Real messages have a handful. */
const MAX_ANSWERED = 1000;

/** The function calls from all lists of a message, one per id. */
function toolCallsOf(message: Json): readonly ToolCall[] {
  const wrapped = listOf(message.toolWithToolCallList).map((entry) => {
    const item = objectOf(entry);
    return { name: item.name ?? objectOf(item.function).name, ...objectOf(item.toolCall) };
  });
  const byId = new Map<string, ToolCall>();
  for (const entry of [...listOf(message.toolCallList), ...listOf(message.toolCalls), ...wrapped]) {
    const call = toolCallOf(entry);
    if (call !== undefined && !byId.has(call.id)) byId.set(call.id, call);
    if (byId.size === MAX_ANSWERED) break;
  }
  return [...byId.values()];
}

/** The reasons why a call ended if a person took over. */
const transferred: readonly unknown[] = [
  'assistant-forwarded-call',
  'call.ending.hook-executed-transfer',
  'call.ringing.hook-executed-transfer',
];

/**
 * True if the call ended because nobody could take it over: `call.forwarding.operator-busy`,
 * `call.in-progress.error-transfer-failed`, `customer-ended-call-during-transfer` and the like.
 */
function isFailedTransfer({ endedReason = '' }: CallReport): boolean {
  const isTransfer = endedReason.startsWith('call.forwarding.') || endedReason.includes('-transfer');
  return isTransfer && !transferred.includes(endedReason);
}

/** True if the call ended before the assistant ended it or somebody took it over. */
const isCutOff = ({ endedReason }: CallReport): boolean =>
  endedReason !== undefined &&
  !/^assistant-(?:ended-call|said-)/.test(endedReason) &&
  !transferred.includes(endedReason);

function activityIn(message: Json): CallActivity {
  const messages = [objectOf(message.artifact).messages, message.messages];
  const entries = messages.flatMap((place) => listOf(place).map(objectOf));
  const results = new Map(entries.map(({ toolCallId, result }) => [toolCallId, result]));
  const invocations = entries
    .flatMap(({ toolCalls }) => listOf(toolCalls))
    .flatMap((entry) => toolCallOf(entry) ?? [])
    .map(({ id, name, args }) => ({ name, args, result: results.get(id) }));
  const isConnected = listOf(objectOf(message.artifact).transfers).some((transfer) =>
    ['connected', 'completed'].includes(firstText(objectOf(transfer).status) ?? ''),
  );
  return activityOf(invocations, {
    transferred: isConnected || transferred.includes(message.endedReason),
    isReplied: isReplied(entries, wholeText(objectOf(message.artifact).transcript, message.transcript)),
  });
}

function reportOf(message: Json, callId: string, { agentIds, caller }: Call): CallReport {
  const artifact = objectOf(message.artifact);
  const call = objectOf(message.call);
  const mono = objectOf(objectOf(artifact.recording).mono);
  return {
    callId,
    agentId: agentIds[0],
    caller,
    event: 'end-of-call-report',
    startedAt: instantText(message.startedAt) ?? instantText(call.startedAt),
    endedAt: instantText(message.endedAt) ?? instantText(call.endedAt),
    endedReason: cutText(MAX_REASON, message.endedReason, call.endedReason),
    transcript: wholeText(artifact.transcript, message.transcript),
    recordingUrl: httpsUrl(artifact.recordingUrl, message.recordingUrl, mono.combinedUrl),
    summary: cutText(MAX_SUMMARY, objectOf(message.analysis).summary, artifact.summary, message.summary),
    activity: activityIn(message),
  };
}

/** Adds an issue at a field of the message. */
type Refuse = (key: string, expected: string) => never;

/** What a message holds, by its type. */
function contentOf(message: Json & { readonly type: string }, refuse: Refuse) {
  const { type } = message;
  switch (type) {
    case 'function-call': {
      const call = objectOf(message.functionCall);
      const name = idText(call.name);
      if (name === undefined) return refuse('functionCall', 'an object with the text name');
      return { type, name, args: argumentsOf(call.parameters), call: functionCallFacts(message) };
    }
    case 'tool-calls':
      return { type, toolCalls: toolCallsOf(message), call: callFacts(message) };
    case 'transfer-destination-request':
      return { type, call: callFacts(message), known: knownNumber(message) };
    case 'assistant-request':
      return { type, called: calledNumber(message), call: callFacts(message) };
    case 'end-of-call-report': {
      const reported = callFacts(message);
      const { callId, agentIds } = reported;
      if (callId === undefined) return refuse('call', 'an object with the text id');
      const report = reportOf(message, callId, reported);
      return {
        ...{ type, report, agentIds },
        ...{ transferFailed: isFailedTransfer(report), isCutOff: isCutOff(report) },
      };
    }
    default:
      return { type: 'ignored' as const };
  }
}

/** A message of voice platform two, by how it is handled. */
export type VoicetwoMessage = ReturnType<typeof contentOf>;

/** A function call requires its name, a report the id of its call, and every message its type. */
export const VoicetwoPayload = v.pipe(
  v.object({ message: v.looseObject({ type: requiredText('a message type') }, 'an object') }),
  v.rawTransform(({ dataset, addIssue, NEVER }): VoicetwoMessage => {
    const { message } = dataset.value;
    return contentOf(message, (key, expected) => {
      addIssue({ message: expected, path: [issueStep({ message }, 'message'), issueStep(message, key)] });
      return NEVER;
    });
  }),
);
