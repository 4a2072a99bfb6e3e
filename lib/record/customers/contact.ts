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

/** True for a number in E.164. Other text that a customer's number may be is too long for a key, or no number at all. */
export const isNumber = (phone: string | undefined): phone is string =>
  phone !== undefined && /^\+\d{1,15}$/.test(phone);

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

/**
 * A text was said by the caller from the customer's number, by someone from another or a withheld number (`unproved`),
 * by whoever filled in a form, or by a dispatcher.
 */
export const tellers = ['caller', 'unproved', 'lead', 'dispatcher'] as const;
export type Teller = (typeof tellers)[number];

type ContactField = (typeof contactFields)[number];

/** Says who gave which field of a contact, for fields that the request's own teller didn't give. */
export type Tellers = { readonly [Field in ContactField]?: Teller | undefined };

interface Told {
  readonly source: string;
  readonly caller?: string | undefined;
  readonly customer: Contact;
  readonly tellers?: Tellers | undefined;
}

export function tellerOf(request: Told, field: ContactField): Teller {
  return request.tellers?.[field] ?? ownTeller(request);
}

function ownTeller({ source, caller, customer }: Told): Teller {
  if (source === 'crm') return 'lead';
  if (source === 'dispatcher') return 'dispatcher';
  return callerAs(caller, customer.phone);
}

/** Returns what kind of teller a caller is for a number: only the reported number proves who calls. */
export function callerAs(caller: string | undefined, phone: string | undefined): Teller {
  return caller !== undefined && caller === phone ? 'caller' : 'unproved';
}

/** A request gets this flag if somebody gave contact details that contradict the request or the customer's record. */
export const CONTACT_FLAG = 'contact';

/** A request gets this flag if nobody has proved that its number is theirs. */
export const UNPROVED_FLAG = 'customerPhone';

interface Reviewed {
  readonly needsReview: readonly string[];
}

/** Proves the number of a request, because its owner acts on the request or a person vouches for it. */
export function provedBy(request: Told & Reviewed, teller: Teller): Pick<Told, 'tellers'> & Reviewed {
  const { tellers: before, needsReview } = request;
  if (teller === 'unproved' || tellerOf(request, 'phone') !== 'unproved')
    return { tellers: before, needsReview };
  return {
    tellers: { ...before, phone: teller },
    needsReview: needsReview.filter((flag) => flag !== UNPROVED_FLAG),
  };
}

/**
 * Returns the tellers of a request's next state.
 * @param before the previous state with its tellers, if any
 * @param said what `teller` said; the rest is from `before`
 */
export function tellersAfter(
  before: Told | undefined,
  next: Omit<Told, 'tellers'>,
  said: Contact,
  teller: Teller,
): Tellers | undefined {
  const own = ownTeller(next);
  const others = contactFields.flatMap((field) => {
    if (next.customer[field] === undefined) return [];
    const isKept = before !== undefined && said[field] === undefined;
    const by = isKept ? tellerOf(before, field) : teller;
    return by === own ? [] : [[field, by] as const];
  });
  return others.length === 0 ? undefined : Object.fromEntries(others);
}
