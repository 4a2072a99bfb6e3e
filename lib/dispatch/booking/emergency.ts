import type { ServiceType } from '../../accounts/account.ts';
import { areaFlags } from '../../accounts/areas/coverage.ts';
import type { Contact } from '../customers/contact-fields.ts';
import { StorageUnavailable } from '../faults.ts';
import type { Deadline } from '../ports.ts';
import { changed, remembers } from '../requests/changed.ts';
import { addedNotes } from '../requests/notes.ts';
import { activeAppointment, type DispatchRequest, hasEnded } from '../requests/request.ts';
import { type ChangeDependencies, isStored, untilSettled } from '../requests/until-settled.ts';
import { correctedCustomer, reviewFlags } from './appointment.ts';
import {
  callBookingId,
  changedByCaller,
  emergencyId,
  type InvocationContext,
  isMadeInCall,
} from './booking-request.ts';

/** A reported emergency. A person takes over, so everything but the call is optional. */
export interface EmergencyReport extends InvocationContext {
  readonly service?: ServiceType | undefined;
  /** The service as the caller said it. */
  readonly serviceText?: string | undefined;
  /** As the caller said it. Without a phone, the customer gets the reported number. */
  readonly customer: Contact;
  readonly preferredDate?: string | undefined;
  readonly preferredTime?: string | undefined;
  readonly notes?: string | undefined;
  readonly canonicalArguments: string;
  /** By when someone calls back, ISO 8601, UTC; absent if the call is transferred now. */
  readonly dueAt?: string | undefined;
}

/**
 * Stores an emergency as a request for a person, or raises the urgency of the call's existing appointment, which
 * stays. Repeats get the same request and add their details.
 */
export async function reportEmergency(
  reported: EmergencyReport,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<DispatchRequest> {
  const { account, service, customer, review } = reported;
  const emergency = { ...reported, review: [...review, ...areaFlags(account, service?.id, customer.zip)] };
  return await untilSettled(
    async () => {
      const known = await findKnown(emergency, deps, deadline);
      // A late retry: later changes are kept.
      if (known !== undefined && remembers(known, emergency)) return known;
      const next =
        known !== undefined && !hasEnded(known.status) ? raised(known, emergency) : opened(emergency, known);
      if (next === known) return known;
      return (await isStored({ next, previous: known }, deps.requests, deadline)) ? next : undefined;
    },
    deps,
    deadline,
  );
}

async function findKnown(
  emergency: EmergencyReport,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<DispatchRequest | undefined> {
  const { service } = emergency;
  const ids = new Set([emergencyId(emergency, emergency.canonicalArguments)]);
  const booked = service === undefined ? undefined : callBookingId(emergency, service.id);
  if (booked !== undefined) ids.add(booked);
  const [byId, inCall] = await Promise.all([
    Promise.all([...ids].map((id) => deps.requests.get(id, deadline))),
    madeInCall(emergency, deps, deadline),
  ]);
  const candidates = [...byId, ...inCall].filter((request) => request !== undefined);
  const fits = (request: DispatchRequest) =>
    service === undefined || request.serviceTypeId === undefined || request.serviceTypeId === service.id;
  return (
    candidates.find((request) => remembers(request, emergency)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request) && activeAppointment(request)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request)) ??
    byId.find((request) => request?.dispatchRequestId === openedId(emergency))
  );
}

/** The call's requests, if they can be listed in half of the time. An emergency is stored even without them. */
async function madeInCall(
  emergency: EmergencyReport,
  { requests, now }: ChangeDependencies,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const { account, integration, callId } = emergency;
  if (callId === undefined) return [];
  try {
    const made = await requests.madeInCall(account.accountId, integration, callId, (now() + deadline) / 2);
    return made.filter((request) => request.kind !== 'message' && isMadeInCall(request, emergency));
  } catch (error) {
    if (error instanceof StorageUnavailable) return [];
    throw error;
  }
}

function openedId(emergency: EmergencyReport): string {
  const booked = emergency.service === undefined ? undefined : callBookingId(emergency, emergency.service.id);
  return booked ?? emergencyId(emergency, emergency.canonicalArguments);
}

/** The request as an emergency with new details; the same object if nothing is new. */
function raised(known: DispatchRequest, emergency: EmergencyReport): DispatchRequest {
  // A postponed emergency that is reported again needs another review.
  const isPutOff = activeAppointment(known) !== undefined && !known.needsReview.includes('urgency');
  const isRaised = known.urgency !== 'emergency' || isPutOff;
  const facts = {
    customer: correctedCustomer(known, emergency.customer) ?? known.customer,
    notes: addedNotes(known.notes, emergency.notes),
    dueAt: known.dueAt ?? emergency.dueAt,
    preferredDate: known.preferredDate ?? emergency.preferredDate,
    preferredTime: known.preferredTime ?? emergency.preferredTime,
    ...(known.serviceTypeId === undefined && emergency.service !== undefined
      ? { serviceTypeId: emergency.service.id, serviceType: emergency.service.name }
      : { serviceType: known.serviceType ?? emergency.serviceText }),
  };
  if (!isRaised && JSON.stringify({ ...known, ...facts }) === JSON.stringify(known)) return known;
  const before = emergency.service === undefined ? known.needsReview : known.needsReview.filter(isNotService);
  const flags = known.serviceType === undefined ? unclearService(emergency) : [];
  const review = [...flags, ...emergency.review, ...callback(emergency), ...(isRaised ? ['urgency'] : [])];
  const why = isRaised ? 'emergency' : 'more about the emergency';
  return {
    ...known,
    ...facts,
    ...changed(known, changedByCaller(emergency), { to: known.status, why }),
    urgency: 'emergency',
    acknowledgedAt: isRaised ? undefined : known.acknowledgedAt,
    erasedAt: undefined,
    needsReview: reviewFlags(before, review, facts.customer),
  };
}

/** The flag of a service that could not be matched. */
const unclearService = ({ service, serviceText }: EmergencyReport): readonly string[] =>
  service === undefined && serviceText !== undefined ? ['serviceType'] : [];

const callback = ({ dueAt }: EmergencyReport): readonly string[] => (dueAt === undefined ? [] : ['callback']);

const isNotService = (flag: string): boolean => flag !== 'serviceType';

function opened(emergency: EmergencyReport, previous: DispatchRequest | undefined): DispatchRequest {
  return {
    ...changed(previous, changedByCaller(emergency), { to: 'requested', why: 'emergency' }),
    dispatchRequestId: openedId(emergency),
    accountId: emergency.account.accountId,
    status: 'requested',
    dueAt: emergency.dueAt,
    urgency: 'emergency',
    source: emergency.integration,
    needsReview: reviewFlags(
      unclearService(emergency),
      [...emergency.review, ...callback(emergency)],
      emergency.customer,
    ),
    customer: { ...emergency.customer, phone: emergency.customer.phone ?? emergency.caller },
    serviceTypeId: emergency.service?.id,
    serviceType: emergency.service?.name ?? emergency.serviceText,
    preferredDate: emergency.preferredDate,
    preferredTime: emergency.preferredTime,
    notes: emergency.notes,
    callId: emergency.callId,
    caller: emergency.caller,
  };
}
