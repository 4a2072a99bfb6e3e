import { dangerIn } from '#danger';
import type { Account } from '../../accounts/account.ts';
import { areaFlags } from '../../accounts/areas/coverage.ts';
import { alertOf } from '../../record/alert.ts';
import { type Contact, emailPattern } from '../../record/customers/contact-fields.ts';
import { toE164 } from '../../record/customers/phone.ts';
import { DANGER_FLAG } from '../../record/danger-flag.ts';
import { deliveryDigestOf } from '../../record/delivery-digest.ts';
import { dispatchRequestIdFrom } from '../../record/dispatch-request-id.ts';
import { addedNotes, type Note, saidNote, serviceNote } from '../../record/notes.ts';
import type { NewLead, NumberOfLead } from '../../record/ports.ts';
import type { DispatchRequest, Urgency } from '../../record/request.ts';
import { parseClockTime } from '../../scheduling/clock-time.ts';
import { isLocalDate } from '../../scheduling/local-date.ts';
import { HOUR_MS } from '../../scheduling/time-units.ts';
import { matchService } from '../../understanding/services/match-service.ts';
import { understandUrgency } from '../../understanding/urgency.ts';

/** A lead from the CRM: texts as received, absent ones undefined. */
export interface Lead {
  readonly locationId: string;
  readonly contact: Omit<Contact, 'contactId'> & { readonly id: string };
  readonly serviceRequested: string;
  readonly preferredDate?: string | undefined;
  readonly preferredTime?: string | undefined;
  readonly urgency?: string | undefined;
  readonly notes?: string | undefined;
  /** Names of fields that were too long or not text. */
  readonly flagged: readonly string[];
  /** The raw contact and custom data, which a repeated delivery sends unchanged. */
  readonly sent: unknown;
}

/** A lead, before it is known whether it alerts people. */
export type AcceptedLead = Pick<NewLead, 'request' | 'deliveryDigest' | 'number'>;

/** A parsed field, and what a person should review. */
interface Understood<T> {
  readonly value: T;
  /** The name of the field, if a person should review it. */
  readonly review?: string;
  /** A note, if the text belongs nowhere else. */
  readonly note?: Note;
}

const partsOfDay = new Set(['morning', 'afternoon', 'evening', 'anytime']);

function understandDate(text: string | undefined): Understood<string | undefined> {
  return text === undefined || isLocalDate(text) ? { value: text } : { value: text, review: 'preferredDate' };
}

function understandTime(text: string | undefined): Understood<string | undefined> {
  if (text === undefined) return { value: undefined };
  const word = text.toLowerCase();
  if (word === 'any') return { value: 'anytime' };
  if (partsOfDay.has(word)) return { value: word };
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

/**
 * The dispatch request for a lead. Nothing is refused: text that can't be parsed is stored as received, in its field
 * or in the notes, and flagged in `needsReview`.
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
