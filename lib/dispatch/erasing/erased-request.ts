import { type ChangedBy, changed } from '../requests/changed.ts';
import { type DispatchRequest, hasActiveAppointment } from '../requests/request.ts';

/**
 * What stays of a request whose person is erased: only what is named here, so that a field that is added later goes
 * unless someone decides otherwise. The job, its time and its states stay for the schedule and for statistics; no text
 * that a caller, a lead or a dispatcher wrote does.
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
    // Digests, by which a late retry is recognized.
    invocations: request.invocations,
    history: history.map(({ at, from, to, by, folded }) => ({ at, from, to, by, folded })),
  };
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

/** Whether nothing about a person is left on a request. */
export function isErased({ erasedAt, customer, notes, callId }: DispatchRequest): boolean {
  return (
    erasedAt !== undefined &&
    notes === undefined &&
    callId === undefined &&
    Object.values(customer).every((value) => value === undefined)
  );
}
