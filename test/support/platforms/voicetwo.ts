// Bodies as voice platform two sends them, complete; names, numbers and words are invented.

/** Parts of a body that must never be stored or logged: prompts, tokens, and addresses that control the call. */
export const vendorSecrets = {
  prompt: 'INVENTED SYSTEM PROMPT, the property of the customer',
  serverSecret: 'invented-server-secret',
  carrierToken: 'invented-carrier-token',
  controlUrl: 'wss://phone.example.com/1f2e/control-of-the-call',
};

type Fields = Readonly<Record<string, unknown>>;

const messages = [
  { role: 'system', message: vendorSecrets.prompt, time: 1780315080000, secondsFromStart: 0 },
  {
    role: 'bot',
    message: 'Thanks for calling Acme.',
    time: 1780315081040,
    secondsFromStart: 1.04,
    source: '',
  },
  { role: 'user', message: 'My air conditioner is leaking.', time: 1780315085900, secondsFromStart: 5.9 },
  { role: 'bot', message: 'One moment, let me check that.', time: 1780315089100, secondsFromStart: 9.1 },
];

/** What a report has if the caller says nothing. */
export const greetingOnly = {
  messages: messages.slice(0, 2),
  transcript: 'AI: Thanks for calling Acme.\n',
};

/** The call as in every message. Its status stays the initial one. */
export const callOf = (over: Fields = {}) => ({
  id: '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b',
  orgId: '379a13ec-0000-4000-8000-000000000001',
  createdAt: '2026-06-01T11:58:00.101Z',
  updatedAt: '2026-06-01T11:58:00.101Z',
  type: 'inboundPhoneCall',
  status: 'ringing',
  monitor: { listenUrl: 'wss://phone.example.com/1f2e/listen', controlUrl: vendorSecrets.controlUrl },
  transport: { provider: 'twilio', conversationType: 'voice', callSid: 'CA00000000000000000000000000000002' },
  phoneCallProvider: 'twilio',
  phoneCallProviderId: 'CA00000000000000000000000000000002',
  phoneCallTransport: 'pstn',
  assistantId: 'asst_acme',
  phoneNumberId: '4a5a04dc-0000-4000-8000-000000000002',
  customer: { number: '+12125550123' },
  ...over,
});

const phoneNumber = {
  id: '4a5a04dc-0000-4000-8000-000000000002',
  assistantId: 'asst_acme',
  number: '+12125550100',
  twilioAuthToken: vendorSecrets.carrierToken,
  provider: 'twilio',
  status: 'active',
};

const assistant = {
  id: 'asst_acme',
  name: 'Front desk',
  model: {
    provider: 'openai',
    model: 'a-model',
    messages: [{ role: 'system', content: vendorSecrets.prompt }],
  },
  voice: { provider: 'vapi', voiceId: 'Elliot' },
  firstMessage: 'Thanks for calling Acme.',
  server: { url: 'https://api.example.com/', secret: vendorSecrets.serverSecret, timeoutSeconds: 20 },
  metadata: { tenant: 'acme' },
};

/** A message of that type with the fields that all have. */
export const message = (type: string, own: Fields = {}, call: unknown = callOf()) => ({
  message: {
    timestamp: 1780315200000,
    type,
    artifact: { messages, messagesOpenAIFormatted: [] },
    call,
    phoneNumber,
    customer: { number: '+12125550123' },
    assistant,
    ...own,
  },
});

/** A message whose assistant is known only from the call's metadata, as the legacy message requires. */
export const functionCall = (name: string, parameters: unknown, over: Fields = {}) =>
  message(
    'function-call',
    { functionCall: { name, parameters } },
    callOf({ metadata: { assistantId: 'asst_acme' }, ...over }),
  );

const ending = {
  endedReason: 'customer-ended-call',
  startedAt: '2026-06-01T11:58:02.000Z',
  endedAt: '2026-06-01T11:59:37.640Z',
  durationSeconds: 95.64,
  cost: 0.0713,
  costs: [{ type: 'transport', provider: 'twilio', minutes: 1.6, cost: 0.0049 }],
  compliance: {},
};

const told = {
  transcript:
    'AI: Thanks for calling Acme.\nUser: My air conditioner is leaking.\nAI: One moment, let me check that.\n',
  summary: 'The caller asked for a visit.',
  recordingUrl: 'https://recordings.example.com/019a2b3c-mono.wav',
};

/** A tool call and its answer, as in the messages of a report. */
export const toolCallMessages = (
  id: string,
  name: string,
  args: unknown,
  result: string,
): readonly Fields[] => [
  {
    ...{ role: 'tool_calls', time: 1780315090000, secondsFromStart: 10, message: '' },
    toolCalls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  },
  { role: 'tool_call_result', toolCallId: id, name, result, time: 1780315091000, secondsFromStart: 11 },
];

/**
 * The report as it is sent now: in the artifact, and in the older places, too. `expires` differs in each delivery.
 */
export const report = (call: Fields = {}, expires = 'a', toolCalls: readonly Fields[] = []) =>
  message(
    'end-of-call-report',
    {
      ...ending,
      artifact: {
        messages: [...messages, ...toolCalls],
        messagesOpenAIFormatted: [],
        transcript: told.transcript,
        recordingUrl: told.recordingUrl,
        recording: { mono: { combinedUrl: told.recordingUrl } },
        presignedMonoUrl: `https://bucket.example.com/mono.wav?signature=${expires}`,
        logUrl: 'https://logs.example.com/019a2b3c.jsonl.gz',
        variableValues: { now: 'Jun 1, 2026, 11:58 AM UTC' },
      },
      analysis: { summary: told.summary, structuredData: {}, successEvaluation: 'true' },
      ...told,
    },
    callOf(call),
  );

/** The report as older versions sent it: nothing in the artifact, no analysis. */
export const olderReport = (call: Fields = {}) =>
  message('end-of-call-report', { ...ending, ...told, artifact: undefined }, callOf(call));

/** The current report with the recording in its newest place only. */
export const newestReport = (call: Fields = {}) =>
  message(
    'end-of-call-report',
    {
      ...ending,
      artifact: {
        messages,
        transcript: told.transcript,
        recording: { mono: { combinedUrl: told.recordingUrl } },
      },
      analysis: { summary: told.summary },
    },
    callOf(call),
  );

/** What all three reports say. */
export const reported = {
  ...told,
  caller: '+12125550123',
  agentId: 'asst_acme',
  endedReason: ending.endedReason,
  startedAt: ending.startedAt,
  endedAt: ending.endedAt,
};
