import type { Account } from '../accounts/account.ts';
import { toE164 } from '../accounts/phone.ts';
import { mapFields } from '../map-fields.ts';
import {
  CONTACT_FLAG,
  type Contact,
  contactFields,
  type PersonDetails,
  personOf,
  placeFields,
  recordFields,
  tellerOf,
} from '../record/customers/contact.ts';
import { chooseSite, type Site, siteToStore } from '../record/customers/sites.ts';
import { addressKey, isSameAddress } from '../record/customers/street.ts';
import { addedLeadNotes } from '../record/notes.ts';
import type { CustomerDetails, CustomerStore, Deadline } from '../record/ports.ts';
import type { Customer, DispatchRequest } from '../record/request.ts';
import { type BookingRequest, type Requester, verifiedNumber } from './booking-request.ts';

type OrderCustomer = BookingRequest['customer'];

export type CompletedCustomer =
  | { readonly kind: 'complete'; readonly customer: OrderCustomer }
  /** The caller said no name, and none is known. */
  | { readonly kind: 'name_needed' }
  /** The customer has several sites, and the caller named none of them. */
  | { readonly kind: 'ambiguous_site'; readonly sites: readonly Site[] };

/**
 * Completes what the caller said with the customer's record. Anyone can fill in a form with another person's number,
 * so the record takes precedence over a form.
 */
export function completeCustomer(
  booking: BookingRequest,
  {
    known,
    record,
  }: {
    readonly known?: DispatchRequest | undefined;
    readonly record?: Customer | undefined;
  },
): CompletedCustomer {
  const { siteId, siteLabel: label } = booking;
  const isFromForm = (field: 'name' | 'email' | 'address') =>
    known !== undefined && tellerOf(known, field) === 'lead';
  const names = [record?.name, known?.customer.name];
  const [stored = names[1]] = isFromForm('name') ? names : names.toReversed();
  const name = booking.customer.name ?? stored ?? record?.name;
  if (name === undefined) return { kind: 'name_needed' };
  const email = isFromForm('email') ? undefined : known?.customer.email;
  const customer = { ...booking.customer, name, email: booking.customer.email ?? email ?? record?.email };
  const address = siteId === undefined ? known?.customer.address : undefined;
  const hasSites = record !== undefined && record.sites.length > 0;
  const isPlaced = address !== undefined && !(isFromForm('address') && hasSites);
  if (record === undefined || (customer.address === undefined && isPlaced))
    return { kind: 'complete', customer };
  const choice = chooseSite({ ...customer, siteId, label }, record.sites);
  switch (choice.kind) {
    case 'several':
      return { kind: 'ambiguous_site', sites: choice.sites };
    case 'none':
      return { kind: 'complete', customer };
    case 'site':
      return { kind: 'complete', customer: { ...customer, ...placeOf(choice.site) } };
  }
}

const placeOf = (site: Site) => mapFields(placeFields, (field) => site[field]);

/**
 * Returns the update of the customer's record; undefined if the customer's number is not the reported one. A new
 * record gets everything that the request has. An existing record gets only what the caller said, and nothing that a
 * form said.
 * @param said what the caller said; `request` may have more
 */
export function customerDetailsOf(
  asker: Requester & Pick<BookingRequest, 'account' | 'siteLabel'>,
  said: Contact,
  request: Contact,
  record: Customer | undefined,
): CustomerDetails | undefined {
  const phone = verifiedNumber(asker);
  if (phone === undefined) return undefined;
  const { accountId } = asker.account;
  const { siteLabel: label } = asker;
  if (record === undefined) {
    const site = siteToStore({ ...request, label }, []);
    return { accountId, phone, ...personOf(request), site };
  }
  const { address } = request;
  const isOnFile = address !== undefined && record.sites.some((site) => isSameAddress(site.address, address));
  const site = siteToStore(
    { ...said, address: said.address ?? (isOnFile ? address : undefined), label },
    record.sites,
  );
  return { accountId, phone, ...personOf(said), site, ...formerly(said, record) };
}

