import { mapFields } from '../../map-fields.ts';

// The fields of a contact: types, stored items, arguments of functions, the CRM's fields and lists of them derive from
// here. A field of the job's place is one name and one description.

/** The address of a job, in the order in which it is written. */
export const addressFields = ['address', 'city', 'state', 'zip'] as const;

/** What else is needed at the place of a job. */
export const accessFields = ['gateCode'] as const;

/** What a caller or a workflow can tell about the place of a job. */
export const placeFields = [...addressFields, ...accessFields] as const;

/** What a model, or whoever connects a workflow, is told to send. */
export const placeDescriptions: Readonly<Record<(typeof placeFields)[number], string>> = {
  address: 'Street address of the job with house number and unit.',
  city: 'City of the job.',
  state: 'State or region of the job, two letters.',
  zip: 'Postal code of the job.',
  gateCode: 'Code of a gate or a door at the job, if the technician needs one.',
};

/** What is kept with a customer, beside the phone number by which they are known. */
export const detailFields = ['name', 'email', ...placeFields] as const;

export const contactFields = ['contactId', 'firstName', 'lastName', 'phone', ...detailFields] as const;

type Texts<Field extends string> = { readonly [Name in Field]?: string | undefined };
/** Who a request is for, and where. */
export type Contact = Texts<(typeof contactFields)[number]>;
/** What is known of a customer. */
export type ContactDetails = Texts<(typeof detailFields)[number]>;

/** The details among what is known of someone. */
export const detailsOf = (known: ContactDetails): ContactDetails =>
  mapFields(detailFields, (field) => known[field]);
