import { descriptionOf } from '../lib/kits/tools/descriptions.ts';
import { parametersOf } from '../lib/kits/tools/function-schema.ts';
import { mapFields } from '../lib/map-fields.ts';
import { namesOf } from '../lib/platforms/function-names.ts';
import type { VoicePlatform } from '../lib/platforms/index.ts';
import { type CatalogEntry, type CatalogedFunction, catalog } from '../lib/voice/catalog.ts';
import { type Greeting, greetingNames } from '../lib/voice/known-before-hello.ts';
import { answer, object, ref, type Schema, type Schemas, text } from './schema.ts';

/** The component with the arguments of a function. */
export const argumentsName = ({ voicetwo }: CatalogEntry): string =>
  `${voicetwo.charAt(0).toUpperCase()}${voicetwo.slice(1)}Arguments`;

/** All names of a function; each endpoint understands all of them. */
export const anyNameOf = (entry: CatalogEntry): Schema => ({ enum: namesOf(entry) });

/** Any name that is not a function's. */
export const unknownName: Schema = {
  type: 'string',
  not: { enum: catalog.flatMap(namesOf) },
};

/** The arguments of all functions, as models should send them. No request is refused because one is missing. */
export const argumentSchemas = (platform: VoicePlatform): Schemas =>
  Object.fromEntries(
    catalog.map((entry) => {
      const { properties } = parametersOf(entry, platform);
      const description =
        'As a model should send them. None is refused: null and empty texts are absent, unknown ones are ' +
        'ignored, and what is missing or not understood is answered in words.';
      // Texts in another form are accepted, too.
      const free = Object.entries(properties).map(([name, { pattern: _, ...property }]) => [name, property]);
      return [argumentsName(entry), object(description, Object.fromEntries(free))];
    }),
  );

const call = object('The call in which the function is called; more fields are ignored.', {
  call_id: text('Id of the call. Booking the same service again in a call moves the appointment.'),
  agent_id: text('The agent, which identifies the account.'),
  direction: text('With `outbound`, the caller is `to_number`.'),
  from_number: text('Number of the caller, usually E.164.'),
  to_number: text('The called number.'),
  transcript_with_tool_calls: {
    type: 'array',
    description: 'The last `tool_call_id` in it identifies this invocation.',
    items: { type: 'object' },
  },
});

const callOf = (entry: CatalogedFunction): Schema => ({
  ...object(
    descriptionOf(entry).description.split('. ')[0] ?? '',
    {
      name: anyNameOf(entry),
      args: ref(argumentsName(entry)),
      call: ref('VoiceoneCall'),
    },
    ['name'],
  ),
  title: entry.voiceone,
});

export const voiceoneSchemas: Schemas = {
  VoiceoneCall: call,
  VoiceoneEvent: object(
    'What happened to a call. `call_ended` and `call_analyzed` are stored, `transfer_cancelled` becomes a message, any other event is dropped.',
    {
      event: text('Its name.', { minLength: 1 }),
      call: object('The call; stored events require its id.', {
        call_id: text('Id of the call.'),
        agent_id: text('The agent. If no account has it, the call is stored as unassigned.'),
        direction: text('With `outbound`, the caller is `to_number`.'),
        from_number: text('Number of the caller.'),
        to_number: text('The called number.'),
        start_timestamp: { type: 'integer', description: 'Milliseconds since the epoch.' },
        end_timestamp: { type: 'integer', description: 'Milliseconds since the epoch.' },
        disconnection_reason: text('Why it ended.'),
        transcript: text('Stored completely.'),
        recording_url: text('Stored if it is https; never fetched.', { format: 'uri' }),
        call_analysis: object("The platform's analysis of the call.", { call_summary: text('Stored.') }),
      }),
    },
    ['event'],
  ),
};

export const functionCallBody: Schema = {
  oneOf: [
    ...catalog.map(callOf),
    {
      ...object(
        'Any other name is answered with `unknown_function`.',
        { name: unknownName, args: {}, call: ref('VoiceoneCall') },
        ['name'],
      ),
      title: 'unknown function',
    },
  ],
};

export const callReportBody: Schema = {
  allOf: [ref('VoiceoneEvent')],
  if: object('', { event: { enum: ['call_ended', 'call_analyzed'] } }),
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
  then: object('', { call: { type: 'object', required: ['call_id'] } }, ['call']),
};

const descriptions: Readonly<Record<keyof Greeting, string>> = {
  customer_known: '`true` if anything is stored for the number, `false` if not, empty if unknown.',
  customer_first_name: 'The first name of who calls from the number. Empty if uncertain.',
  caller_number: '`known`, or `unknown` if the number is withheld.',
  upcoming_count: 'The number of upcoming appointments.',
  upcoming_appointment: 'The next one as a sentence.',
  upcoming:
    "At most 10 of them, each with its `dispatchRequestId`, service, place (if there are several), day, time and technician, who moved it, and whether it is somebody else's.",
  canceled:
    'At most 10 visits that were canceled in the last two hours, each with its service, day and time.',
  sites: 'At most 10 places of the customer, each with its `siteId` and what tells it apart.',
  lead_service: 'The service of an open request without an appointment.',
  open_message: '`true` if a callback is due.',
  texts:
    '`ask` if nobody knows whether the caller wants texts, `yes` or `no` if they said so, empty if the company sends none.',
  interrupted: 'What an earlier call was about that ended before a booking.',
  people: 'Who calls from this number.',
  company_name: 'Name of the company.',
  today: 'Its date, such as `Monday, June 1, 2026`.',
  now: 'Its time, such as `8 AM`.',
  calendar: 'The next 35 days of the company, today first: weekday, date, holiday and unusual hours.',
  open_now: '`true` or `false`.',
  on_call: 'Who takes an emergency now. Empty if nobody is on call.',
  transfer_number: 'Who is dialed in an emergency if no function can say it. Empty if nobody can be dialed.',
};

/** The variables of a prompt. */
export const greetingSchema: Schema = answer(
  'What an agent knows before it says hello. Unknown values are empty.',
  mapFields(greetingNames, (name) => text(descriptions[name])),
);

const inbound = (about: string): Schema =>
  object(about, {
    agent_id: text('The agent of the number; it finds the account.'),
    from_number: text('Number of the caller.'),
    to_number: text('Number that was called.'),
  });

export const inboundBody: Schema = object(
  '',
  {
    event: { enum: ['call_inbound', 'chat_inbound'] },
    call_inbound: inbound('An incoming call.'),
    chat_inbound: inbound('A text message that begins a chat.'),
  },
  ['event'],
);

const variables: Schema = answer(
  'Empty if no account has the agent.',
  {},
  { dynamic_variables: ref('Greeting') },
);

export const inboundAnswerSchema: Schema = {
  anyOf: [
    answer('To a call.', { call_inbound: variables }),
    answer('To a message.', { chat_inbound: variables }),
  ],
};
