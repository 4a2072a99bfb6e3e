import { type Account, type Fee, type ServiceType, type Urgency, urgencies } from '../accounts/account.ts';
import type { Covered } from '../accounts/areas.ts';
import { feeOf } from '../accounts/fees.ts';
import { asSaidLater, calledOffFacts } from '../record/attention.ts';
import { changedByCaller } from '../record/calls.ts';
import { callerAs, tellerOf, tellersAfter, UNPROVED_FLAG } from '../record/customers/contact.ts';
import { addedNotes, type Note, type Notes } from '../record/notes.ts';
import {
  type Appointment,
  activeAppointment,
  type Claim,
  changed,
  type DispatchRequest,
  type SaidFee,
  type Scheduled,
  stillConfirmed,
  visitOf,
} from '../record/request.ts';
import { waitingAfter } from '../record/waiting.ts';
import type { EpochMinute, LocalDate, Technician } from '../scheduling/calendar.ts';
import { accountSpans, within } from '../scheduling/hours.ts';
import { claimedBuckets } from '../scheduling/occupancy.ts';
import { isoMinute, MINUTE_MS } from '../scheduling/time.ts';
import { mayFit } from '../scheduling/wish.ts';
import type { BookingRequest } from './booking-request.ts';
import { correctedCustomer, moreUrgent, onSiteAfter, reviewFlags } from './customer-details.ts';
import {
  type Judged,
  promiseForExact,
  promiseOf,
  type RequestedStart,
  requestedTechnician,
  spanOf,
} from './requested-start.ts';

/** An appointment resolves these review flags. */
export const resolvedFlags: ReadonlySet<string> = new Set([
  'preferredDate',
  'preferredTime',
  'serviceRequested',
  'serviceType',
  'technician',
  'hours',
]);

/** Every booking sets these review flags again, because they are about its place. */
const placeFlags: ReadonlySet<string> = new Set(['area', 'zip']);

export function appointmentOf(
  wanted: RequestedStart,
  { start, minute, window }: Judged,
  technician: Technician,
  before?: Appointment,
): Appointment {
  const { account, date } = wanted;
  const promise = wanted.byDispatcher
    ? promiseForExact(wanted, minute, before)
    : window && promiseOf(account, date, window);
  return {
    date,
    minute,
    startsAt: isoMinute(start),
    endsAt: isoMinute(start + wanted.service.durationMinutes),
    technicianId: technician.id,
    technician: technician.name,
    ...(promise === undefined ? {} : { promise }),
    claims: claimedBy(wanted, start, technician),
  };
}

/** Returns a service whose jobs last as long as a dispatcher has set for one of them, if one has. */
export const lasting = (service: ServiceType, minutes: number | undefined): ServiceType =>
  minutes === undefined ? service : { ...service, durationMinutes: minutes };

/** Returns how long a visit lasts, whatever its service takes by now. */
export const minutesOf = ({ startsAt, endsAt }: Pick<Appointment, 'startsAt' | 'endsAt'>): number =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS;

/** Returns the technician of an appointment if that one was asked for by name. */
export const askedFor = (wanted: RequestedStart, { technicianId }: Appointment): string | undefined =>
  requestedTechnician(wanted).kind === 'named' ? technicianId : undefined;

/** Includes the buffer after the job. */
export function claimedBy(
  { account, service }: Pick<RequestedStart, 'account' | 'service'>,
  start: EpochMinute,
  { id: technicianId }: Pick<Technician, 'id'>,
): readonly Claim[] {
  return claimedBuckets(account, service, start).map((day) => ({ ...day, technicianId }));
}

