import { moreUrgent } from '../../booking/details.ts';
import { isAlike } from '../../booking/lead-against-record.ts';
import { changed } from '../../record/changed.ts';
import { detailsOf } from '../../record/customers/contact-fields.ts';
import { DANGER_FLAG } from '../../record/danger-flag.ts';
import { mergedOf, withMerged } from '../../record/merged-request.ts';
import { addedLeadNotes, keptLeadNotes, type Notes } from '../../record/notes.ts';
import { type DispatchRequest, hasActiveAppointment } from '../../record/request.ts';
import { CONTACT_FLAG } from '../../record/teller.ts';

/**
 * An appointment with a later lead: the lead's words are added to those of forms. A higher urgency is flagged for a
 * person; by itself it makes the appointment urgent at most.
 * Undefined if the appointment is no longer active, is not for the same number and service, or would keep the lead's
 * danger or emergency from people, who have heard of one before.
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

/** An open lead with a later one of its number, which has too many already. */
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

/** Whether a lead has another name, email or place than the request. */
function isOpposed({ customer }: DispatchRequest, lead: DispatchRequest): boolean {
  const known = new Map(Object.entries(detailsOf(customer)));
  return Object.entries(detailsOf(lead.customer)).some(([field, value]) => {
    const before = known.get(field);
    return value !== undefined && before !== undefined && !isAlike(before, value);
  });
}

/** What a lead says, apart from the details that the request has. */
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
