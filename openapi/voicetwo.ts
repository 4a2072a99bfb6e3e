import { catalog } from '../lib/voice/catalog.ts';
import { answer, list, object, only, ref, type Schema, type Schemas, text } from './schema.ts';
import { anyNameOf, argumentsName, unknownName } from './voiceone.ts';

const call = object('The call; more fields are ignored.', {
  id: text('Id of the call. Booking the same service again in a call moves the appointment.'),
  assistantId: text('The assistant. `function-call` needs it in the metadata, too.'),
  metadata: object('The metadata of the call.', {
    assistantId: text(
      'The assistant, which identifies the account. Assistants of several accounts are refused.',
    ),
  }),
  customer: object('The other party.', { number: text('Its number.') }),
});

const commonFields = {
  call: ref('VoicetwoCall'),
  assistant: object('The assistant.', { id: text('Its id.') }),
  customer: object('The other party, if the call has none.', { number: text('Its number.') }),
};

/** Arguments may be an object or JSON text of one. */
const given = (name: string): Schema => ({ anyOf: [ref(name), { type: 'string' }] });

const message = (type: string, description: string, properties: Schemas, required: readonly string[] = []) =>
  object(description, { type: only(type), ...properties, ...commonFields }, ['type', ...required]);

const functionCall = message(
  'function-call',
  'A call of one function, the older message.',
  {
    functionCall: {
      oneOf: [
        ...catalog.map((entry) => ({
          ...object('', { name: anyNameOf(entry), parameters: given(argumentsName(entry)) }, ['name']),
          title: entry.voicetwo,
        })),
        {
          ...object('Any other name is answered with `unknown_function`.', { name: unknownName }, ['name']),
          title: 'unknown function',
        },
      ],
    },
  },
  ['functionCall'],
);

const toolCall = object(
  'A call with its id. The name and the arguments may also be under `function`, arguments under `parameters`.',
  {
    id: text('The `toolCallId` of the answer.'),
    name: text('Name of the function.'),
    arguments: { type: ['object', 'string'], description: 'An object, or JSON text of an object.' },
    parameters: { type: ['object', 'string'], description: 'Another name for `arguments`.' },
    function: object('Name and arguments together.', {
      name: text('Name of the function.'),
      arguments: { type: ['object', 'string'] },
      parameters: { type: ['object', 'string'] },
    }),
  },
  ['id'],
);

const toolCalls = message(
  'tool-calls',
  'Calls of functions. They may be in any of the lists, and in several: each id is run once.',
  {
    toolCallList: list('The calls.', ref('ToolCall')),
    toolCalls: list('The same in an older place.', ref('ToolCall')),
    toolWithToolCallList: list(
      'The same beside the definition of the tool.',
      object('A tool and its call.', { name: text('Name of the function.'), toolCall: ref('ToolCall') }),
    ),
  },
);

const transferRequest = message('transfer-destination-request', 'Asks where to transfer the call to.', {});

const assistantRequest = message(
  'assistant-request',
  'An incoming call to a number without an assistant. The called number identifies the account.',
  { phoneNumber: object('The number that was called.', { number: text('E.164.') }) },
);

const report = message('end-of-call-report', 'The report of an ended call, which is stored.', {
  startedAt: text('When it began, ISO 8601.'),
  endedAt: text('When it ended, ISO 8601.'),
  endedReason: text('Why it ended.'),
  artifact: object('Recordings of the call.', {
    transcript: text('Stored completely.'),
    recordingUrl: text('Stored if it is https; never fetched.', { format: 'uri' }),
  }),
  analysis: object("The platform's analysis of the call.", { summary: text('Stored.') }),
});

const known = [
  ...['function-call', 'tool-calls', 'transfer-destination-request', 'assistant-request'],
  'end-of-call-report',
];

export const voicetwoSchemas: Schemas = {
  VoicetwoCall: call,
  ToolCall: toolCall,
  FunctionCallMessage: functionCall,
  ToolCallsMessage: toolCalls,
  TransferDestinationRequestMessage: transferRequest,
  AssistantRequestMessage: assistantRequest,
  EndOfCallReportMessage: report,
  OtherMessage: object(
    'Any other message is answered with `{}` and dropped.',
    { type: text('Its type.', { minLength: 1, not: { enum: known } }) },
    ['type'],
  ),
  ToolCallResult: answer('The answer to one call.', {
    toolCallId: text('The id of the call.'),
    name: text('The name by which the function was called.'),
    result: text('The result as one line of JSON.', {
      contentMediaType: 'application/json',
      contentSchema: ref('FunctionResult'),
    }),
  }),
  Assistant: {
    anyOf: [
      answer('Which assistant, and what it knows.', {
        assistantId: text('The only one of the account.'),
        assistantOverrides: answer('For this call.', { variableValues: ref('Greeting') }),
      }),
      answer('None.', { error: text('What the platform says to the caller before it hangs up.') }),
    ],
  },
  TransferDestination: {
    anyOf: [
      answer('Where to.', {
        destination: answer('A person.', {
          type: only('number'),
          number: text('E.164.'),
          message: text('Said to the caller.'),
        }),
      }),
      answer('Nowhere.', { error: text('What the agent can say.') }),
    ],
  },
};

export const voicetwoBody: Schema = object(
  '',
  {
    message: {
      oneOf: [
        ...['FunctionCallMessage', 'ToolCallsMessage', 'TransferDestinationRequestMessage'].map(ref),
        ...['AssistantRequestMessage', 'EndOfCallReportMessage', 'OtherMessage'].map(ref),
      ],
    },
  },
  ['message'],
);

export const voicetwoAnswer: Schema = {
  anyOf: [
    { ...answer('Answer to `function-call`.', { result: ref('FunctionResult') }), title: 'result' },
    {
      ...answer('To `tool-calls`: one entry for each id.', { results: list('', ref('ToolCallResult')) }),
      title: 'results',
    },
    { ...ref('TransferDestination'), title: 'destination' },
    { ...ref('Assistant'), title: 'assistant' },
    { ...answer('Answer to all other messages.', {}), title: 'nothing' },
  ],
};
