import { type ChangedBy, changed } from '../changed.ts';
import { Unchangeable } from '../faults.ts';
import { type DispatchRequest, hasActiveAppointment, isReadable } from '../request.ts';

/**
 * The request without its person. Keeps only the fields named here, so that new fields are erased by default. The job,
 * its time and its states stay for the schedule and for statistics; free text is removed.
 * @param serviceName of the request's service as the account's document has it: the stored one may be a caller's words
 */
export function erasedRequest(
  request: DispatchRequest,
  serviceName: string | undefined,
  who: ChangedBy,
): DispatchRequest {
  const { version, updatedAt, history } = changed(request, who, { to: request.status });
  const facts = {
    dispatchRequestId: request.dispatchRequestId,
    accountId: request.accountId,
    kind: request.kind,
    topic: request.topic,
    dueAt: request.dueAt,
    alertedAt: request.alertedAt,
    acknowledgedAt: request.acknowledgedAt,
    urgency: request.urgency,
    source: request.source,
    version,
    createdAt: request.createdAt,
    updatedAt,
    erasedAt: updatedAt,
    needsReview: [],
    customer: {},
    serviceTypeId: request.serviceTypeId,
    serviceType: serviceName,
    // Digests that recognize a late retry.
    invocations: request.invocations,
    history: history.map(({ at, from, to, by, folded }) => ({ at, from, to, by, folded })),
  };
  if (!isReadable(request)) throw new Unchangeable();
  if (hasActiveAppointment(request))
    return { ...facts, status: request.status, appointment: request.appointment };
  switch (request.status) {
    case 'requested':
    case 'declined':
      return { ...facts, status: request.status };
    default:
      return { ...facts, status: request.status, appointment: request.appointment };
  }
}

/** Whether a request is already erased. */
export function isErased({ erasedAt, customer, merged, callId, notes, leadNotes }: DispatchRequest): boolean {
  return (
    erasedAt !== undefined &&
    notes === undefined &&
    leadNotes === undefined &&
    merged === undefined &&
    callId === undefined &&
    Object.values(customer).every((value) => value === undefined)
  );
}
