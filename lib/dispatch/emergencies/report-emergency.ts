import type { ServiceType } from '../../accounts/account.ts';
import { areaFlags } from '../../accounts/areas/coverage.ts';
import { correctedCustomer, reviewFlags } from '../booking/appointment.ts';
import {
  callBookingId,
  callOf,
  changedByCaller,
  emergencyId,
  type InvocationContext,
} from '../booking/booking-request.ts';
import type { Contact } from '../customers/contact-fields.ts';
import { isSameAddress } from '../customers/street.ts';
import { isToCallBack } from '../messages/to-call-back.ts';
import type { Deadline } from '../ports.ts';
import { changed, remembers } from '../requests/changed.ts';
import { addedNotes } from '../requests/notes.ts';
import { activeAppointment, type DispatchRequest, hasEnded, latestOf } from '../requests/request.ts';
import { type ChangeDependencies, isStored, untilSettled } from '../requests/until-settled.ts';
import { alertOf } from './alert.ts';
import { earlierReports } from './earlier-reports.ts';
import { MORE_ABOUT_EMERGENCY } from './more-about.ts';

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
 * stays. Later reports, also from another call of the number, get the same request and add their details. People are told
 * once.
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
  const [byId, { inCall, ofNumber }] = await Promise.all([
    Promise.all([...ids].map((id) => deps.requests.get(id, deadline))),
    earlierReports(emergency, deps, deadline),
  ]);
  const candidates = latestOf([...byId, ...inCall].filter((request) => request !== undefined));
  const reported = ofNumber.filter((request) => !isElsewhere(request, emergency));
  const fits = (request: DispatchRequest) =>
    service === undefined || request.serviceTypeId === undefined || request.serviceTypeId === service.id;
  return (
    [...candidates, ...reported].find((request) => remembers(request, emergency)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request) && activeAppointment(request)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request)) ??
    reported.find(fits) ??
    byId.find((request) => request?.dispatchRequestId === openedId(emergency))
  );
}

/** Whether another address is named than an emergency has. */
function isElsewhere({ customer }: DispatchRequest, emergency: EmergencyReport): boolean {
  const [known, named] = [customer.address, emergency.customer.address];
  return known !== undefined && named !== undefined && !isSameAddress(known, named);
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
  const serviceTypeId = known.serviceTypeId ?? emergency.service?.id;
  const alert = isRaised ? alertOf(emergency.account, serviceTypeId, emergency.now) : undefined;
  const promised = isToCallBack(known) ? known.dueAt : undefined;
  const facts = {
    customer: correctedCustomer(known, emergency.customer) ?? known.customer,
    notes: addedNotes(known.notes, emergency.notes),
    dueAt: promised ?? emergency.dueAt ?? alert?.escalatesAt ?? known.dueAt,
    preferredDate: known.preferredDate ?? emergency.preferredDate,
    preferredTime: known.preferredTime ?? emergency.preferredTime,
    ...(known.serviceTypeId === undefined && emergency.service !== undefined
      ? { serviceTypeId: emergency.service.id, serviceType: emergency.service.name }
      : { serviceType: known.serviceType ?? emergency.serviceText }),
  };
  const isNew = JSON.stringify({ ...known, ...facts }) !== JSON.stringify(known);
  if (!isRaised && !isNew && isKnownInCall(known, emergency)) return known;
  const before = emergency.service === undefined ? known.needsReview : known.needsReview.filter(isNotService);
  const flags = known.serviceType === undefined ? unclearService(emergency) : [];
  const review = [...flags, ...emergency.review, ...callback(emergency), ...(isRaised ? ['urgency'] : [])];
  const why = isRaised ? 'emergency' : MORE_ABOUT_EMERGENCY;
  return {
    ...known,
    ...facts,
    ...changed(known, changedByCaller(emergency), { to: known.status, why }),
    urgency: 'emergency',
    ...alert,
    erasedAt: undefined,
    needsReview: reviewFlags(before, review, facts.customer),
  };
}

/** Whether the history of a request names the call, or there is no call to name. */
const isKnownInCall = (known: DispatchRequest, emergency: EmergencyReport): boolean => {
  const call = callOf(emergency);
  return call === undefined || known.history.some(({ callId }) => callId === call);
};

/** The flag of a service that could not be matched. */
const unclearService = ({ service, serviceText }: EmergencyReport): readonly string[] =>
  service === undefined && serviceText !== undefined ? ['serviceType'] : [];

const callback = ({ dueAt }: EmergencyReport): readonly string[] => (dueAt === undefined ? [] : ['callback']);

const isNotService = (flag: string): boolean => flag !== 'serviceType';

function opened(emergency: EmergencyReport, previous: DispatchRequest | undefined): DispatchRequest {
  const alert = alertOf(emergency.account, emergency.service?.id, emergency.now);
  return {
    ...changed(previous, changedByCaller(emergency), { to: 'requested', why: 'emergency' }),
    ...alert,
    dispatchRequestId: openedId(emergency),
    accountId: emergency.account.accountId,
    status: 'requested',
    dueAt: emergency.dueAt ?? alert.escalatesAt,
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
