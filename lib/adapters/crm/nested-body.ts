import * as v from 'valibot';
import type { Lead } from '../../intake/leads/lead.ts';
import { mapFields } from '../../map-fields.ts';
import { oneLine } from '../../normalized.ts';
import { personFields, placeFields } from '../../record/customers/contact-fields.ts';
import { isPlaceholder } from '../../understanding/placeholders.ts';
import { type GivenText, givenText, ofAnything, requiredText, textOf } from '../given-text.ts';

const typeExpected = 'WorkflowWebhook';
const NOTES_LENGTH = 5000;

/** The same expectation for both fields, because either is enough. */
export const phoneOrEmail = 'a phone number, or an email beside it';

/** Fields that a workflow adds to the contact; the same in both body formats. */
export const customDataEntries = {
  serviceRequested: requiredText(),
  preferredDate: givenText(),
  preferredTime: givenText(),
  urgency: givenText(),
  ...mapFields([...personFields, ...placeFields], () => givenText()),
  notes: givenText(NOTES_LENGTH),
};

/** At most so many unknown fields are kept, each with so many characters of its name and its value. */
const MOST_OTHERS = 20;
const OTHER_NAME = 60;
const OTHER_VALUE = 200;

/**
 * Lines such as `floor: 3` for the fields of the custom data that the service doesn't know: a renamed one must not be lost.
 * @param known names of fields that are read in addition to the usual ones
 */
export function otherFields(customData: unknown, known: readonly string[] = []): readonly string[] {
  if (typeof customData !== 'object' || customData === null || Array.isArray(customData)) return [];
  const lines = Object.entries(customData).flatMap(([name, value]) => {
    const text = textOf(value);
    if (name in customDataEntries || known.includes(name) || text === undefined || isPlaceholder(text))
      return [];
    return [`${oneLine(name.slice(0, OTHER_NAME))}: ${oneLine(text.slice(0, OTHER_VALUE))}`];
  });
  return lines.slice(0, MOST_OTHERS);
}

/** The notes of a lead: what was written there, and the other fields. */
export const notesWith = (notes: string | undefined, others: readonly string[]): string | undefined =>
  notes === undefined && others.length === 0
    ? undefined
    : [...(notes === undefined ? [] : [notes]), ...others].join('\n');

/** Fields of the contact. */
export const contactEntries = {
  id: requiredText(),
  firstName: givenText(),
  lastName: givenText(),
  ...mapFields(personFields, () => givenText()),
  phone: givenText(),
};

const contact = v.pipe(
  v.object(contactEntries, 'an object'),
  v.forward(
    v.partialCheck([['phone'], ['email']], ({ phone, email }) => phone.isSent || email.isSent, phoneOrEmail),
    ['phone'],
  ),
);

export type Given = Readonly<Record<string, GivenText>>;

/** Names of the fields that a person should check. */
export const flaggedIn = (given: Given): string[] =>
  Object.entries(given).flatMap(([name, { flagged }]) => (flagged ? [name] : []));

/** The body of the premium webhook action. */
export const NestedBody = v.pipe(
  v.looseObject({}, 'an object'),
  // The body as sent, because a repeated delivery is recognized by everything that was sent.
  v.transform((body): unknown => ({
    ...body,
    others: otherFields(body.customData),
    sent: { contact: body.contact, customData: body.customData },
  })),
  ofAnything(
    v.object({
      type: v.pipe(v.optional(v.unknown(), ''), v.literal('WorkflowWebhook', typeExpected)),
      locationId: requiredText(),
      contact: v.optional(contact, {}),
      customData: v.optional(v.object(customDataEntries, 'an object'), {}),
      others: v.array(v.string()),
      sent: v.unknown(),
    }),
  ),
  v.transform(({ locationId, contact, customData, others, sent }): Lead => {
    const { id, ...person } = contact;
    const { serviceRequested, ...job } = customData;
    return {
      locationId,
      contact: {
        id,
        firstName: person.firstName.text,
        lastName: person.lastName.text,
        phone: person.phone.text,
        ...mapFields(personFields, (field) => person[field].text ?? job[field].text),
        ...mapFields(placeFields, (field) => job[field].text),
      },
      serviceRequested,
      preferredDate: job.preferredDate.text,
      preferredTime: job.preferredTime.text,
      urgency: job.urgency.text,
      notes: notesWith(job.notes.text, others),
      flagged: [...flaggedIn(person), ...flaggedIn(job)],
      sent,
    };
  }),
);
