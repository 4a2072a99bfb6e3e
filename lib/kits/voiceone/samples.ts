import type { InboundEvent } from '../../adapters/voiceone/inbound.ts';
import { functionSamples, sampleName } from '../samples/function-samples.ts';
import type { Json, Sample, SampleArguments, SampleContext } from '../samples/sample.ts';

const DURATION_MS = 95_000;

const turns = [
  { role: 'agent', content: 'Thanks for calling, how can I help?' },
  { role: 'user', content: 'Hi, I need someone to come by, tomorrow morning if you can.' },
];

/** Voice platform one sends function calls and call events like these. */
export const voiceoneSamples: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(
    functionSamples('voiceone').map(([name, { about, args }]): [string, Sample] => [
      sampleName(name),
      functionCall(name, about, args, phoneCall),
    ]),
  ),
  'web-call': functionCall(
    'get_service_types',
    'a function call from a browser: no numbers, a token',
    () => ({}),
    webCall,
  ),
  'call-inbound': inbound('call_inbound', 'an incoming call: who is calling'),
  'chat-inbound': inbound('chat_inbound', 'the same for a text message'),
  'call-started': event('call_started', 'the start of a call, which is not kept', (context) => ({
    ...phoneCall(context),
    call_status: 'ongoing',
  })),
  'call-ended': event('call_ended', 'the end of a call, with its transcript', endedCall),
  'call-analyzed': event('call_analyzed', 'the summary that follows', (context) => ({
    ...endedCall(context),
    call_analysis: {
      call_summary: 'The caller asked for a visit tomorrow morning.',
      in_voicemail: false,
      user_sentiment: 'Positive',
      call_successful: true,
      custom_analysis_data: {},
    },
  })),
  'call-not-connected': event('call_ended', 'the end of a call that nobody took', notConnected),
};

function functionCall(
  name: string,
  about: string,
  args: NonNullable<Sample['args']>,
  call: (context: SampleContext) => object,
): Sample {
  return {
    route: 'voiceone-function-call',
    about,
    args,
    body: (context, given) => ({
      name,
      args: given,
      call: {
        ...call(context),
        call_status: 'ongoing',
        ...transcripts([...turns, invocation(context, name, given)]),
        latency: { e2e: { p50: 1102, p90: 1300, max: 1366, min: 940, num: 2, values: [940, 1366] } },
      },
    }),
  };
}

function inbound(event: InboundEvent, about: string): Sample {
  return {
    route: 'voiceone-call-inbound',
    about,
    body: ({ origin, caller, called }) => ({
      event,
      [event]: { agent_id: origin, agent_version: 6, from_number: caller, to_number: called },
    }),
  };
}

function event(name: string, about: string, call: (context: SampleContext) => Json): Sample {
  return {
    route: 'voiceone-call-complete',
    about,
    body: (context) => ({ event: name, call: call(context) }),
  };
}

function invocation({ invocationId }: SampleContext, name: string, args: SampleArguments) {
  return {
    role: 'tool_call_invocation',
    tool_call_id: invocationId,
    name,
    arguments: JSON.stringify(args),
  };
}

type Turn = { readonly role: string; readonly content?: string };

/** Returns the same conversation in three forms: as text, by turns, and with the function calls. */
function transcripts(withToolCalls: readonly (Turn & { readonly [name: string]: string })[]) {
  const spoken = withToolCalls.filter(({ content }) => content !== undefined);
  const names: Readonly<Record<string, string>> = { agent: 'Agent', user: 'User' };
  return {
    transcript: spoken.map(({ role, content }) => `${names[role]}: ${content}\n`).join(''),
    transcript_object: spoken,
    transcript_with_tool_calls: withToolCalls,
  };
}

function callOf({ callId, origin, now }: SampleContext) {
  return {
    call_id: callId,
    agent_id: origin,
    agent_version: 6,
    agent_name: 'Front desk',
    retell_llm_dynamic_variables: {},
    data_storage_setting: 'everything',
    opt_in_signed_url: false,
    start_timestamp: now.getTime() - DURATION_MS,
  };
}

function phoneCall(context: SampleContext) {
  return {
    call_type: 'phone_call',
    ...callOf(context),
    from_number: context.caller,
    to_number: context.called,
    direction: 'inbound',
    telephony_identifier: { twilio_call_sid: 'CA5b1c2d3e4f5061728394a5b6c7d8e9f0' },
  };
}

function webCall(context: SampleContext) {
  return { call_type: 'web_call', access_token: 'a-token-of-the-web-call', ...callOf(context) };
}

function endedCall(context: SampleContext) {
  return {
    ...phoneCall(context),
    ...transcripts(turns),
    call_status: 'ended',
    end_timestamp: context.now.getTime(),
    duration_ms: DURATION_MS,
    disconnection_reason: 'user_hangup',
    recording_url: `https://recordings.example.com/${context.callId}/recording.wav`,
    call_cost: {
      product_costs: [{ product: 'voice_engine', cost: 2.42 }],
      combined_cost: 2.42,
    },
  };
}

function notConnected({ callId, origin, caller, now }: SampleContext) {
  return {
    call_id: callId,
    call_type: 'phone_call',
    agent_id: origin,
    call_status: 'not_connected',
    direction: 'outbound',
    from_number: '+12125550100',
    to_number: caller,
    disconnection_reason: 'dial_no_answer',
    end_timestamp: now.getTime(),
  };
}
