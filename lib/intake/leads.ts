import type { Account, Urgency } from '../accounts/account.ts';
import { areaFlags } from '../accounts/areas.ts';
import { toE164 } from '../accounts/phone.ts';
import { isAlike, moreUrgent } from '../booking/customer-details.ts';
import { alertOf, DANGER_FLAG } from '../record/attention.ts';
import type { Decision } from '../record/consent.ts';
import { CONTACT_FLAG, type Contact, detailsOf, emailPattern } from '../record/customers/contact.ts';
import { deliveryDigestOf, dispatchRequestIdFrom } from '../record/ids.ts';
import { mergedOf, withMerged } from '../record/merged-request.ts';
import {
  addedLeadNotes,
  addedNotes,
  keptLeadNotes,
  type Note,
  type Notes,
  saidNote,
  serviceNote,
} from '../record/notes.ts';
import type { NewLead, NumberOfLead } from '../record/ports.ts';
import { type ChangedBy, changed, type DispatchRequest, hasActiveAppointment } from '../record/request.ts';
import { HOUR_MS, isLocalDate } from '../scheduling/time.ts';
import { preferredParts } from '../scheduling/time-of-day.ts';
import { parseClockTime } from '../understanding/clock-time.ts';
import { dangerIn } from '../understanding/danger.ts';
import { matchService } from '../understanding/services.ts';
import { understandUrgency } from '../understanding/urgency.ts';

/** Contains a lead's texts as the CRM sent them. */
export interface Lead {
  readonly locationId: string;
  readonly contact: Omit<Contact, 'contactId'> & { readonly id: string };
  readonly serviceRequested: string;
  readonly preferredDate?: string | undefined;
  readonly preferredTime?: string | undefined;
  readonly urgency?: string | undefined;
  readonly notes?: string | undefined;
  /** Whether the contact wants texts. */
  readonly textConsent?: boolean | undefined;
  /** Names fields that were too long or not text. */
  readonly flagged: readonly string[];
  /** The raw contact and custom data, which a repeated delivery sends unchanged. */
  readonly sent: unknown;
}

/** It is not yet known whether the lead alerts people. */
export type AcceptedLead = Pick<NewLead, 'request' | 'deliveryDigest' | 'number'>;

interface Understood<T> {
  readonly value: T;
  /** A person should review the field with this name. */
  readonly review?: string;
  /** Contains text that belongs nowhere else. */
  readonly note?: Note;
}

function understandDate(text: string | undefined): Understood<string | undefined> {
  return text === undefined || isLocalDate(text) ? { value: text } : { value: text, review: 'preferredDate' };
}

function understandTime(text: string | undefined): Understood<string | undefined> {
  if (text === undefined) return { value: undefined };
  const word = text.toLowerCase();
  if (word === 'any') return { value: 'anytime' };
  if (preferredParts.some((part) => part === word)) return { value: word };
  if (parseClockTime(text) !== undefined) return { value: text };
  return { value: undefined, review: 'preferredTime', note: { kind: 'preferred_time', text } };
}

function readUrgency(text: string | undefined): Understood<Urgency> {
  if (text === undefined) return { value: 'routine' };
  const urgency = understandUrgency(text);
  if (urgency !== undefined) return { value: urgency };
  return { value: 'routine', review: 'urgency', note: { kind: 'urgency', text } };
}

function understandPhone(text: string | undefined, region: string): Understood<string | undefined> {
  if (text === undefined) return { value: undefined };
  const number = toE164(text, region);
  return number === undefined ? { value: text, review: 'phone' } : { value: number };
}

function understandEmail(text: string | undefined): Understood<string | undefined> {
  const plausible = text === undefined || emailPattern.test(text);
  return plausible ? { value: text } : { value: text, review: 'email' };
}

function understandService(text: string, { serviceTypes }: Account) {
  const match = matchService(text, serviceTypes);
  return match.kind === 'match'
    ? {
        value: { serviceTypeId: match.service.id, serviceType: match.service.name },
        name: match.service.name,
      }
    : { value: { serviceType: text }, review: 'serviceRequested' };
}

function customerOf({ contact: { id, ...contact } }: Lead): Contact {
  const name = contact.name ?? [contact.firstName, contact.lastName].filter(Boolean).join(' ');
  return { ...contact, contactId: id, ...(name === '' ? {} : { name }) };
}

