import { type DispatchRequest, hasActiveAppointment, hasEnded, type Status } from '../requests/request.ts';

/** What other systems are told of a request, as the `detail-type` of an event. */
export const requestEventTypes = [
  'dispatch-request.requested',
  'dispatch-request.scheduled',
  'dispatch-request.moved',
  'dispatch-request.canceled',
  'dispatch-request.status-changed',
  'dispatch-request.needs-review',
] as const;
export type RequestEventType = (typeof requestEventTypes)[number];

/**
 * What a change of a request tells: at most one type for what became of it, and one where a person must look. Who
 * corrects a name or an address tells the state again, because other systems read the rest by id. Nothing where only the
 * service's own bookkeeping changed.
 */
export function eventTypesOf(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
): readonly RequestEventType[] {
  // An erasure is nothing new to those who read the request by its id.
  if (next.erasedAt !== undefined && next.erasedAt !== previous?.erasedAt) return [];
  const types: RequestEventType[] = [];
  if (isMove(next, previous)) types.push('dispatch-request.moved');
  else if (previous?.status !== next.status || detailsOf(next) !== detailsOf(previous)) {
    types.push(typeOfStatus(next.status));
  }
  if (needsPerson(next, previous)) types.push('dispatch-request.needs-review');
  return types;
}

function isMove(next: DispatchRequest, previous: DispatchRequest | undefined): boolean {
  if (next.status !== 'scheduled' || !hasActiveAppointment(previous)) return false;
  const [to, from] = [next.appointment, previous.appointment];
  return to.startsAt !== from.startsAt || to.endsAt !== from.endsAt || to.technicianId !== from.technicianId;
}

/** What a reader of the request by its id would find changed, beside the state. */
function detailsOf(request: DispatchRequest | undefined): string | undefined {
  if (request === undefined) return undefined;
  const { urgency, customer, serviceTypeId, serviceType, notes, needsReview } = request;
  const contact = Object.entries(customer)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([urgency, contact, serviceTypeId, serviceType, notes, needsReview]);
}

function typeOfStatus(status: Status): RequestEventType {
  switch (status) {
    case 'requested':
    case 'scheduled':
    case 'canceled':
      return `dispatch-request.${status}`;
    default:
      return 'dispatch-request.status-changed';
  }
}

function needsPerson(next: DispatchRequest, previous: DispatchRequest | undefined): boolean {
  // What is opened again is new to whoever saw it end.
  const before =
    previous === undefined || (hasEnded(previous.status) && !hasEnded(next.status)) ? undefined : previous;
  const isRaised = next.urgency === 'emergency' && before?.urgency !== 'emergency';
  return isRaised || next.needsReview.some((flag) => !before?.needsReview.includes(flag));
}
