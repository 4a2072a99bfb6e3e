import { mapFields } from '../../map-fields.ts';

// Types, stored items, function arguments, CRM fields and lists all derive the fields of a contact from here.

/** Ordered as an address is written. */
export const addressFields = ['address', 'city', 'state', 'zip'] as const;

export const accessFields = ['gateCode'] as const;

export const placeFields = [...addressFields, ...accessFields] as const;

/** Models and people who connect a workflow read these descriptions. */
export const placeDescriptions: Readonly<Record<(typeof placeFields)[number], string>> = {
  address: 'Street address of the job with house number and unit.',
  city: 'City of the job.',
  state: 'State or region of the job, two letters.',
  zip: 'Postal code of the job.',
  gateCode: 'Code of a gate or a door at the job, if the technician needs one.',
};

/** Accepts any text with something on both sides of one `@`. */
export const emailPattern = /^[^\s@]+@[^\s@]+$/;

export const personFields = ['email'] as const;

/** Models and people who connect a workflow read these descriptions. */
export const personDescriptions: Readonly<Record<(typeof personFields)[number], string>> = {
  email: 'Email address, if they offer one.',
};

export const recordFields = ['name', ...personFields] as const;

const detailFields = [...recordFields, ...placeFields] as const;

export const contactFields = ['contactId', 'firstName', 'lastName', 'phone', ...detailFields] as const;

type Texts<Field extends string> = { readonly [Name in Field]?: string | undefined };
export type Contact = Texts<(typeof contactFields)[number]>;
export type Place = Texts<(typeof placeFields)[number]>;
export type PersonDetails = Texts<(typeof recordFields)[number]>;
export type ContactDetails = Texts<(typeof detailFields)[number]>;

export const personOf = (known: PersonDetails): PersonDetails =>
  mapFields(recordFields, (field) => known[field]);

export const detailsOf = (known: ContactDetails): ContactDetails =>
  mapFields(detailFields, (field) => known[field]);
