import type { Account, ServiceType } from '../../accounts/account.ts';
import { acceptedCoverage } from '../../accounts/areas.ts';
import { transferOf } from '../../accounts/on-call.ts';
import { appointmentOf, saidFee } from '../../booking/appointment.ts';
import { correctedCustomer, reviewFlags } from '../../booking/customer-details.ts';
import { alertOf, dueAtOf } from '../../record/attention.ts';
import { callBookingId, callOf, changedByCaller, emergencyId, isSameCall } from '../../record/calls.ts';
import { type Contact, callerAs, tellerOf, UNPROVED_FLAG } from '../../record/customers/contact.ts';
import { isSameAddress } from '../../record/customers/street.ts';

import { addedNotes, wordsIn } from '../../record/notes.ts';
import {
  activeAppointment,
  changed,
  type DispatchRequest,
  hasEnded,
  isReadable,
  latestOf,
  remembers,
  type Scheduled,
  visitOf,
} from '../../record/request.ts';
import { dangerIn } from '../../understanding/danger.ts';
import { callbackDueAt, promisedAt } from '../messages.ts';
import { isStanding } from './alerts.ts';
import { type EmergencyReport, ownIds, reportsAmong } from './earlier-reports.ts';
import type { EmergencyStart } from './emergency-visits.ts';

function openedId(emergency: EmergencyReport): string {
  const booked = emergency.service === undefined ? undefined : callBookingId(emergency, emergency.service.id);
  return booked ?? emergencyId(emergency, emergency.canonicalArguments);
}

/** Returns the request as an emergency with new details; the same object if nothing is new. */
export function raised(known: DispatchRequest, emergency: EmergencyReport): DispatchRequest {
  // A postponed emergency that is reported again needs another review.
  const standing = activeAppointment(known);
  const isPutOff = standing !== undefined && !standing.onCall && !known.needsReview.includes('urgency');
  const isRaised = known.urgency !== 'emergency' || isPutOff;
  const serviceTypeId = known.serviceTypeId ?? emergency.service?.id;
  // The alert that stood for this emergency may have ended.
  const isAgain = !isRaised && isUnheard(known, emergency);
  const isAlert = isRaised || isAgain || known.alertedWith !== undefined;
  const renewed = isAlert ? alertOf(emergency.account, serviceTypeId, emergency.now) : undefined;
  // Further danger must not delay those who are notified next.
  const isEscalating = isAgain && known.escalatesAt !== undefined && isStanding(known, emergency.now);
  const { notified, escalatesAt } = known;
  const alert = renewed && { ...renewed, ...(isEscalating ? { notified, escalatesAt } : {}) };
  const callBackBy = callBackTime(emergency, serviceTypeId);
  const promised = promisedAt(known, emergency.now);
  const facts = {
    customer: correctedCustomer(known, emergency.customer) ?? known.customer,
    notes: addedNotes(known.notes, emergency.notes),
    dueAt: promised ?? callBackBy ?? dueAtOf(known, alert?.escalatesAt ?? known.dueAt),
    danger: emergency.danger ?? known.danger,
    warnedBy: isWarned(known, emergency) ? known.warnedBy : emergency.warnedBy,
    preferredDate: known.preferredDate ?? emergency.preferredDate,
    preferredTime: known.preferredTime ?? emergency.preferredTime,
    ...(known.serviceTypeId === undefined && emergency.service !== undefined
      ? { serviceTypeId: emergency.service.id, serviceType: emergency.service.name }
      : { serviceType: known.serviceType ?? emergency.serviceText }),
  };
  const isNew = JSON.stringify({ ...known, ...facts }) !== JSON.stringify(known);
  if (!isRaised && !isAgain && !isNew && isKnownInCall(known, emergency)) return known;
  const before = emergency.service === undefined ? known.needsReview : known.needsReview.filter(isNotService);
  const flags = known.serviceType === undefined ? unclearService(emergency) : [];
  const review = [...flags, ...emergency.review, ...callback(callBackBy), ...(isRaised ? ['urgency'] : [])];
  const kind = isRaised || isAgain ? 'emergency' : 'more_about_emergency';
  const { phone } = facts.customer;
  const tellers =
    phone === known.customer.phone
      ? known.tellers
      : { ...known.tellers, phone: callerAs(emergency.caller, phone) };
  return {
    ...known,
    ...facts,
    ...changed(known, changedByCaller(emergency), { to: known.status, kind }),
    urgency: 'emergency',
    ...alert,
    erasedAt: undefined,
    tellers,
    needsReview: reviewFlags(
      before,
      [...review, ...unprovedNumber({ ...known, ...facts, tellers })],
      facts.customer,
    ),
  };
}

/**
 * True if the emergency's alert tells nobody of a reported danger, because a person acknowledged it before, or because
 * people were told of another danger. Each acknowledgment allows one more alert, so repeated words don't keep ringing.
 */
function isUnheard(known: DispatchRequest, { danger }: EmergencyReport): boolean {
  if (danger === undefined) return false;
  if (known.acknowledgedAt !== undefined) return true;
  if (known.danger === danger) return false;
  const told = [known.serviceType ?? '', ...wordsIn(known.notes)].flatMap((text) => text.split('\n'));
  return !told.some((text) => dangerIn([text]) === danger);
}

/** True if the call was told what to do in this danger. */
const isWarned = (known: DispatchRequest, { danger = known.danger, warnedBy }: EmergencyReport): boolean =>
  known.danger === danger && isSameCall(known.warnedBy, warnedBy);

