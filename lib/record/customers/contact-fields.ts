import { mapFields } from '../../map-fields.ts';

// The fields of a contact. Types, stored items, function arguments, CRM fields and lists derive from here.

/** Fields of an address, in the order of writing. */
export const addressFields = ['address', 'city', 'state', 'zip'] as const;

/** Fields for access to the site. */
export const accessFields = ['gateCode'] as const;

/** Fields of the site of a job. */
export const placeFields = [...addressFields, ...accessFields] as const;

/** Descriptions for models and for people who connect a workflow. */
export const placeDescriptions: Readonly<Record<(typeof placeFields)[number], string>> = {
  address: 'Street address of the job with house number and unit.',
  city: 'City of the job.',
  state: 'State or region of the job, two letters.',
  zip: 'Postal code of the job.',
  gateCode: 'Code of a gate or a door at the job, if the technician needs one.',
};

/** What every e-mail address has: something around one `@`. */
export const emailPattern = /^[^\s@]+@[^\s@]+$/;

/** Fields of the person, besides name and phone number. */
export const personFields = ['email'] as const;

/** Descriptions for models and for people who connect a workflow. */
export const personDescriptions: Readonly<Record<(typeof personFields)[number], string>> = {
  email: 'Email address, if they offer one.',
};

/** Fields of a customer's record, besides the phone number that identifies them and the sites. */
export const recordFields = ['name', ...personFields] as const;

const detailFields = [...recordFields, ...placeFields] as const;

export const contactFields = ['contactId', 'firstName', 'lastName', 'phone', ...detailFields] as const;

type Texts<Field extends string> = { readonly [Name in Field]?: string | undefined };
export type Contact = Texts<(typeof contactFields)[number]>;
export type Place = Texts<(typeof placeFields)[number]>;
export type PersonDetails = Texts<(typeof recordFields)[number]>;
export type ContactDetails = Texts<(typeof detailFields)[number]>;

/** Picks the details of the person from a contact. */
export const personOf = (known: PersonDetails): PersonDetails =>
  mapFields(recordFields, (field) => known[field]);

/** Picks the details from a contact. */
export const detailsOf = (known: ContactDetails): ContactDetails =>
  mapFields(detailFields, (field) => known[field]);
