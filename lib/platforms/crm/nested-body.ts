import * as v from 'valibot';
import { personFields, placeFields } from '../../dispatch/customers/contact-fields.ts';
import type { Lead } from '../../dispatch/requests/lead.ts';
import { mapFields } from '../../map-fields.ts';
import { type GivenText, givenText, ofAnything, requiredText } from '../given-text.ts';

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

const contact = v.pipe(
  v.object(
    {
      id: requiredText(),
      firstName: givenText(),
      lastName: givenText(),
      ...mapFields(personFields, () => givenText()),
      phone: givenText(),
    },
    'an object',
  ),
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
  v.transform((body): unknown => ({ ...body, sent: { contact: body.contact, customData: body.customData } })),
  ofAnything(
    v.object({
      type: v.pipe(v.optional(v.unknown(), ''), v.literal('WorkflowWebhook', typeExpected)),
      locationId: requiredText(),
      contact: v.optional(contact, {}),
      customData: v.optional(v.object(customDataEntries, 'an object'), {}),
      sent: v.unknown(),
    }),
  ),
  v.transform(({ locationId, contact, customData, sent }): Lead => {
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
      notes: job.notes.text,
      flagged: [...flaggedIn(person), ...flaggedIn(job)],
      sent,
    };
  }),
);