/** Returns the booked request, made from the previous one if there is one. Only who calls an emergency off lowers it. */
export function scheduled(
  booking: BookingRequest,
  dispatchRequestId: string,
  appointment: Appointment,
  found: DispatchRequest | undefined,
): Scheduled {
  const previous = found && asSaidLater(found, booking.later);
  const customer =
    previous === undefined
      ? booking.customer
      : (correctedCustomer(previous, booking.customer) ?? previous.customer);
  const urgency = moreUrgent(booking.urgency, previous?.urgency);
  // An emergency with an appointment is still an emergency, so a person decides whether it can wait.
  const isWaiting = urgency === 'emergency' && activeAppointment(previous) === undefined;
  const before = (previous?.needsReview ?? []).filter(
    (flag) => !resolvedFlags.has(flag) && !placeFlags.has(flag),
  );
  const { integration: source, caller } = booking;
  const told = { source, caller, customer };
  const tellers = tellersAfter(previous, told, booking.customer, callerAs(caller, customer.phone));
  const isUnproved = tellerOf({ ...told, tellers }, 'phone') === 'unproved';
  return {
    ...previous,
    ...changed(previous, changedByCaller(booking), {
      ...{ to: 'scheduled', kind: 'booked', visit: visitOf(appointment) },
      urgency: urgency === booking.urgency ? undefined : urgency,
      ...(found && previous && calledOffFacts(found, previous)),
    }),
    dispatchRequestId,
    accountId: booking.account.accountId,
    status: 'scheduled',
    urgency,
    source,
    needsReview: reviewFlags(
      before,
      [...booking.review, ...(isUnproved ? [UNPROVED_FLAG] : []), ...(isWaiting ? ['urgency'] : [])],
      customer,
    ),
    customer,
    onSite: onSiteAfter(previous?.onSite, booking.onSite),
    tellers,
    serviceTypeId: booking.service.id,
    serviceType: booking.service.name,
    notes: notesOf(appointment, previous?.notes, booking.notes),
    appointment,
    askedFor: askedFor(booking, appointment) ?? previous?.askedFor,
    confirmedAt: stillConfirmed(previous, appointment),
    ...waitingAfter(previous, appointment, booking.now),
    // What the caller asks for now decides, as it did when the fee was said with the free times.
    fee: saidFee(booking, appointment),
    // The visit lasts as long as its service.
    minutes: undefined,
    // The appointment replaces the preferred time.
    preferredDate: undefined,
    preferredTime: undefined,
    erasedAt: undefined,
    ...(booking.callId === undefined ? {} : { callId: booking.callId, caller }),
  };
}

/** These facts decide a visit's fee before its start is known. */
export interface FeeQuestion {
  readonly account: Account;
  readonly service: ServiceType;
  readonly urgency: Urgency;
  readonly coverage?: Covered | undefined;
}

/** Returns the fee of a visit that begins at a time of a date; undefined if none applies. */
export function feeAt(
  { account, service, urgency, coverage }: FeeQuestion,
  { date, start }: { readonly date: LocalDate; readonly start: EpochMinute },
): Fee | undefined {
  if (account.fees === undefined) return undefined;
  const afterHours = !within(accountSpans(account, date), start, start + 1);
  const feeIn = (areaIds: readonly string[]) =>
    feeOf(account, { serviceTypeId: service.id, areaIds, urgency, afterHours });
  const fee = feeIn(coverage?.areaIds ?? []);
  // A fee that depends on an unknown place is not said.
  const isCertain = !coverage?.isAssumed || account.serviceAreas?.every(({ id }) => feeIn([id]) === fee);
  return isCertain ? fee : undefined;
}

/** Returns the fee that a caller hears with an appointment, as it is stored with the request. */
export function saidFee(
  visit: FeeQuestion & { readonly now: number },
  { date, startsAt }: Appointment,
): SaidFee | undefined {
  const fee = feeAt(visit, { date, start: Date.parse(startsAt) / MINUTE_MS });
  return fee && { feeId: fee.id, says: fee.says, at: new Date(visit.now).toISOString() };
}

/** Returns the urgency of the fee that a caller heard. A form, which anyone can fill in, may have raised it since. */
export function heardUrgency(
  { appointment, fee, urgency }: Pick<DispatchRequest, 'appointment' | 'fee' | 'urgency'>,
  visit: Omit<FeeQuestion, 'urgency'> & { readonly now: number },
): Urgency {
  const isHeard = (one: Urgency) =>
    appointment !== undefined && saidFee({ ...visit, urgency: one }, appointment)?.feeId === fee?.feeId;
  return [urgency, ...urgencies].find(isHeard) ?? urgency;
}

/**
 * Adds notes to those of a request that gets an appointment. A wish for the time goes if the appointment doesn't fit
 * it, or if another wish replaces it.
 */
export function notesOf(
  { minute, promise }: Pick<Appointment, 'minute' | 'promise'>,
  known: Notes = [],
  told: Notes = [],
): Notes | undefined {
  const isReplaced = told.some(({ kind }) => kind === 'start');
  const stays = ({ kind, minute: from = 0, until: to = from }: Note) =>
    kind !== 'start' ||
    (!isReplaced && mayFit({ spans: [{ from, to }] }, { minute, window: promise && spanOf(promise) }));
  const kept = known.filter(stays);
  return addedNotes(kept.length === 0 ? undefined : kept, told);
}
