import type { ServiceType } from '../../accounts/account.ts';
import { StorageUnavailable } from '../faults.ts';
import type { Deadline, RequestStore } from '../ports.ts';
import { type Contact, type DispatchRequest, hasEnded, standingAppointment } from '../requests/request.ts';
import { addedNotes, correctedCustomer, rememberInvocation, reviewFlags } from './appointment.ts';
import { type Asker, callBookingId, callOf, emergencyId } from './booking-order.ts';

const ROUNDS = 5;

/** An emergency as told: a person takes over, so nothing but the call itself is needed. */
export interface EmergencyOrder extends Asker {
  readonly service?: ServiceType | undefined;
  /** The service as it was said. */
  readonly serviceText?: string | undefined;
  /** As told: the phone only where one was said. */
  readonly customer: Contact;
  /** The number that the platform reports, E.164: where no other is said, that of the customer. */
  readonly caller?: string | undefined;
  readonly preferredDate?: string | undefined;
  readonly preferredTime?: string | undefined;
  readonly notes?: string | undefined;
  readonly canonicalArguments: string;
}

/**
 * Stores an emergency as a request for a person, or raises the urgency of the appointment that the call has made
 * already, which stays. Repeats get the same request; what they tell beyond it is kept.
 */
export async function reportEmergency(
  order: EmergencyOrder,
  requests: RequestStore,
  deadline: Deadline,
): Promise<DispatchRequest> {
  for (let round = 0; round < ROUNDS; round++) {
    const known = await findKnown(order, requests, deadline);
    // A late retry: what came of it since stands.
    if (known !== undefined && isAnswered(known, order)) return known;
    const next = known !== undefined && !hasEnded(known.status) ? raised(known, order) : opened(order, known);
    if (next === known) return known;
    const result = await requests.commit({ next, previous: known }, deadline);
    if (result.kind === 'stored') return next;
  }
  throw new StorageUnavailable({ cause: new Error('An emergency lost every race for its own request.') });
}

async function findKnown(
  order: EmergencyOrder,
  requests: RequestStore,
  deadline: Deadline,
): Promise<DispatchRequest | undefined> {
  const { account, integration, callId, service } = order;
  const ids = new Set([emergencyId(order, order.canonicalArguments)]);
  const booked = service === undefined ? undefined : callBookingId(order, service.id);
  if (booked !== undefined) ids.add(booked);
  const [byId, inCall] = await Promise.all([
    Promise.all([...ids].map((id) => requests.get(id, deadline))),
    callId === undefined ? [] : requests.madeInCall(account.accountId, integration, callId, deadline),
  ]);
  const candidates = [...byId, ...inCall].filter((request) => request !== undefined);
  const fits = (request: DispatchRequest) =>
    service === undefined || request.serviceTypeId === undefined || request.serviceTypeId === service.id;
  return (
    candidates.find(
      (request) => !hasEnded(request.status) && fits(request) && standingAppointment(request),
    ) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request)) ??
    byId.find((request) => request?.dispatchRequestId === openedId(order))
  );
}

function isAnswered({ invocations }: DispatchRequest, { invocation }: EmergencyOrder): boolean {
  return invocation !== undefined && invocations.includes(invocation);
}

function openedId(order: EmergencyOrder): string {
  const booked = order.service === undefined ? undefined : callBookingId(order, order.service.id);
  return booked ?? emergencyId(order, order.canonicalArguments);
}

/** The request as an emergency, with what is told beyond what is known; the very same where that is nothing. */
function raised(known: DispatchRequest, order: EmergencyOrder): DispatchRequest {
  const isRaised = known.urgency !== 'emergency';
  const facts = {
    customer: correctedCustomer(known, order.customer) ?? known.customer,
    notes: addedNotes(known.notes, order.notes),
    preferredDate: known.preferredDate ?? order.preferredDate,
    preferredTime: known.preferredTime ?? order.preferredTime,
    ...(known.serviceTypeId === undefined && order.service !== undefined
      ? { serviceTypeId: order.service.id, serviceType: order.service.name }
      : { serviceType: known.serviceType ?? order.serviceText }),
  };
  if (!isRaised && JSON.stringify({ ...known, ...facts }) === JSON.stringify(known)) return known;
  const before = order.service === undefined ? known.needsReview : known.needsReview.filter(isNotService);
  const flags = known.serviceType === undefined ? unclearService(order) : [];
  const review = [...flags, ...order.review, ...(isRaised ? ['urgency'] : [])];
  const at = new Date(order.now).toISOString();
  const why = isRaised ? 'emergency' : 'more about the emergency';
  return {
    ...known,
    ...facts,
    urgency: 'emergency',
    version: known.version + 1,
    updatedAt: at,
    needsReview: reviewFlags(before, review, facts.customer),
    invocations: rememberInvocation(known.invocations, order.invocation),
    history: [
      ...known.history,
      { at, from: known.status, to: known.status, by: 'caller', why, callId: callOf(order) },
    ],
  };
}

/** The flag of a service that was said and can't be told. */
const unclearService = ({ service, serviceText }: EmergencyOrder): readonly string[] =>
  service === undefined && serviceText !== undefined ? ['serviceType'] : [];

const isNotService = (flag: string): boolean => flag !== 'serviceType';

function opened(order: EmergencyOrder, previous: DispatchRequest | undefined): DispatchRequest {
  const at = new Date(order.now).toISOString();
  return {
    dispatchRequestId: openedId(order),
    accountId: order.account.accountId,
    status: 'requested',
    urgency: 'emergency',
    source: order.integration,
    version: (previous?.version ?? 0) + 1,
    createdAt: previous?.createdAt ?? at,
    updatedAt: at,
    needsReview: reviewFlags(unclearService(order), order.review, order.customer),
    customer: { ...order.customer, phone: order.customer.phone ?? order.caller },
    serviceTypeId: order.service?.id,
    serviceType: order.service?.name ?? order.serviceText,
    preferredDate: order.preferredDate,
    preferredTime: order.preferredTime,
    notes: order.notes,
    callId: order.callId,
    invocations: rememberInvocation(previous?.invocations ?? [], order.invocation),
    history: [
      ...(previous?.history ?? []),
      { at, from: previous?.status, to: 'requested', by: 'caller', why: 'emergency', callId: callOf(order) },
    ],
  };
}
