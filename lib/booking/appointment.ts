import { isSameAddress } from '#street';
import { mapFields } from '../map-fields.ts';
import { changed, remembers } from '../record/changed.ts';
import { type Contact, placeFields } from '../record/customers/contact-fields.ts';
import { changedByCaller, isMadeInCall } from '../record/invocation.ts';
import { addedNotes } from '../record/notes.ts';
import {
  type Appointment,
  activeAppointment,
  type Claim,
  type DispatchRequest,
  type Scheduled,
  type Urgency,
  urgencies,
} from '../record/request.ts';
import { callerAs, tellerOf, tellersAfter, UNPROVED_FLAG } from '../record/teller.ts';
import type { EpochMinute, Technician } from '../scheduling/calendar.ts';
import { formatClockTime } from '../scheduling/clock-time.ts';
import { claimedBuckets } from '../scheduling/engine.ts';
import { isoMinute } from '../scheduling/time-units.ts';
import type { BookingRequest } from './booking-request.ts';
import { correctionOf, isNear, leftToPerson } from './late-corrections.ts';
import { promiseForExact, promiseOf } from './promise.ts';
import type { RequestedStart } from './requested-start.ts';
import type { Judged } from './requested-windows.ts';
import { saidFee } from './said-fee.ts';

/** Review flags that an appointment resolves. */
export const settledFlags: ReadonlySet<string> = new Set([
  'preferredDate',
  'preferredTime',
  'serviceRequested',
  'serviceType',
  'technician',
  'hours',
]);

/** Review flags about the place, which every booking sets again. */
const placeFlags: ReadonlySet<string> = new Set(['area', 'zip']);

/** The appointment for a requested start, with its instant and technician. */
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

/** What a start claims of a technician's time, buffer included. */
export function claimedBy(
  { account, service }: Pick<RequestedStart, 'account' | 'service'>,
  start: EpochMinute,
  { id: technicianId }: Technician,
): readonly Claim[] {
  return claimedBuckets(account, service, start).map((day) => ({ ...day, technicianId }));
}

/** The text of an appointment in the history. */
export function whereText({ date, minute, promise, technicianId }: Appointment): string {
  const promised = promise === undefined ? '' : ` (${promise.from} to ${promise.to})`;
  return `${date} ${formatClockTime(minute)}${promised} with ${technicianId}`;
}

/**
 * The customer of a request, updated with new details; undefined if nothing is new. Another address has its own city, zip
 * and gate code.
 */
export function correctedCustomer(
  request: Pick<DispatchRequest, 'customer'>,
  told: Contact,
): Contact | undefined {
  const { customer } = request;
  const given = Object.entries(told).filter(([, value]) => value !== undefined);
  const known = new Map(Object.entries(customer));
  if (given.every(([field, value]) => known.get(field) === value)) return undefined;
  const isElsewhere =
    told.address !== undefined &&
    customer.address !== undefined &&
    !isSameAddress(told.address, customer.address);
  const place = isElsewhere ? mapFields(placeFields, () => undefined) : {};
  return { ...customer, ...place, ...Object.fromEntries(given) };
}

/** Review flags: earlier and new ones, and a missing address. */
export function reviewFlags(
  before: readonly string[],
  now: readonly string[],
  customer: DispatchRequest['customer'],
): readonly string[] {
  const known = before.filter((flag) => flag !== 'address');
  return [...new Set([...known, ...now, ...(customer.address === undefined ? ['address'] : [])])];
}

/** The request with an appointment: a new one, or the previous one changed. Its urgency never falls. */
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
  const where = whereText(appointment);
  const why = urgency === booking.urgency ? where : `${where}; urgency stays ${urgency}`;
  // An emergency with an appointment is still an emergency: a person decides whether it can wait.
  const isWaiting = urgency === 'emergency' && activeAppointment(previous) === undefined;
  const before = (previous?.needsReview ?? []).filter(
    (flag) => !settledFlags.has(flag) && !placeFlags.has(flag),
  );
  const { integration: source, caller } = booking;
  const told = { source, caller, customer };
  const tellers = tellersAfter(previous, told, booking.customer, callerAs(caller, customer.phone));
  const isUnproved = tellerOf({ ...told, tellers }, 'phone') === 'unproved';
  return {
    ...previous,
    ...changed(previous, changedByCaller(booking), { to: 'scheduled', why }),
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
    // The appointment settles them.
    preferredDate: undefined,
    preferredTime: undefined,
    erasedAt: undefined,
    ...(booking.callId === undefined ? {} : { callId: booking.callId, caller }),
  };
}

/** The more urgent of two urgencies. */
export function moreUrgent(one: Urgency, other: Urgency | undefined): Urgency {
  return other !== undefined && urgencies.indexOf(other) > urgencies.indexOf(one) ? other : one;
}

/**
 * The request with corrected details and the invocation remembered; the appointment is unchanged. Undefined if nothing
 * is new. The history names the fields that were corrected; `told` is what was not left to a person.
 */
export function corrected(
  booking: BookingRequest,
  previous: DispatchRequest,
): { readonly next: DispatchRequest; readonly told: Contact } | undefined {
  // A late repeat: its details have been erased since.
  if (previous.erasedAt !== undefined) return undefined;
  const who = changedByCaller(booking);
  const isLeft = !isMadeInCall(previous, booking) && isNear(previous, booking.account, booking.now);
  const left = isLeft ? leftToPerson(previous, booking.customer) : undefined;
  const told = left?.told ?? booking.customer;
  const customer = correctedCustomer(previous, told) ?? previous.customer;
  const notes = addedNotes(addedNotes(previous.notes, left?.notes), booking.notes);
  const urgency = moreUrgent(previous.urgency, booking.urgency);
  const fields = [
    ...changedFields(previous.customer, customer),
    ...(notes === previous.notes ? [] : ['notes']),
    ...(urgency === previous.urgency ? [] : ['urgency']),
  ];
  const isNew = booking.invocation !== undefined && !remembers(previous, booking);
  if (fields.length === 0 && !isNew) return undefined;
  const line = { to: previous.status, why: correctionOf(previous.customer, fields) };
  const next = {
    ...previous,
    ...changed(previous, who, fields.length === 0 ? undefined : line),
    urgency,
    customer,
    tellers: tellersAfter(
      previous,
      { ...previous, customer },
      told,
      callerAs(booking.caller, customer.phone),
    ),
    notes,
    needsReview: reviewFlags(previous.needsReview, [...booking.review, ...(left?.flags ?? [])], customer),
  };
  return { next, told };
}

/** The names of the fields that differ. */
export function changedFields(before: Contact, after: Contact): readonly string[] {
  const known = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([field, value]) => (known.get(field) === value ? [] : [field]));
}
