import type { customDataEntries } from '../lib/adapters/crm/payload.ts';
import { mapFields } from '../lib/map-fields.ts';
import {
  personDescriptions,
  personFields,
  placeDescriptions,
  placeFields,
} from '../lib/record/customers/contact.ts';
import { answer, object, only, ref, type Schema, type Schemas } from './schema.ts';

/** An optional field: no value is refused; unparsed text is stored and flagged. */
const given = (description: string): Schema => ({ type: ['string', 'number', 'null'], description });

const id = (description: string): Schema => ({ type: ['string', 'number'], description, minLength: 1 });

const person = mapFields(personFields, (field) => given(personDescriptions[field]));

const wishes: Readonly<Record<keyof typeof customDataEntries, Schema>> = {
  serviceRequested: id('The service by name, in free text.'),
  preferredDate: given('A date as YYYY-MM-DD.'),
  preferredTime: given('morning, afternoon, evening, anytime, or a clock time.'),
  urgency: given(
    'In any words, such as routine, ASAP or emergency; unreadable ones count as routine and are flagged.',
  ),
  ...person,
  ...mapFields(placeFields, (field) => given(placeDescriptions[field])),
  notes: given('Anything else, at most 5000 characters.'),
  textConsent: {
    type: ['string', 'number', 'boolean', 'null'],
    description:
      'Whether the contact wants texts about visits: yes or no. It never undoes what they said themselves.',
  },
};

const customData = object('What the workflow adds.', wishes, ['serviceRequested']);
const phone = given('A phone number, best with a leading plus sign.');

/** At least one of them, as non-empty text. */
const reachable = (...names: readonly string[]): Schema => ({
  anyOf: names.map((name) => ({
    properties: { [name]: { type: ['string', 'number'], minLength: 1 } },
    required: [name],
  })),
});

const lead = object(
  'A qualified contact, as the custom webhook action sends it. Empty texts and null count as absent, unknown fields are ignored.',
  {
    type: only('WorkflowWebhook'),
    locationId: id('The location in the CRM; it finds the account.'),
    contact: {
      ...object(
        'Who it is, with a phone number or an email address.',
        {
          id: id('Id of the contact.'),
          firstName: given('First name.'),
          lastName: given('Last name.'),
          ...person,
          phone,
        },
        ['id'],
      ),
      ...reachable('phone', 'email'),
    },
    customData,
  },
  ['type', 'locationId', 'contact', 'customData'],
);

const flatLead = {
  ...object(
    'The same from the free webhook action: the contact at the top, custom fields under their labels ignored.',
    {
      contact_id: id('Id of the contact.'),
      full_name: given('Full name.'),
      first_name: given('First name.'),
      last_name: given('Last name.'),
      ...person,
      phone,
      full_address: given('Street address; `address1` and `customData.address` count before it.'),
      address1: given('Street address.'),
      city: given('City.'),
      state: given('Region code.'),
      postal_code: given('Postal code.'),
      location: object('Where the contact belongs.', { id: id('The location; it finds the account.') }, [
        'id',
      ]),
      customData,
    },
    ['contact_id', 'location', 'customData'],
  ),
  not: { required: ['locationId'] },
};

export const crmSchemas: Schemas = {
  Lead: lead,
  FlatLead: flatLead,
  AcceptedLead: answer('The lead is stored.', { dispatchRequestId: ref('DispatchRequestId') }),
};

export const crmBody: Schema = { oneOf: [ref('Lead'), ref('FlatLead')] };
