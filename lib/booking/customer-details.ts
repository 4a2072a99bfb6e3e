import { type Account, type Urgency, urgencies } from '../accounts/account.ts';
import { toE164 } from '../accounts/phone.ts';
import { mapFields } from '../map-fields.ts';
import { asSaidLater, calledOffFacts } from '../record/attention.ts';
import { changedByCaller, isMadeInCall } from '../record/calls.ts';
import {
  addressFields,
  CONTACT_FLAG,
  type Contact,
  callerAs,
  contactFields,
  type PersonDetails,
  personOf,
  placeFields,
  recordFields,
  tellerOf,
  tellersAfter,
} from '../record/customers/contact.ts';
import { namesAfter, peopleOf, personKey, wholeName } from '../record/customers/people.ts';
import { chooseSite, type Site, siteToStore } from '../record/customers/sites.ts';
import { addressKey, isSameAddress } from '../record/customers/street.ts';
import type { HistoryFacts } from '../record/history.ts';
import { addedLeadNotes, addedNotes, type Notes } from '../record/notes.ts';
import type { CustomerDetails, CustomerStore, Deadline } from '../record/ports.ts';
import {
  activeAppointment,
  arrivesFrom,
  type Customer,
  changed,
  type DispatchRequest,
  type OnSite,
  remembers,
} from '../record/request.ts';
import { MINUTE_MS, momentOf } from '../scheduling/time.ts';
import { type BookingRequest, type Requester, verifiedNumber } from './booking-request.ts';

export type CompletedCustomer =
  | { readonly kind: 'complete'; readonly customer: BookingRequest['customer'] }
  /** The caller said no name. If the number's record has one, others may use the same number. */
  | { readonly kind: 'name_needed'; readonly known?: string | undefined }
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
  const people = peopleOf(record ?? {});
  const own = people.length > 1 ? undefined : record?.name;
  const ofRequest = isFromForm('name') ? (own ?? known?.customer.name) : known?.customer.name;
  const said = booking.customer.name;
  const name = said === undefined ? ofRequest : wholeName(said, people);
  if (name === undefined) return { kind: 'name_needed', known: own };
  const email = isFromForm('email') ? undefined : known?.customer.email;
  const ofRecord = isOwnRecord(name, record) ? record?.email : undefined;
  const customer = { ...booking.customer, name, email: booking.customer.email ?? email ?? ofRecord };
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
  asker: Requester & Pick<BookingRequest, 'account' | 'siteLabel' | 'callerName'>,
  said: Contact,
  request: Contact,
  record: Customer | undefined,
): CustomerDetails | undefined {
  const phone = verifiedNumber(asker);
  if (phone === undefined) return undefined;
  const { accountId } = asker.account;
  const { siteLabel: label, callerName } = asker;
  if (record === undefined) {
    const site = siteToStore({ ...request, label }, []);
    const details = personDetailsAfter({ ...request, name: callerName ?? request.name }, undefined);
    return { accountId, phone, ...details, site };
  }
  const { address } = request;
  const isOnFile = address !== undefined && record.sites.some((site) => isSameAddress(site.address, address));
  const site = siteToStore(
    { ...said, address: said.address ?? (isOnFile ? address : undefined), label },
    record.sites,
  );
  const details = personDetailsAfter({ ...said, name: callerName ?? said.name }, record);
  return { accountId, phone, ...details, site };
}

/** True if somebody is the person of a record, whose e-mail address is theirs alone, and not another who uses the number. */
const isOwnRecord = (name: string | undefined, record: Customer | undefined): boolean =>
  name === undefined || record?.name === undefined || personKey(name) === personKey(record.name);