/** Returns what a lead decides about texts to its number; undefined if it decides nothing. */
export function leadDecision(
  { textConsent: sms }: Pick<Lead, 'textConsent'>,
  { request: { accountId, customer, createdAt }, number, deliveryDigest }: AcceptedLead,
): Decision | undefined {
  const { phone } = customer;
  // A number that nobody could read is stored as received.
  if (sms === undefined || phone === undefined || number === undefined) return undefined;
  const invocation = `lead ${deliveryDigest.slice(0, 32)}`;
  return { accountId, phone, sms, by: 'crm', now: Date.parse(createdAt), invocation };
}

/**
 * Converts a lead to a dispatch request. Nothing is refused: text that can't be parsed is stored as received, in its
 * field or in the notes, and flagged in `needsReview`.
 * @param received.at ISO 8601, UTC
 * @param received.id unique per delivery: a repeat after a day is a new request
 */
export function toLead(lead: Lead, account: Account, received: { at: string; id: string }): AcceptedLead {
  const deliveryDigest = deliveryDigestOf(lead.sent);
  const phone = understandPhone(lead.contact.phone, account.region);
  const email = understandEmail(lead.contact.email);
  const service = understandService(lead.serviceRequested, account);
  const date = understandDate(lead.preferredDate);
  const time = understandTime(lead.preferredTime);
  const urgency = readUrgency(lead.urgency);
  const fields: readonly Understood<unknown>[] = [phone, email, service, date, time, urgency];
  // Both are only placeholders, so nobody can call back.
  const unreachable = phone.value === undefined && email.value === undefined ? ['phone'] : [];
  const area = areaFlags(account, service.value.serviceTypeId, lead.contact.zip);
  const told = [lead.serviceRequested, lead.notes].filter((text) => text !== undefined);
  const danger = dangerIn(told) === undefined ? [] : [DANGER_FLAG];
  const unclear = [...lead.flagged, ...fields.flatMap((field) => field.review ?? []), ...unreachable];
  const review = [...danger, ...unclear, ...area];
  const notes = [
    ...serviceNote(lead.serviceRequested, service.name),
    ...saidNote(lead.notes),
    ...fields.flatMap(({ note }) => note ?? []),
  ];
  const isEmergency = urgency.value === 'emergency';
  const alert = isEmergency
    ? alertOf(account, service.value.serviceTypeId, Date.parse(received.at))
    : undefined;
  const request: DispatchRequest = {
    dispatchRequestId: dispatchRequestIdFrom([
      'crm',
      account.accountId,
      deliveryDigest,
      received.at,
      received.id,
    ]),
    accountId: account.accountId,
    status: 'requested',
    urgency: urgency.value,
    source: 'crm',
    version: 1,
    createdAt: received.at,
    updatedAt: received.at,
    needsReview: [...new Set(review)],
    customer: { ...customerOf(lead), phone: phone.value, email: email.value },
    ...service.value,
    preferredDate: date.value,
    preferredTime: time.value,
    notes: addedNotes(undefined, notes),
    ...alert,
    dueAt: alert?.escalatesAt,
    invocations: [],
    history: [{ at: received.at, to: 'requested', by: 'crm' }],
  };
  return {
    request,
    deliveryDigest,
    number: phone.review === undefined ? numberOf(request, account) : undefined,
  };
}

function numberOf(
  { customer: { phone }, serviceTypeId, createdAt }: DispatchRequest,
  { merge: { afterBookingHours } }: Account,
): NumberOfLead | undefined {
  if (phone === undefined) return undefined;
  if (serviceTypeId === undefined || afterBookingHours === 0) return { phone };
  return {
    phone,
    bookedSince: new Date(Date.parse(createdAt) - afterBookingHours * HOUR_MS).toISOString(),
  };
}

/**
 * Adds a later lead's words to what forms said about an appointment. A higher urgency is flagged for a person; by
 * itself it makes the appointment urgent at most. Returns undefined if the appointment is no longer active or is for
 * another number or service, or if the merge would hide the lead's danger or emergency from people who have already
 * been told of one.
 * @param now epoch milliseconds
 */
export function withAddedLead(
  request: DispatchRequest,
  lead: DispatchRequest,
  now: number,
): DispatchRequest | undefined {
  const isSame =
    request.accountId === lead.accountId &&
    request.serviceTypeId === lead.serviceTypeId &&
    (request.customer.phone === lead.customer.phone || request.caller === lead.customer.phone);
  const isHeard =
    (lead.urgency === 'emergency' && request.acknowledgedAt !== undefined) ||
    (lead.needsReview.includes(DANGER_FLAG) && request.needsReview.includes(DANGER_FLAG));
  if (!isSame || isHeard || !hasActiveAppointment(request) || request.erasedAt !== undefined)
    return undefined;
  return withLeadNote(request, lead, now, 'lead_added');
}

