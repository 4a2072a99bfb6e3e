import { moreUrgent } from '../booking/appointment.ts';
import { detailsOf } from '../customers/contact-fields.ts';
import { DANGER_FLAG } from '../danger/danger-flag.ts';
import { dueAtOf } from '../messages/to-call-back.ts';
import { changed } from '../requests/changed.ts';
import { addedNotes } from '../requests/notes.ts';
import { type DispatchRequest, hasActiveAppointment } from '../requests/request.ts';
import { mergedOf, withMerged } from './merged-request.ts';

/**
 * An appointment with a later lead: the lead's words are added to the notes, and its urgency counts if it is higher. The
 * alert of an emergency becomes that of the appointment.
 * Undefined if the appointment is no longer active, or is not for the same number and service.
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
  if (!isSame || !hasActiveAppointment(request) || request.erasedAt !== undefined) return undefined;
  const note = noteOf(request, lead);
  const urgency = moreUrgent(request.urgency, lead.urgency);
  const isRaised = urgency !== request.urgency;
  const review = [
    ...(isRaised || lead.needsReview.includes('urgency') ? ['urgency'] : []),
    ...lead.needsReview.filter((flag) => flag === DANGER_FLAG),
  ];
  const line = { to: request.status, why: 'a lead of the same number and service was added' };
  return {
    ...request,
    ...changed(request, { by: 'crm', now }, line),
    ...(isRaised && urgency === 'emergency' ? alertFrom(lead, request) : {}),
    urgency,
    needsReview: [...new Set([...request.needsReview, ...review])],
    notes: addedNotes(request.notes, note),
    merged: withMerged(request, mergedOf(lead, note)),
  };
}

/** The fields of a request that are about the alert of a lead, which is an emergency. */
function alertFrom({ alertedAt, notified, escalatesAt }: DispatchRequest, request: DispatchRequest) {
  const dueAt = dueAtOf(request, escalatesAt);
  return { alertedAt, notified, escalatesAt, acknowledgedAt: undefined, dueAt };
}

/** The details of a lead that the request lacks. */
function noteOf({ customer }: DispatchRequest, lead: DispatchRequest): string {
  const preferred = [lead.preferredDate, lead.preferredTime].filter((part) => part !== undefined).join(' ');
  const known = new Map(Object.entries(customer));
  const details = Object.entries(detailsOf(lead.customer)).flatMap(([field, value]) =>
    value === undefined || known.get(field) === value ? [] : `${field}: ${value}`,
  );
  const first = `From a lead of ${lead.createdAt.slice(0, 10)}${preferred === '' ? '' : `, which asks for ${preferred}`}:`;
  return [first, ...details, lead.notes ?? 'nothing else'].join('\n');
}
