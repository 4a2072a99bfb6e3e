import * as v from 'valibot';
import type { Lead } from '../../intake/leads.ts';
import { mapFields } from '../../map-fields.ts';
import { oneLine, textOf } from '../../normalized.ts';
import { personFields, placeFields } from '../../record/customers/contact.ts';
import { isPlaceholder } from '../../understanding/placeholders.ts';
import { type GivenText, givenText, isObject, type Json, objectOf, requiredText } from '../values.ts';

const NOTES_LENGTH = 5000;
const siteFields = [...personFields, ...placeFields] as const;

/** Fields that a workflow adds to the contact; the same in both body formats. */
export const customDataEntries = {
  serviceRequested: requiredText(),
  preferredDate: givenText(),
  preferredTime: givenText(),
  urgency: givenText(),
  ...mapFields(siteFields, () => givenText()),
  notes: givenText(NOTES_LENGTH),
  /** Whether the contact wants texts. */
  textConsent: givenText(),
};

/** Fields of the contact in the body of the premium webhook action. */
export const contactEntries = {
  id: requiredText(),
  firstName: givenText(),
  lastName: givenText(),
  ...mapFields(personFields, () => givenText()),
  phone: givenText(),
};

/** Either field is enough, so both have the same expectation. */
const phoneOrEmail = 'a phone number, or an email beside it';
const isReachable = ({ phone, email }: Readonly<Record<'phone' | 'email', GivenText>>) =>
  phone.isSent || email.isSent;

const customData = v.optional(v.object(customDataEntries, 'an object'), {});

/** What is read of a body before its schema: the lines for its unknown fields, and what identifies a repeated delivery. */
const readBefore = { others: v.array(v.string()), sent: v.unknown() };

/** At most so many unknown fields are kept, each with so many characters of its name and its value. */
const MOST_OTHERS = 20;
const OTHER_NAME = 60;
const OTHER_VALUE = 200;

/**
 * Returns lines such as `floor: 3` for the fields of the custom data that the service doesn't know: a renamed field must
 * not be lost.
 * @param known names of fields that are read in addition to `customDataEntries`
 */
function otherFields(custom: unknown, known: readonly string[] = []): readonly string[] {
  const lines = Object.entries(objectOf(custom)).flatMap(([name, value]) => {
    const text = textOf(value);
    if (name in customDataEntries || known.includes(name) || text === undefined || isPlaceholder(text))
      return [];
    return [`${oneLine(name.slice(0, OTHER_NAME))}: ${oneLine(text.slice(0, OTHER_VALUE))}`];
  });
  return lines.slice(0, MOST_OTHERS);
}

/** The names of the fields that a person should check. */
const flaggedIn = (given: Readonly<Record<string, GivenText>>): string[] =>
  Object.entries(given).flatMap(([name, { flagged }]) => (flagged ? [name] : []));

type Consenting = { readonly textConsent: GivenText };

/** Returns whether the contact wants texts; undefined if that isn't said, or not clearly. */
function consentIn({ text = '' }: GivenText): boolean | undefined {
  if (/^(?:yes|y|true|1|on|ok|okay|agreed?)$/i.test(text)) return true;
  return /^(?:no|n|false|0|off|stop)$/i.test(text) ? false : undefined;
}

const unclearConsent = ({ textConsent }: Consenting): readonly string[] =>
  textConsent.text !== undefined && consentIn(textConsent) === undefined ? ['textConsent'] : [];

const withoutConsent = <Job extends Consenting>({ textConsent: _, ...job }: Job) => job;

/** What a lead takes from the custom data, and from what was read before. */
function jobOf(
  { serviceRequested, ...job }: v.InferOutput<typeof customData>,
  { others, sent }: { readonly others: readonly string[]; readonly sent: unknown },
  flaggedContact: readonly string[],
) {
  return {
    serviceRequested,
    preferredDate: job.preferredDate.text,
    preferredTime: job.preferredTime.text,
    urgency: job.urgency.text,
    notes: [job.notes.text ?? [], ...others].flat().join('\n') || undefined,
    textConsent: consentIn(job.textConsent),
    flagged: [...new Set([...flaggedContact, ...flaggedIn(withoutConsent(job)), ...unclearConsent(job)])],
    sent,
  };
}

