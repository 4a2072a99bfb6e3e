import { mapFields } from '../lib/map-fields.ts';
import { type Greeting, greetingNames } from '../lib/voice/greeting.ts';
import { answer, object, ref, type Schema, text } from './schema.ts';

const descriptions: Readonly<Record<keyof Greeting, string>> = {
  customer_known: '`true` if anything is stored for the number, `false` if not, empty if unknown.',
  customer_first_name: 'How to greet the caller. Empty if uncertain.',
  upcoming_count: 'The number of upcoming appointments.',
  upcoming_appointment: 'The next one as a sentence.',
  lead_service: 'The service of an open request without an appointment.',
  open_message: '`true` if a callback is due.',
  company_name: 'Name of the company.',
  today: 'Its date, such as `Monday, June 1, 2026`.',
  now: 'Its time, such as `8 AM`.',
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
