import type { ServiceType } from '../../accounts/account.ts';
import type { Contact } from '../customers/contact-fields.ts';
import { StorageUnavailable } from '../faults.ts';
import type { Deadline } from '../ports.ts';
import { changed, remembers } from '../requests/changed.ts';
import { addedNotes } from '../requests/notes.ts';
import { activeAppointment, type DispatchRequest, hasEnded } from '../requests/request.ts';
import { type ChangeDependencies, isStored, untilSettled } from '../requests/until-settled.ts';
import { correctedCustomer, reviewFlags } from './appointment.ts';
import { type Asker, callBookingId, changedByCaller, emergencyId, isMadeInCall } from './booking-order.ts';

/** An emergency as told: a person takes over, so nothing but the call itself is needed. */
export interface EmergencyOrder extends Asker {
  readonly service?: ServiceType | undefined;
  /** The service as it was said. */
  readonly serviceText?: string | undefined;
  /** As told: the phone only where one was said, else the customer has the reported number. */
  readonly customer: Contact;
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
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<DispatchRequest> {
  return await untilSettled(
    async () => {
      const known = await findKnown(order, deps, deadline);
      // A late retry: what came of it since stands.
      if (known !== undefined && remembers(known, order)) return known;
      const next =
        known !== undefined && !hasEnded(known.status) ? raised(known, order) : opened(order, known);
      if (next === known) return known;
      return (await isStored({ next, previous: known }, deps.requests, deadline)) ? next : undefined;
    },
    deps,
    deadline,
  );
}

async function findKnown(
  order: EmergencyOrder,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<DispatchRequest | undefined> {
  const { service } = order;
  const ids = new Set([emergencyId(order, order.canonicalArguments)]);
  const booked = service === undefined ? undefined : callBookingId(order, service.id);
  if (booked !== undefined) ids.add(booked);
  const [byId, inCall] = await Promise.all([
    Promise.all([...ids].map((id) => deps.requests.get(id, deadline))),
    madeInCall(order, deps, deadline),
  ]);
  const candidates = [...byId, ...inCall].filter((request) => request !== undefined);
  const fits = (request: DispatchRequest) =>
    service === undefined || request.serviceTypeId === undefined || request.serviceTypeId === service.id;
  return (
    candidates.find((request) => remembers(request, order)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request) && activeAppointment(request)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request)) ??
    byId.find((request) => request?.dispatchRequestId === openedId(order))
  );
}

/** What the call has made, if it can be listed in half of the time: an emergency is stored without it too. */
async function madeInCall(
  order: EmergencyOrder,
  { requests, now }: ChangeDependencies,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const { account, integration, callId } = order;
  if (callId === undefined) return [];
  try {
    const made = await requests.madeInCall(account.accountId, integration, callId, (now() + deadline) / 2);
    return made.filter((request) => isMadeInCall(request, order));
  } catch (error) {
    if (error instanceof StorageUnavailable) return [];
    throw error;
  }
}

function openedId(order: EmergencyOrder): string {
  const booked = order.service === undefined ? undefined : callBookingId(order, order.service.id);
  return booked ?? emergencyId(order, order.canonicalArguments);
}

/** The request as an emergency, with what is told beyond what is known; the very same where that is nothing. */
function raised(known: DispatchRequest, order: EmergencyOrder): DispatchRequest {
  // One that was put off until its appointment, and is told again, is for a person to see again.
  const isPutOff = activeAppointment(known) !== undefined && !known.needsReview.includes('urgency');
  const isRaised = known.urgency !== 'emergency' || isPutOff;
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
  const why = isRaised ? 'emergency' : 'more about the emergency';
  return {
    ...known,
    ...facts,
    ...changed(known, changedByCaller(order), { to: known.status, why }),
    urgency: 'emergency',
    erasedAt: undefined,
    needsReview: reviewFlags(before, review, facts.customer),
  };
}

/** The flag of a service that was said and can't be told. */
const unclearService = ({ service, serviceText }: EmergencyOrder): readonly string[] =>
  service === undefined && serviceText !== undefined ? ['serviceType'] : [];

const isNotService = (flag: string): boolean => flag !== 'serviceType';

function opened(order: EmergencyOrder, previous: DispatchRequest | undefined): DispatchRequest {
  return {
    ...changed(previous, changedByCaller(order), { to: 'requested', why: 'emergency' }),
    dispatchRequestId: openedId(order),
    accountId: order.account.accountId,
    status: 'requested',
    urgency: 'emergency',
    source: order.integration,
    needsReview: reviewFlags(unclearService(order), order.review, order.customer),
    customer: { ...order.customer, phone: order.customer.phone ?? order.caller },
    serviceTypeId: order.service?.id,
    serviceType: order.service?.name ?? order.serviceText,
    preferredDate: order.preferredDate,
    preferredTime: order.preferredTime,
    notes: order.notes,
    callId: order.callId,
    caller: order.caller,
  };
}
