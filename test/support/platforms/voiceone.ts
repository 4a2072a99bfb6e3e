// Bodies as voice platform one sends them, complete; names, numbers and words are invented.

/** Part of a web call; whoever has it can join the call. */
export const accessToken = 'eyJhbGciOiJIUzI1NiJ9.invented-token-of-a-web-call';

type Fields = Readonly<Record<string, unknown>>;

const START = Date.UTC(2026, 5, 1, 11, 58);

const spoken = (role: 'agent' | 'user', content: string, at: number) => ({
  role,
  content,
  words: content
    .split(' ')
    .map((word, index) => ({ word, start: at + index / 4, end: at + index / 4 + 0.2 })),
});

const turns = [
  spoken('agent', 'Thanks for calling Acme, how can I help?', 0.4),
  spoken('user', 'My air conditioner is leaking, can someone come next week?', 4.2),
  spoken('agent', 'One moment, let me check that.', 8.5),
];

/** A function that the model has called, as in the transcript. */
export interface Invocation {
  readonly id: string;
  readonly name: string;
  readonly args: Fields;
  /** Its result; absent while it runs. */
  readonly result?: unknown;
}

const invoked = ({ id, name, args, result }: Invocation) => [
  { role: 'tool_call_invocation', tool_call_id: id, name, arguments: JSON.stringify(args) },
  ...(result === undefined
    ? []
    : [{ role: 'tool_call_result', tool_call_id: id, content: JSON.stringify(result), successful: true }]),
];

function transcripts(invocations: readonly Invocation[]) {
  const names = { agent: 'Agent', user: 'User' };
  return {
    transcript: turns.map(({ role, content }) => `${names[role]}: ${content}\n`).join(''),
    transcript_object: turns,
    transcript_with_tool_calls: [...turns, ...invocations.flatMap(invoked)],
  };
}

/** What a report has if the caller says nothing. */
export const greetingOnly = {
  transcript: 'Agent: Thanks for calling Acme, how can I help?\n',
  transcript_object: turns.slice(0, 1),
  transcript_with_tool_calls: turns.slice(0, 1),
};

const spread = (middle: number) => ({
  ...{ p50: middle, p90: middle * 1.2, p95: middle * 1.3, p99: middle * 1.4 },
  ...{ max: middle * 1.5, min: middle / 2, num: 2, values: [middle / 2, middle * 1.5] },
});

const callOf = (invocations: readonly Invocation[]) => ({
  call_id: 'call_9b7559010ef20eb3a8e72252a52',
  agent_id: 'agent_acme',
  agent_version: 6,
  agent_name: 'Front desk',
  retell_llm_dynamic_variables: { customer_name: 'Dana', now: '2026-06-01T11:58:00.000Z' },
  collected_dynamic_variables: { previous_node: 'greeting' },
  metadata: { tenant: 'acme' },
  data_storage_setting: 'everything',
  opt_in_signed_url: false,
  call_status: 'ongoing',
  start_timestamp: START,
  ...transcripts(invocations),
  latency: { llm: spread(560), e2e: spread(1180), tts: spread(320) },
});

/** An inbound phone call, as in a function call. */
export const phoneCall = (over: Fields = {}, invocations: readonly Invocation[] = []) => ({
  call_type: 'phone_call',
  ...callOf(invocations),
  custom_sip_headers: { 'X-Call-Direction': 'Inbound' },
  from_number: '+12125550123',
  to_number: '+12125550100',
  direction: 'inbound',
  telephony_identifier: { twilio_call_sid: 'CA00000000000000000000000000000001' },
  ...over,
});

/** A call from a browser: it has no numbers and no direction. */
export const webCall = (over: Fields = {}, invocations: readonly Invocation[] = []) => ({
  call_type: 'web_call',
  access_token: accessToken,
  ...callOf(invocations),
  ...over,
});

/** A function call; the running invocation is the last in the transcript. */
export const functionCall = (
  invocation: Invocation,
  call: (over: Fields, invocations: readonly Invocation[]) => object = phoneCall,
  over: Fields = {},
  earlier: readonly Invocation[] = [],
) => ({ name: invocation.name, args: invocation.args, call: call(over, [...earlier, invocation]) });

const listedServices = { id: 't1', name: 'get_service_types', args: {}, result: { serviceTypes: [] } };

/** The end of a phone call with everything that is known then. */
export const callEnded = (over: Fields = {}, invocations: readonly Invocation[] = [listedServices]) => ({
  event: 'call_ended',
  call: {
    ...phoneCall({}, invocations),
    call_status: 'ended',
    end_timestamp: START + 95_000,
    duration_ms: 95_000,
    recording_url: 'https://recordings.example.com/9b755/recording.wav',
    recording_multi_channel_url: 'https://recordings.example.com/9b755/multichannel.wav',
    public_log_url: 'https://recordings.example.com/9b755/public.log',
    disconnection_reason: 'user_hangup',
    call_cost: {
      product_costs: [
        { product: 'voice_engine', unit_price: 0.08, cost: 2.42 },
        { product: 'a_model', cost: 0 },
      ],
      total_duration_seconds: 95,
      combined_cost: 2.42,
    },
    llm_token_usage: { values: [1900, 2040], average: 1970, num_requests: 2 },
    ...over,
  },
});

/** The same call again, with its analysis. */
export const callAnalyzed = (over: Fields = {}, invocations?: readonly Invocation[]) => ({
  event: 'call_analyzed',
  call: {
    ...callEnded({}, invocations).call,
    call_analysis: {
      call_summary: 'The caller asked for a visit because the air conditioner leaks.',
      in_voicemail: false,
      user_sentiment: 'Positive',
      call_successful: true,
      custom_analysis_data: { callback: false },
    },
    ...over,
  },
});

/** An outbound call that nobody answered: most fields are absent. */
export const neverConnected = (over: Fields = {}) => ({
  event: 'call_ended',
  call: {
    call_id: 'call_never',
    agent_id: 'agent_acme',
    call_status: 'not_connected',
    disconnection_reason: 'dial_no_answer',
    ...over,
  },
});

/** Events without anything that is stored. */
export const passingEvents = [
  { event: 'call_started', call: { ...phoneCall(), transcript: undefined } },
  { event: 'transcript_updated', call: phoneCall() },
  {
    event: 'transfer_started',
    call: { call_id: 'call_9b7559010ef20eb3a8e72252a52' },
    transfer_destination: { number: '+12125550100', extension: '12' },
    transfer_option: { type: 'warm_transfer', showTransfereeAsCaller: true },
  },
  { event: 'transfer_bridged', call: phoneCall() },
  { event: 'transfer_ended', call: { call_id: 'call_9b7559010ef20eb3a8e72252a52' } },
  { event: 'chat_started' },
];