/** Returns what changes in a record when somebody says their name and e-mail address. */
export function personDetailsAfter(said: PersonDetails, record: Customer | undefined) {
  const email = isOwnRecord(said.name, record) ? said.email : undefined;
  const formerEmail = email === record?.email ? undefined : email && record?.email;
  return { email, formerEmail, ...namesAfter(said.name, record) };
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
  const details = personDetailsAfter(customer, undefined);
  return { accountId: account.accountId, phone, ...details, site, onlyIfNew: true };
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
  const known = (field: Detail): string | undefined => customer[field] ?? stored[field];
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

/** True if two texts differ at most in case and punctuation. */
export const isAlike = (one: string | undefined, other: string | undefined): boolean =>
  addressKey(one ?? '') === addressKey(other ?? '');

/**
 * True if a technician may be about to come: the visit begins within the notice, is under way, or was given to the
 * technician for today. Numbers can be forged, so then only a person changes whom and where to visit.
 * @param now epoch milliseconds
 */
function isNear(request: DispatchRequest, account: Account, now: number): boolean {
  const { status } = request;
  if (status === 'en_route' || status === 'in_progress') return true;
  const appointment = activeAppointment(request);
  if (appointment === undefined) return false;
  const isToday = appointment.date === momentOf(account, now).today;
  const noticeMs = account.booking.minNoticeMinutes * MINUTE_MS;
  return (status === 'dispatched' && isToday) || Date.parse(arrivesFrom(appointment)) - now < noticeMs;
}

export interface Divided {
  /** These details may be stored at once. */
  readonly told: Contact;
  /** A person has to decide about these details. */
  readonly notes: Notes;
}

type Detail = (typeof recordFields)[number] | (typeof placeFields)[number];

/**
 * Leaves changes of name, e-mail, address and gate code to a person if a technician may be about to come, unless the
 * same call made the job. What the visit lacked is stored at once. A place is one thing, so no part of another place
 * is stored beside the visit's own street. Returns undefined if everything may be stored.
 */
export function leftToPerson(
  request: DispatchRequest,
  told: Contact,
  account: Account,
  now: number,
  isOfCall: boolean,
): Divided | undefined {
  if (isOfCall || !isNear(request, account, now)) return undefined;
  const { customer } = request;
  const isOther = (field: Detail) => told[field] !== undefined && told[field] !== customer[field];
  const isChanged = (field: Detail) => isOther(field) && customer[field] !== undefined;
  const isElsewhere = addressFields.some(customer.address === undefined ? isChanged : isOther);
  const asked = [...recordFields.filter(isChanged), ...placeFields.filter(isElsewhere ? isOther : isChanged)];
  if (asked.length === 0) return undefined;
  const details = asked.map((field) => ({ kind: 'detail', field, text: told[field] }) as const);
  const left = Object.fromEntries(asked.map((field) => [field, undefined]));
  return { told: { ...told, ...left }, notes: [{ kind: 'asked_change' }, ...details] };
}

/** Returns whom the technician calls after the customer said more. Another name is another person. */
export function onSiteAfter(before: OnSite | undefined, said: OnSite | undefined): OnSite | undefined {
  if (said === undefined) return before;
  const isOther = said.name !== undefined && before?.name !== undefined && said.name !== before.name;
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return { ...(isOther ? {} : before), ...given };
}

const isSameOnSite = (one: OnSite = {}, other: OnSite = {}): boolean =>
  one.name === other.name && one.phone === other.phone && one.mayChange === other.mayChange;

interface SaidDetails {
  readonly told: Contact;
  readonly onSite?: OnSite | undefined;
  readonly notes?: Notes | undefined;
  readonly review: readonly string[];
}

export function changedBy(request: DispatchRequest, said: SaidDetails, left: Divided | undefined) {
  const told = left?.told ?? said.told;
  const customer = correctedCustomer(request, told) ?? request.customer;
  const notes = addedNotes(addedNotes(request.notes, left?.notes), said.notes);
  const onSite = onSiteAfter(request.onSite, said.onSite);
  const fields = [
    ...changedFields(request.customer, customer),
    ...(isSameOnSite(onSite, request.onSite) ? [] : ['onSite']),
    ...(notes === request.notes ? [] : ['notes']),
  ];
  const review = [...said.review, ...(left === undefined ? [] : [CONTACT_FLAG])];
  return { told, customer, onSite, notes, fields, review };
}

export function correctionOf(before: Contact, fields: readonly string[]): HistoryFacts {
  const known = new Map<string, string | undefined>(Object.entries(before));
  return { kind: 'corrected', corrected: fields.map((field) => ({ field, was: known.get(field) })) };
}

/** Returns the corrected customer; undefined if nothing is new. Another address drops city, zip and gate code. */
export function correctedCustomer(
  request: Pick<DispatchRequest, 'customer'>,
  told: Contact,
): Contact | undefined {
  const { customer } = request;
  const given = Object.entries(told).filter(([, value]) => value !== undefined);
  const known = new Map(Object.entries(customer));
  if (given.every(([field, value]) => known.get(field) === value)) return undefined;
  const isElsewhere =
    told.address !== undefined &&
    customer.address !== undefined &&
    !isSameAddress(told.address, customer.address);
  const place = isElsewhere ? mapFields(placeFields, () => undefined) : {};
  return { ...customer, ...place, ...Object.fromEntries(given) };
}

/** Returns the earlier and the new review flags, and one for a missing address. */
export function reviewFlags(
  before: readonly string[],
  now: readonly string[],
  customer: DispatchRequest['customer'],
): readonly string[] {
  const known = before.filter((flag) => flag !== 'address');
  return [...new Set([...known, ...now, ...(customer.address === undefined ? ['address'] : [])])];
}

export function moreUrgent(one: Urgency, other: Urgency | undefined): Urgency {
  return other !== undefined && urgencies.indexOf(other) > urgencies.indexOf(one) ? other : one;
}

/** Returns the corrected request, without moving it; undefined if nothing is new. A person gets what `told` lacks. */
export function corrected(
  booking: BookingRequest,
  found: DispatchRequest,
): { readonly next: DispatchRequest; readonly told: Contact } | undefined {
  const previous = asSaidLater(found, booking.later);
  // The details were erased after an earlier delivery of this invocation.
  if (previous.erasedAt !== undefined) return undefined;
  const { account, customer: told, now } = booking;
  const left = leftToPerson(previous, told, account, now, isMadeInCall(previous, booking));
  const details = changedBy(previous, { ...booking, told }, left);
  const urgency = moreUrgent(previous.urgency, booking.urgency);
  const fields = [...details.fields, ...(urgency === found.urgency ? [] : ['urgency'])];
  const isNew = booking.invocation !== undefined && !remembers(previous, booking);
  if (fields.length === 0 && !isNew) return undefined;
  const line = {
    to: previous.status,
    ...correctionOf(previous.customer, fields),
    ...calledOffFacts(found, previous),
  };
  const { customer, onSite, notes, review } = details;
  const teller = callerAs(booking.caller, customer.phone);
  const next = {
    ...previous,
    ...changed(previous, changedByCaller(booking), fields.length === 0 ? undefined : line),
    urgency,
    customer,
    onSite,
    tellers: tellersAfter(previous, { ...previous, customer }, details.told, teller),
    notes,
    needsReview: reviewFlags(previous.needsReview, review, customer),
  };
  return { next, told: details.told };
}

function changedFields(before: Contact, after: Contact): readonly string[] {
  const known = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([field, value]) => (known.get(field) === value ? [] : [field]));
}
