import type { EpochMinute, Technician } from '../../scheduling/calendar.ts';
import { formatClockTime } from '../../scheduling/clock-time.ts';
import { claimedBuckets } from '../../scheduling/engine.ts';
import type { Appointment, Contact, DispatchRequest, Scheduled, StatusChange } from '../requests/request.ts';
import { type BookingOrder, callOf } from './booking-order.ts';
import type { WantedStart } from './wanted-start.ts';

const MINUTE_MS = 60_000;
const REMEMBERED_INVOCATIONS = 20;

/** What an appointment settles: nobody needs to look at it any more. */
export const settledFlags: ReadonlySet<string> = new Set([
  'preferredDate',
  'preferredTime',
  'serviceRequested',
  'serviceType',
]);

const iso = (instant: EpochMinute): string => new Date(instant * MINUTE_MS).toISOString();

/** The appointment that a wanted start becomes at an instant with a technician. */
export function appointmentOf(wanted: WantedStart, start: EpochMinute, technician: Technician): Appointment {
  const claims = claimedBuckets(wanted.account, wanted.service, start).map(({ date, buckets }) => ({
    date,
    technicianId: technician.id,
    buckets,
  }));
  return {
    date: wanted.date,
    time: formatClockTime(wanted.minute),
    startsAt: iso(start),
    endsAt: iso(start + wanted.service.durationMinutes),
    technicianId: technician.id,
    technician: technician.name,
    claims,
  };
}

/** The customer of a request with what is told now; undefined where that is nothing new. */
export function correctedCustomer(request: DispatchRequest, told: Contact): Contact | undefined {
  const given = Object.entries(told).filter(([, value]) => value !== undefined);
  const known = new Map(Object.entries(request.customer));
  if (given.every(([field, value]) => known.get(field) === value)) return undefined;
  return { ...request.customer, ...Object.fromEntries(given) };
}

/** What is known with what is told beyond it: nothing is lost, nothing stands twice. */
export function addedNotes(known: string | undefined, told: string | undefined): string | undefined {
  if (known === undefined || told === undefined) return known ?? told;
  if (known.includes(told)) return known;
  return told.includes(known) ? told : `${known}\n${told}`;
}

/** The invocations that a request remembers after one more. */
export function rememberInvocation(
  known: readonly string[],
  invocation: string | undefined,
): readonly string[] {
  if (invocation === undefined || known.includes(invocation)) return known;
  return [...known, invocation].slice(-REMEMBERED_INVOCATIONS);
}

/** What a person should look at: what was flagged before and now, and an address that is not known. */
export function reviewFlags(
  before: readonly string[],
  now: readonly string[],
  customer: DispatchRequest['customer'],
): readonly string[] {
  const known = before.filter((flag) => flag !== 'address');
  return [...new Set([...known, ...now, ...(customer.address === undefined ? ['address'] : [])])];
}

/** The request that holds an appointment, made anew or on top of one that is there. */
export function scheduled(
  order: BookingOrder,
  dispatchRequestId: string,
  appointment: Appointment,
  previous: DispatchRequest | undefined,
): Scheduled {
  const at = new Date(order.now).toISOString();
  const customer =
    previous === undefined
      ? order.customer
      : (correctedCustomer(previous, order.customer) ?? previous.customer);
  const change: StatusChange = {
    at,
    from: previous?.status,
    to: 'scheduled',
    by: 'caller',
    why: `${appointment.date} ${appointment.time} with ${appointment.technicianId}`,
    callId: callOf(order),
  };
  return {
    dispatchRequestId,
    accountId: order.account.accountId,
    status: 'scheduled',
    urgency: order.urgency,
    source: order.integration,
    version: (previous?.version ?? 0) + 1,
    createdAt: previous?.createdAt ?? at,
    updatedAt: at,
    needsReview: reviewFlags(
      (previous?.needsReview ?? []).filter((flag) => flag !== 'urgency' && !settledFlags.has(flag)),
      order.review,
      customer,
    ),
    customer,
    serviceTypeId: order.service.id,
    serviceType: order.service.name,
    notes: addedNotes(previous?.notes, order.notes),
    appointment,
    callId: order.callId ?? previous?.callId,
    invocations: rememberInvocation(previous?.invocations ?? [], order.invocation),
    history: [...(previous?.history ?? []), change],
  };
}

/**
 * The request with corrected details and the invocation remembered, its appointment as it stands. Undefined: nothing new.
 * The history names the fields that were corrected.
 */
export function corrected(order: BookingOrder, previous: DispatchRequest): DispatchRequest | undefined {
  const customer = correctedCustomer(previous, order.customer) ?? previous.customer;
  const notes = addedNotes(previous.notes, order.notes);
  const invocations = rememberInvocation(previous.invocations, order.invocation);
  const fields = [
    ...changedFields(previous.customer, customer),
    ...(notes === previous.notes ? [] : ['notes']),
  ];
  if (fields.length === 0 && invocations === previous.invocations) return undefined;
  const at = new Date(order.now).toISOString();
  const { status } = previous;
  const change: StatusChange = {
    at,
    from: status,
    to: status,
    by: 'caller',
    why: `corrected: ${fields.join(', ')}`,
    callId: callOf(order),
  };
  return {
    ...previous,
    version: previous.version + 1,
    updatedAt: at,
    customer,
    notes,
    needsReview: reviewFlags(previous.needsReview, order.review, customer),
    invocations,
    history: fields.length === 0 ? previous.history : [...previous.history, change],
  };
}

/** The names of the fields that differ. */
function changedFields(before: Contact, after: Contact): readonly string[] {
  const known = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([field, value]) => (known.get(field) === value ? [] : [field]));
}
