import { functionSamples, sampleName } from '../samples/function-samples.ts';
import type { Json, Sample, SampleArguments, SampleContext } from '../samples/sample.ts';

const transcript =
  'AI: Thanks for calling, how can I help?\nUser: Hi, I need someone to come by, tomorrow morning if you can.\n';

const functions = functionSamples('voicetwo');
const booking = functions.find(([name]) => name === 'bookAppointment')?.[1].args ?? (() => ({}));

/** Voice platform two sends tool calls, the legacy function call and the other messages of a call like these. */
export const voicetwoSamples: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(
    functions.map(([name, { about, args }]): [string, Sample] => [
      sampleName(name),
      {
        route: 'voicetwo',
        about,
        args,
        body: (context, given) => toolCallsMessage(context, [[context.invocationId, name, given]]),
      },
    ]),
  ),
  'tool-calls': {
    route: 'voicetwo',
    about: 'two tool calls in one message',
    args: ({ date, serviceType }) => ({ date, serviceType }),
    body: (context, given) =>
      toolCallsMessage(context, [
        [`${context.invocationId}-1`, 'getServiceTypes', {}],
        [`${context.invocationId}-2`, 'checkAvailability', given],
      ]),
  },
  'function-call': {
    route: 'voicetwo',
    about: 'a booking in the legacy shape, one function a message',
    args: booking,
    body: (context, parameters) =>
      message(context, 'function-call', { functionCall: { name: 'bookAppointment', parameters } }),
  },
  'web-call': {
    route: 'voicetwo',
    about: 'a tool call from a browser: no number',
    args: () => ({}),
    body: (context, given) => {
      const { customer: _, ...call } = callOf(context);
      const tools = toolCalls([[context.invocationId, 'getServiceTypes', given]]);
      return { message: { type: 'tool-calls', ...tools, call: { ...call, type: 'webCall' } } };
    },
  },
  'assistant-request': {
    route: 'voicetwo',
    about: 'an incoming call: which assistant answers it, and who is calling',
    body: (context) => {
      const { assistantId: _, metadata: __, ...call } = callOf(context);
      const phoneNumber = { number: context.called };
      return message(context, 'assistant-request', { call, phoneNumber });
    },
  },
  'transfer-destination-request': {
    route: 'voicetwo',
    about: 'whom to transfer the call to',
    body: (context) => message(context, 'transfer-destination-request', {}),
  },
  'status-update': {
    route: 'voicetwo',
    about: 'a message that needs no answer and is not kept',
    body: (context) => message(context, 'status-update', { status: 'in-progress' }),
  },
  'end-of-call-report': {
    route: 'voicetwo',
    about: 'the end of a call, with its transcript',
    body: (context) => message(context, 'end-of-call-report', report(context)),
  },
};

type SentToolCall = readonly [id: string, name: string, args: SampleArguments];

/** Returns the same calls in the three lists that the platform sends. */
function toolCalls(sent: readonly SentToolCall[]) {
  const list = sent.map(([id, name, args]) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  return {
    toolCalls: list,
    toolCallList: list,
    toolWithToolCallList: list.map((toolCall) => ({
      type: 'function',
      function: { name: toolCall.function.name },
      toolCall,
    })),
  };
}

function toolCallsMessage(context: SampleContext, sent: readonly SentToolCall[]): Json {
  return message(context, 'tool-calls', toolCalls(sent));
}

function message(context: SampleContext, type: string, own: { readonly [name: string]: Json }): Json {
  const artifact = { messages: [], messagesOpenAIFormatted: [] };
  return {
    message: {
      timestamp: context.now.getTime(),
      type,
      artifact,
      call: callOf(context),
      customer: { number: context.caller },
      assistant: { id: context.origin, name: 'Front desk' },
      ...own,
    },
  };
}

function report(context: SampleContext) {
  const recordingUrl = `https://recordings.example.com/${context.callId}.wav`;
  const summary = 'The caller asked for a visit tomorrow morning.';
  return {
    artifact: { transcript, recordingUrl, recording: { mono: { combinedUrl: recordingUrl } }, messages: [] },
    endedReason: 'customer-ended-call',
    startedAt: startOf(context),
    endedAt: context.now.toISOString(),
    durationSeconds: 95,
    cost: 0.0713,
    analysis: { summary, successEvaluation: 'true' },
    // The platform still sends these fields in their former places, too.
    transcript,
    summary,
    recordingUrl,
  };
}

function startOf({ now }: SampleContext): string {
  return new Date(now.getTime() - 95_000).toISOString();
}

function callOf(context: SampleContext) {
  return {
    id: context.callId,
    type: 'inboundPhoneCall',
    // The platform keeps sending the status from the start of the call.
    status: 'ringing',
    createdAt: startOf(context),
    updatedAt: startOf(context),
    phoneCallProvider: 'twilio',
    phoneCallTransport: 'pstn',
    assistantId: context.origin,
    metadata: { assistantId: context.origin },
    customer: { number: context.caller },
  };
}
