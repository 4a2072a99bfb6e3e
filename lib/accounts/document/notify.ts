import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import { chosenTexts, officeMatters, senderProviders, type TextChoice, textFields } from '../notify.ts';
import { knownFields, oneOf, phone, text } from './fields.ts';
import { time } from './hours.ts';
import type { AccountFault } from './invalid-account-document.ts';

const MOST_TEXT = 1000;
/** No reminder comes earlier, and no question later, than these hours: two months. */
const MOST_HOURS = 1440;
const hoursExpected = `hours above 0, at most ${MOST_HOURS}`;
const hours = () =>
  v.pipe(v.number(hoursExpected), v.gtValue(0, hoursExpected), v.maxValue(MOST_HOURS, hoursExpected));

const emailExpected = 'an e-mail address';
export const email = () =>
  v.pipe(
    v.string(emailExpected),
    v.trim(),
    v.maxLength(254, emailExpected),
    // The sender's address goes into a header.
    v.regex(/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]+$/, emailExpected),
  );

const fieldsExpected = `no fields but ${textFields.map((name) => `{${name}}`).join(' ')}`;
const stopExpected =
  'no request to reply STOP, END, QUIT or CANCEL, which the carriers take as an end of all texts';
const textToSend = () =>
  v.pipe(text(MOST_TEXT), v.check(hasKnownFields, fieldsExpected), v.check(asksNoOptOut, stopExpected));

function hasKnownFields(words: string): boolean {
  const known: readonly string[] = textFields;
  const named = [...words.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  // A brace that no field explains is a misspelled field.
  const rest = words.replaceAll(/\{[^{}]*\}/g, '');
  return named.every((name) => known.includes(name)) && !/[{}]/.test(rest);
}

const SENTENCE = /[^.!?\n]+/g;
const ASKS = /\b(?:reply|replying|respond|text|answer|send|write)\b(.*)/i;
const OPT_OUT = /(?<!\b(?:to|the|you|not|of) )\b(?:stop|end|quit|cancel)\b/i;

/** False if a sentence asks for an answer that the carriers take as an end of all texts. */
const asksNoOptOut = (words: string): boolean =>
  !(words.match(SENTENCE) ?? []).some((sentence) => {
    const asked = ASKS.exec(sentence)?.[1];
    return asked !== undefined && OPT_OUT.test(asked);
  });

const choiceExpected = 'true, false or { text }';
const choice = () => {
  const [isSent, worded] = [v.boolean(choiceExpected), knownFields({ text: textToSend() })];
  // A union would hide which field of the text is wrong.
  const either = v.lazy(
    (input): v.GenericSchema<unknown, TextChoice> =>
      typeof input === 'object' && input !== null ? worded : isSent,
  );
  return v.optional(Object.assign(either, { message: choiceExpected }));
};

const sender = (from: v.GenericSchema<string, string>) =>
  v.optional(knownFields({ provider: oneOf(senderProviders), from }));

const officeContact = () =>
  knownFields({
    email: v.optional(email()),
    sms: v.optional(phone()),
    for: v.pipe(
      v.array(oneOf(officeMatters), `a list of ${officeMatters.join(', ')}`),
      v.minLength(1, `at least one of ${officeMatters.join(', ')}`),
    ),
  });

const notify = () =>
  knownFields({
    senders: v.optional(
      knownFields({ sms: sender(phone()), voice: sender(phone()), email: sender(email()) }),
    ),
    customer: v.optional(
      knownFields({
        ...mapFields(chosenTexts, choice),
        reminder: v.optional(
          v.array(
            knownFields({ hoursBefore: hours(), text: v.optional(textToSend()) }),
            'a list of { hoursBefore, text? }',
          ),
        ),
        follow: v.optional(knownFields({ hoursAfter: hours(), text: textToSend() })),
      }),
    ),
    office: v.optional(v.array(officeContact(), 'a list of { email or sms, for }')),
    technicians: v.optional(knownFields({ at: time() })),
  });

export const notifyFields = () => ({
  notify: v.optional(notify()),
  alarmEmail: v.optional(email()),
});

/** The parts of a document that its messages depend on, as far as they could be read. */
interface NotifyFields {
  readonly senders: Readonly<Record<string, unknown>>;
  readonly office: readonly Readonly<Record<string, unknown>>[];
  readonly reminder: readonly Readonly<Record<string, unknown>>[];
}

/** Returns faults of office contacts that have not one way to reach them, of senders and of reminders. */
export function notifyFaults({ senders, office, reminder }: NotifyFields): AccountFault[] {
  const hoursBefore = reminder.map((one) => one.hoursBefore);
  return [
    ...office.flatMap((contact, index) =>
      (contact.email === undefined) === (contact.sms === undefined)
        ? [{ path: `notify.office[${index}]`, expected: 'either an email or a number for sms' }]
        : [],
    ),
    ...(providerOf(senders.email) === 'twilio'
      ? [
          {
            path: 'notify.senders.email.provider',
            expected: 'one of aws, webhook, log: twilio sends no e-mail',
          },
        ]
      : []),
    ...hoursBefore.flatMap((hour, index) =>
      typeof hour === 'number' && hoursBefore.indexOf(hour) < index
        ? [
            {
              path: `notify.customer.reminder[${index}].hoursBefore`,
              expected: `hours different from notify.customer.reminder[${hoursBefore.indexOf(hour)}].hoursBefore`,
            },
          ]
        : [],
    ),
  ];
}

const providerOf = (sender: unknown): unknown =>
  typeof sender === 'object' && sender !== null && 'provider' in sender ? sender.provider : undefined;