/** Adds a later lead to an open request of a number that has too many already. */
export const withFurtherLead = (request: DispatchRequest, lead: DispatchRequest, now: number) =>
  withLeadNote(request, lead, now, 'further_lead');

function withLeadNote(
  request: DispatchRequest,
  lead: DispatchRequest,
  now: number,
  kind: 'lead_added' | 'further_lead',
): DispatchRequest {
  // Anyone can fill in a form, so only a person makes an emergency of another request.
  const urgency = moreUrgent(request.urgency, lead.urgency === 'emergency' ? 'urgent' : lead.urgency);
  const isRaised = moreUrgent(request.urgency, lead.urgency) !== request.urgency;
  const review = [
    ...(isRaised || lead.needsReview.includes('urgency') ? ['urgency'] : []),
    ...lead.needsReview.filter((flag) => flag === DANGER_FLAG),
    ...(isOpposed(request, lead) ? [CONTACT_FLAG] : []),
  ];
  const line = { to: request.status, kind };
  return {
    ...request,
    ...changed(request, { by: 'crm', now }, line),
    urgency,
    needsReview: [...new Set([...request.needsReview, ...review])],
    leadNotes: addedLeadNotes(
      request.leadNotes,
      keptLeadNotes(notesOf(request, lead), lead.dispatchRequestId),
    ),
    merged: withMerged(request, mergedOf(lead, lead.dispatchRequestId)),
  };
}

/** True if a lead has another name, e-mail address or place than the request. */
function isOpposed({ customer }: DispatchRequest, lead: DispatchRequest): boolean {
  const known = new Map(Object.entries(detailsOf(customer)));
  return Object.entries(detailsOf(lead.customer)).some(([field, value]) => {
    const before = known.get(field);
    return value !== undefined && before !== undefined && !isAlike(before, value);
  });
}

/** Returns what a lead says, apart from the details that the request has. */
function notesOf({ customer }: DispatchRequest, lead: DispatchRequest): Notes {
  const preferred = [lead.preferredDate, lead.preferredTime].filter((part) => part !== undefined).join(' ');
  const known = new Map(Object.entries(customer));
  const details = Object.entries(detailsOf(lead.customer)).flatMap(([field, text]) =>
    text === undefined || known.get(field) === text ? [] : ({ kind: 'detail', field, text } as const),
  );
  const date = lead.createdAt.slice(0, 10);
  const first = { kind: 'lead', date, text: preferred === '' ? undefined : preferred } as const;
  return [first, ...details, ...(lead.notes ?? [{ kind: 'nothing_else' }])];
}

export interface DispatcherJob {
  readonly account: Account;
  readonly customer: Contact;
  /** The service's id; absent if the service is unknown. */
  readonly serviceTypeId?: string | undefined;
  readonly urgency: Urgency;
  readonly preferredDate?: string | undefined;
  readonly preferredTime?: string | undefined;
  readonly notes?: string | undefined;
  readonly minutes?: number | undefined;
  readonly who: ChangedBy;
  /** A repeat has the same author and key, and therefore the same id. */
  readonly author: string;
  readonly key: string;
}

/** Creates the request for a dispatcher's job, with flags for what a visit lacks. */
export function dispatcherJob({
  account,
  customer,
  who,
  author,
  key,
  ...job
}: DispatcherJob): DispatchRequest {
  const { accountId } = account;
  const service = account.serviceTypes.find(({ id }) => id === job.serviceTypeId);
  const needsReview = [
    ...(service === undefined ? ['serviceType'] : []),
    ...(customer.address === undefined ? ['address'] : []),
  ];
  return {
    ...changed(undefined, who, { to: 'requested', ...(who.callId && { kind: 'taken_down' }) }),
    dispatchRequestId: dispatchRequestIdFrom(['dispatcher', accountId, author, key]),
    accountId,
    status: 'requested',
    urgency: job.urgency,
    source: 'dispatcher',
    needsReview,
    customer,
    serviceTypeId: service?.id,
    serviceType: service?.name,
    minutes: job.minutes,
    preferredDate: job.preferredDate,
    preferredTime: job.preferredTime,
    notes: addedNotes(undefined, saidNote(job.notes)),
  };
}
