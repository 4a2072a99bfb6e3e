import { mapFields } from '../lib/map-fields.ts';
import { type Greeting, greetingNames } from '../lib/voice/caller/greeting.ts';
import { answer, object, ref, type Schema, text } from './schema.ts';

const descriptions: Readonly<Record<keyof Greeting, string>> = {
  customer_known:
    '`true` where anything is stored of the number, `false` where nothing is, empty if that is unknown.',
  customer_first_name: 'How to greet the caller. Empty where it is not certain.',
  upcoming_count: 'How many appointments are to come.',
  upcoming_appointment: 'The next one as a sentence that can be said.',
  lead_service: 'What an open request without an appointment is for.',
  open_message: '`true` where the caller waits for a call back.',
  company_name: 'Name of the company.',
  today: 'Its date, such as `Monday, June 1, 2026`.',
  now: 'Its time, such as `8 AM`.',
  open_now: '`true` or `false`.',
  on_call: 'Who takes an emergency now. Empty where nobody is on call.',
};

/** The variables of a prompt. */
export const greetingSchema: Schema = answer(
  'What an agent knows before it says hello. Each is empty where nothing is known.',
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
    call_inbound: inbound('A call that rings.'),
    chat_inbound: inbound('A text message that begins a chat.'),
  },
  ['event'],
);

const variables: Schema = answer(
  'Empty where no account has the agent.',
  {},
  { dynamic_variables: ref('Greeting') },
);

export const inboundAnswerSchema: Schema = {
  anyOf: [
    answer('To a call.', { call_inbound: variables }),
    answer('To a message.', { chat_inbound: variables }),
  ],
};