/** True if the history of a request names the call, or there is no call to name. */
const isKnownInCall = (known: DispatchRequest, emergency: EmergencyReport): boolean => {
  const call = callOf(emergency);
  return call === undefined || known.history.some(({ callId }) => callId === call);
};

const unprovedNumber = (told: Parameters<typeof tellerOf>[0]): readonly string[] =>
  told.customer.phone !== undefined && tellerOf(told, 'phone') === 'unproved' ? [UNPROVED_FLAG] : [];

const unclearService = ({ service, serviceText }: EmergencyReport): readonly string[] =>
  service === undefined && serviceText !== undefined ? ['serviceType'] : [];

const callback = (by: string | undefined): readonly string[] => (by === undefined ? [] : ['callback']);

/** Returns when someone calls back (ISO 8601, UTC); undefined if somebody can be dialed now. */
function callBackTime(
  { account, now }: EmergencyReport,
  serviceTypeId: string | undefined,
): string | undefined {
  const service = account.serviceTypes.find(({ id }) => id === serviceTypeId);
  const { phone } = transferOf(account, { now, isEmergency: true, service });
  return phone === null ? callbackDueAt(account, now) : undefined;
}

const isNotService = (flag: string): boolean => flag !== 'serviceType';

/** Creates the request for an emergency, or opens an ended one again with what was said before. */
export function opened(emergency: EmergencyReport, previous: DispatchRequest | undefined): DispatchRequest {
  const alert = alertOf(emergency.account, emergency.service?.id, emergency.now);
  const callBackBy = callBackTime(emergency, emergency.service?.id);
  const before: Contact = previous?.customer ?? {};
  const told = correctedCustomer({ customer: before }, emergency.customer) ?? before;
  const customer = { ...told, phone: told.phone ?? emergency.caller };
  const { integration: source, caller } = emergency;
  const { tellers } = previous ?? {};
  return {
    ...previous,
    ...changed(previous, changedByCaller(emergency), { to: 'requested', kind: 'emergency' }),
    ...alert,
    dispatchRequestId: openedId(emergency),
    accountId: emergency.account.accountId,
    status: 'requested',
    dueAt: callBackBy ?? alert.escalatesAt,
    urgency: 'emergency',
    danger: emergency.danger,
    warnedBy: emergency.warnedBy,
    source,
    needsReview: reviewFlags(
      unclearService(emergency),
      [
        ...emergency.review,
        ...unprovedNumber({ source, caller, customer, tellers }),
        ...callback(callBackBy),
      ],
      customer,
    ),
    customer,
    serviceTypeId: emergency.service?.id,
    serviceType: emergency.service?.name ?? emergency.serviceText,
    preferredDate: emergency.preferredDate,
    preferredTime: emergency.preferredTime,
    notes: addedNotes(previous?.notes, emergency.notes),
    appointment: undefined,
    fee: undefined,
    erasedAt: undefined,
    callId: emergency.callId,
    caller,
  };
}

/** Gives an emergency a start of someone on call. The last line of its history is that of the report. */
export function booked(
  request: DispatchRequest,
  { technician, ...start }: EmergencyStart,
  { account, service, now }: { account: Account; service: ServiceType; now: number },
): Scheduled {
  const exact: ServiceType = { ...service, arrival: { style: 'start' } };
  const wanted = { account, service: exact, date: start.date, minute: start.minute, now };
  const appointment = {
    ...appointmentOf(wanted, { ...start, technicians: [technician] }, technician),
    onCall: true,
  } as const;
  const visit = { account, service, urgency: 'emergency', now } as const;
  const coverage = acceptedCoverage(account, service.id, request.customer.zip);
  const line = request.history.at(-1);
  const booking = line && { ...line, to: 'scheduled' as const, visit: visitOf(appointment) };
  return {
    ...request,
    status: 'scheduled',
    appointment,
    fee: saidFee({ ...visit, coverage }, appointment),
    history: [...request.history.slice(0, -1), ...(booking === undefined ? [] : [booking])],
  };
}

interface Found {
  /** The request that the emergency is about, if there is one. */
  readonly known: DispatchRequest | undefined;
  /** Contains other requests of the call, and other emergencies of its number. */
  readonly others: readonly DispatchRequest[];
}

/** Finds what an emergency is about among the requests that were found for it. */
export function knownAmong(found: readonly DispatchRequest[], emergency: EmergencyReport): Found {
  const { service } = emergency;
  const own = ownIds(emergency);
  const byId = found.filter(({ dispatchRequestId }) => own.includes(dispatchRequestId));
  // An unchangeable request can't take the report. If it has the report's id, a person has the report already.
  const { inCall, ofNumber } = reportsAmong(found.filter(isReadable), emergency);
  const candidates = latestOf([...byId, ...inCall]);
  const reported = ofNumber.filter((request) => !isElsewhere(request, emergency));
  const fits = (request: DispatchRequest) =>
    service === undefined || request.serviceTypeId === undefined || request.serviceTypeId === service.id;
  const known =
    [...candidates, ...reported].find((request) => remembers(request, emergency)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request) && activeAppointment(request)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request)) ??
    reported.find(fits) ??
    byId.find((request) => request.dispatchRequestId === openedId(emergency));
  return { known, others: [...candidates, ...ofNumber].filter((request) => request !== known) };
}

/** True if the caller names another address than the emergency has. */
function isElsewhere({ customer }: DispatchRequest, emergency: EmergencyReport): boolean {
  const [known, named] = [customer.address, emergency.customer.address];
  return known !== undefined && named !== undefined && !isSameAddress(known, named);
}
