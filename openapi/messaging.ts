import { object, only, type Schema, text } from './schema.ts';

const messageId = text('The id of the message, as it was handed over.', { minLength: 1, maxLength: 200 });
const status = (type: string): Schema =>
  object(
    'What became of a message.',
    {
      type: only(type),
      data: object('', { messageId, reason: text('Why it failed, such as `opted_out` or `landline`.') }, [
        'messageId',
      ]),
    },
    ['type', 'data'],
  );

const received = object(
  'A text message of a person.',
  {
    type: only('message.received'),
    data: object(
      '',
      {
        id: text('The id of the text, which counts once.', { minLength: 1, maxLength: 200 }),
        from: text('The number that sent it.', { minLength: 1, maxLength: 40 }),
        to: text('The number that it was sent to, which says whose it is.', { minLength: 1, maxLength: 40 }),
        text: text('What it says.', { maxLength: 10_000 }),
      },
      ['id', 'from', 'to', 'text'],
    ),
  },
  ['type', 'data'],
);

export const messagingBody: Schema = {
  oneOf: [status('message.delivered'), status('message.failed'), received],
};

export const twilioBody: Schema = object(
  'What Twilio sends as a form; further fields are ignored.',
  {
    MessageSid: text("Twilio's id of the text, which counts once.", { minLength: 1, maxLength: 200 }),
    From: text('The number that sent it.'),
    To: text('The number that it was sent to, which says whose it is.'),
    Body: text('What it says.'),
    MessageStatus: text('What became of a message; its id is in the query, as `message`.'),
    ErrorCode: text('Why it failed.'),
  },
  ['MessageSid'],
);
