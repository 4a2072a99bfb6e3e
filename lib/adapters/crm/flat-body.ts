import * as v from 'valibot';
import type { Lead } from '../../intake/leads/lead.ts';
import { mapFields } from '../../map-fields.ts';
import { personFields, placeFields } from '../../record/customers/contact-fields.ts';
import { givenText, ofAnything, requiredText } from '../given-text.ts';
import { customDataEntries, flaggedIn, notesWith, otherFields, phoneOrEmail } from './nested-body.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a body comes from the free workflow action: it has no `type` and no `locationId`, and the contact's fields
 * are at its top level.
 */
export function isFlatBody(body: unknown): boolean {
  if (!isRecord(body) || body.type === 'WorkflowWebhook' || 'locationId' in body) return false;
  return 'contact_id' in body || isRecord(body.location);
}

/** The fields of the contact. The rest of the body (trigger, workflow, attribution) changes with every delivery. */
export const flatContactFields = [
  ...['contact_id', 'first_name', 'last_name', 'full_name', 'phone', ...personFields],
  ...['address1', 'full_address', 'city', 'state', 'postal_code'],
];

function sentContact(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(flatContactFields.flatMap((name) => (name in body ? [[name, body[name]]] : [])));
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const firstGiven = (...values: readonly unknown[]): unknown => values.find(isGiven);

/** The contact's own address. Other fields come only from the workflow. */
const ownPlaces: Readonly<Record<string, readonly string[]>> = {
  address: ['address1', 'full_address'],
  city: ['city'],
  state: ['state'],
  zip: ['postal_code'],
};

const ownPlace = (body: Record<string, unknown>, field: string): readonly unknown[] =>
  (ownPlaces[field] ?? []).map((name) => body[name]);

/** The workflow's fields override the contact's address. Its fields of the person are used only if the contact has none. */
function gathered(body: Record<string, unknown>): unknown {
  const custom = isRecord(body.customData) ? body.customData : {};
  return {
    ...body,
    phone: firstGiven(body.phone, custom.phone),
    ...mapFields(personFields, (field) => firstGiven(body[field], custom[field])),
    ...mapFields(placeFields, (field) => firstGiven(custom[field], ...ownPlace(body, field))),
    others: otherFields(custom, ['phone']),
    sent: { contact: sentContact(body), customData: body.customData },
  };
}

const person = {
  full_name: givenText(),
  first_name: givenText(),
  last_name: givenText(),
  phone: givenText(),
  ...mapFields([...personFields, ...placeFields], () => givenText()),
};

/** Names in a lead, for fields that are called differently there. */
const leadNames: Readonly<Record<string, string>> = {
  full_name: 'name',
  first_name: 'firstName',
  last_name: 'lastName',
};

/**
 * Converts the body of the free workflow action to a lead. Ignores custom fields, which are at the top level under
 * their labels.
 */
export const FlatBody = v.pipe(
  v.looseObject({}, 'an object'),
  v.transform(gathered),
  ofAnything(
    v.pipe(
      v.object({
        ...person,
        contact_id: requiredText(),
        location: v.optional(v.object({ id: requiredText() }, 'an object'), {}),
        customData: v.optional(v.object(customDataEntries, 'an object'), {}),
        others: v.array(v.string()),
        sent: v.unknown(),
      }),
      v.forward(
        v.partialCheck(
          [['phone'], ['email']],
          ({ phone, email }) => phone.isSent || email.isSent,
          phoneOrEmail,
        ),
        ['phone'],
      ),
    ),
  ),
  v.transform(({ contact_id, location, customData, others, sent, ...contact }): Lead => {
    const { serviceRequested, ...job } = customData;
    const flagged = [...flaggedIn(contact).map((name) => leadNames[name] ?? name), ...flaggedIn(job)];
    return {
      locationId: location.id,
      contact: {
        id: contact_id,
        name: contact.full_name.text,
        firstName: contact.first_name.text,
        lastName: contact.last_name.text,
        phone: contact.phone.text,
        ...mapFields([...personFields, ...placeFields], (field) => contact[field].text),
      },
      serviceRequested,
      preferredDate: job.preferredDate.text,
      preferredTime: job.preferredTime.text,
      urgency: job.urgency.text,
      notes: notesWith(job.notes.text, others),
      flagged: [...new Set(flagged)],
      sent,
    };
  }),
);