/** The body of the premium webhook action. */
const NestedBody = v.pipe(
  v.looseObject({}, 'an object'),
  // The body as sent, because a repeated delivery is recognized by everything that was sent.
  v.transform((body): unknown => ({
    ...body,
    others: otherFields(body.customData),
    sent: { contact: body.contact, customData: body.customData },
  })),
  v.object({
    type: v.pipe(v.optional(v.unknown(), ''), v.literal('WorkflowWebhook', 'WorkflowWebhook')),
    locationId: requiredText(),
    contact: v.optional(
      v.pipe(
        v.object(contactEntries, 'an object'),
        v.forward(v.partialCheck([['phone'], ['email']], isReachable, phoneOrEmail), ['phone']),
      ),
      {},
    ),
    customData,
    ...readBefore,
  }),
  v.transform(
    ({ locationId, contact: { id, ...person }, customData, ...before }): Lead => ({
      locationId,
      contact: {
        id,
        firstName: person.firstName.text,
        lastName: person.lastName.text,
        phone: person.phone.text,
        ...mapFields(personFields, (field) => person[field].text ?? customData[field].text),
        ...mapFields(placeFields, (field) => customData[field].text),
      },
      ...jobOf(customData, before, flaggedIn(person)),
    }),
  ),
);

/**
 * True for a body of the free workflow action: it has no `type` and no `locationId`, and the contact's fields are at its
 * top level.
 */
function isFlatBody(body: unknown): boolean {
  if (!isObject(body) || body.type === 'WorkflowWebhook' || 'locationId' in body) return false;
  return 'contact_id' in body || isObject(body.location);
}

/**
 * The contact's fields in the body of the free action. The rest of the body (trigger, workflow, attribution) changes with
 * every delivery.
 */
export const flatContactFields = [
  ...['contact_id', 'first_name', 'last_name', 'full_name', 'phone', ...personFields],
  ...['address1', 'full_address', 'city', 'state', 'postal_code'],
];

/** The fields of the contact's own address by our names. Other fields of the site come only from the workflow. */
const ownPlaces: Readonly<Record<string, readonly string[]>> = {
  address: ['address1', 'full_address'],
  city: ['city'],
  state: ['state'],
  zip: ['postal_code'],
};

/** The workflow's fields override the contact's address. Its fields of the person count only if the contact has none. */
function gathered(body: Json): unknown {
  const custom = objectOf(body.customData);
  const firstGiven = (...values: readonly unknown[]) =>
    values.find((value) => value !== undefined && value !== null && value !== '');
  const sentContact = flatContactFields.filter((name) => name in body).map((name) => [name, body[name]]);
  return {
    ...body,
    phone: firstGiven(body.phone, custom.phone),
    ...mapFields(personFields, (field) => firstGiven(body[field], custom[field])),
    ...mapFields(placeFields, (field) =>
      firstGiven(custom[field], ...(ownPlaces[field] ?? []).map((name) => body[name])),
    ),
    others: otherFields(custom, ['phone']),
    sent: { contact: Object.fromEntries(sentContact), customData: body.customData },
  };
}

/** The names of a lead's fields that have other names in the body of the free action. */
const leadNames: Readonly<Record<string, string>> = {
  full_name: 'name',
  first_name: 'firstName',
  last_name: 'lastName',
};

/** The body of the free workflow action. Its custom fields, at the top level under their labels, are ignored. */
const FlatBody = v.pipe(
  v.looseObject({}, 'an object'),
  v.transform(gathered),
  v.pipe(
    v.object({
      full_name: givenText(),
      first_name: givenText(),
      last_name: givenText(),
      phone: givenText(),
      ...mapFields(siteFields, () => givenText()),
      contact_id: requiredText(),
      location: v.optional(v.object({ id: requiredText() }, 'an object'), {}),
      customData,
      ...readBefore,
    }),
    v.forward(v.partialCheck([['phone'], ['email']], isReachable, phoneOrEmail), ['phone']),
  ),
  v.transform(
    ({ contact_id, location, customData, others, sent, ...contact }): Lead => ({
      locationId: location.id,
      contact: {
        id: contact_id,
        name: contact.full_name.text,
        firstName: contact.first_name.text,
        lastName: contact.last_name.text,
        phone: contact.phone.text,
        ...mapFields(siteFields, (field) => contact[field].text),
      },
      ...jobOf(
        customData,
        { others, sent },
        flaggedIn(contact).map((name) => leadNames[name] ?? name),
      ),
    }),
  ),
);

/**
 * A lead from the CRM, as the premium webhook action or the free action sends it. Refuses only missing required fields;
 * everything else is stored as text if possible, and `flagged` names the fields that a person should check.
 */
export const CrmPayload = v.lazy((body) => (isFlatBody(body) ? FlatBody : NestedBody));

/** The location that a body of any shape names; undefined if it names none. */
export function locationIn(body: object): string | undefined {
  const { locationId, location } = objectOf(body);
  const named = [locationId, objectOf(location).id].map(textOf);
  return named.find((text) => text !== undefined && text.length <= 200);
}