/** Returns the name and e-mail address that the record loses because the caller said others. */
export function formerly(said: PersonDetails, record: PersonDetails | undefined) {
  const lost = (field: keyof PersonDetails) =>
    said[field] === record?.[field] ? undefined : said[field] && record?.[field];
  return { formerName: lost('name'), formerEmail: lost('email') };
}

/**
 * Returns the record of a new customer, for the first appointment of a lead or of an emergency from the customer's
 * own number; undefined if there is nothing to store. An existing record stays unchanged, because anyone can fill in
 * a form with another person's number.
 */
export async function newCustomer(
  request: DispatchRequest,
  account: Account,
  { customers }: { readonly customers: Pick<CustomerStore, 'get'> },
  deadline: Deadline,
): Promise<CustomerDetails | undefined> {
  const { status, source, caller, customer } = request;
  const { phone } = customer;
  // An invalid number is stored as received.
  const isNumber = phone !== undefined && toE164(phone, account.region) === phone;
  if (status !== 'requested' || !isNumber || (source !== 'crm' && caller !== phone)) return undefined;
  if ((await customers.get(account.accountId, phone, deadline)) !== undefined) return undefined;
  const site = siteToStore(customer, []);
  return { accountId: account.accountId, phone, ...personOf(customer), site, onlyIfNew: true };
}

/**
 * Returns an open request as a call takes it up. The person and place of a form count only as far as neither the
 * caller nor the record of the caller's proved number says otherwise. The rest is kept as a note, and flagged if it
 * contradicts the record or comes from somebody of another name.
 * @param customer what the caller said, completed from the record
 */
export function takenUp(
  request: DispatchRequest,
  customer: Contact,
  record: Customer | undefined,
): DispatchRequest {
  const { customer: told } = request;
  const isSamePlace =
    customer.address === undefined ||
    (record === undefined && told.address !== undefined && isSameAddress(customer.address, told.address));
  const isSamePerson = customer.name === undefined || isAlike(customer.name, told.name);
  const counts: Readonly<Record<string, boolean>> = {
    ...Object.fromEntries(contactFields.map((field) => [field, true])),
    ...Object.fromEntries(placeFields.map((field) => [field, isSamePlace])),
    ...Object.fromEntries(recordFields.map((field) => [field, record === undefined && isSamePerson])),
    ...{ firstName: isSamePerson, lastName: isSamePerson },
  };
  const stored: Contact = personOf(record ?? {});
  const known = (field: DetailField): string | undefined => customer[field] ?? stored[field];
  const kept = contactFields.filter((field) => tellerOf(request, field) !== 'lead' || counts[field]);
  const onRecord = recordFields.filter((field) => !kept.includes(field) && stored[field] !== undefined);
  const others = [...recordFields, ...placeFields].filter(
    (field) => !kept.includes(field) && told[field] !== undefined && !isAlike(known(field), told[field]),
  );
  const next: DispatchRequest = {
    ...request,
    customer: {
      ...Object.fromEntries(kept.map((field) => [field, told[field]])),
      ...Object.fromEntries(onRecord.map((field) => [field, stored[field]])),
    },
    tellers: { ...request.tellers, ...Object.fromEntries(onRecord.map((field) => [field, 'caller'])) },
  };
  if (others.length === 0) return next;
  const isOpposed =
    (record !== undefined || !isSamePerson) && others.some((field) => known(field) !== undefined);
  const details = others.map((field) => ({ kind: 'detail', field, text: told[field] }) as const);
  return {
    ...next,
    leadNotes: addedLeadNotes(request.leadNotes, [{ kind: 'form' }, ...details]),
    needsReview: [...new Set([...request.needsReview, ...(isOpposed ? [CONTACT_FLAG] : [])])],
  };
}

type DetailField = (typeof recordFields)[number] | (typeof placeFields)[number];

/** True if two texts differ at most in case and punctuation. */
export const isAlike = (one: string | undefined, other: string | undefined): boolean =>
  addressKey(one ?? '') === addressKey(other ?? '');
