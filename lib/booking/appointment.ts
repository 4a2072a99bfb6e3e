import { callerAs, tellerOf, tellersAfter, UNPROVED_FLAG } from '../record/customers/contact.ts';
import type { VisitFacts } from '../record/history.ts';
import { changedByCaller } from '../record/invocation.ts';
import { addedNotes } from '../record/notes.ts';
import {
  type Appointment,
  activeAppointment,
  type Claim,
  changed,
  type DispatchRequest,
  type Scheduled,
} from '../record/request.ts';
import type { EpochMinute, Technician } from '../scheduling/calendar.ts';
import { claimedBuckets } from '../scheduling/occupancy.ts';
import { isoMinute } from '../scheduling/time.ts';
import type { BookingRequest } from './booking-request.ts';
import { correctedCustomer, moreUrgent, reviewFlags } from './details.ts';
import { type Judged, promiseForExact, promiseOf, type RequestedStart } from './requested-start.ts';
import { saidFee } from './said-fee.ts';

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

/** Includes the buffer after the job. */
export function claimedBy(
  { account, service }: Pick<RequestedStart, 'account' | 'service'>,
  start: EpochMinute,
  { id: technicianId }: Technician,
): readonly Claim[] {
  return claimedBuckets(account, service, start).map((day) => ({ ...day, technicianId }));
}

export const visitOf = ({ date, minute, promise, technicianId }: Appointment): VisitFacts => ({
  ...{ date, minute, technicianId, from: promise?.from, to: promise?.to },
});

/** Returns the booked request, made from the previous one if there is one. The urgency never falls. */
export function scheduled(
  booking: BookingRequest,
  dispatchRequestId: string,
  appointment: Appointment,
  previous: DispatchRequest | undefined,
): Scheduled {
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
    tellers,
    serviceTypeId: booking.service.id,
    serviceType: booking.service.name,
    notes: addedNotes(previous?.notes, booking.notes),
    appointment,
    // What the caller asks for now decides, as it did when the fee was said with the free times.
    fee: saidFee(booking, appointment),
    // The appointment replaces the preferred time.
    preferredDate: undefined,
    preferredTime: undefined,
    erasedAt: undefined,
    ...(booking.callId === undefined ? {} : { callId: booking.callId, caller }),
  };
}
