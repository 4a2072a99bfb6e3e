import { dateSpan, type Occupancy } from '../../scheduling/day.ts';
import { addDays } from '../../scheduling/local-date.ts';
import { isAnsweredByBooking } from '../messages/message.ts';
import type {
  CurrentAccountReader,
  CustomerStore,
  Deadline,
  RequestStore,
  ScheduleReader,
} from '../ports.ts';
import { remembers } from '../requests/changed.ts';
import { type DispatchRequest, hasActiveAppointment, hasEnded } from '../requests/request.ts';
import { provedNumber } from './booking-customer.ts';
import type { BookingFacts } from './booking-decision.ts';
import { type BookingRequest, bookingId, emergencyId, isMadeInCall } from './booking-request.ts';

/** A transaction has room for more, but no caller leaves that many. */
const MAX_SETTLED = 10;

interface Readers {
  readonly requests: RequestStore;
  readonly schedule: ScheduleReader;
  readonly storedAccounts: CurrentAccountReader;
  readonly customers: Pick<CustomerStore, 'get'>;
}

/** Reads the technicians' claims on the date of a start and the next, into which a job may reach. */
export function readDay(
  { account, date }: Pick<BookingRequest, 'account' | 'date'>,
  schedule: ScheduleReader,
  deadline: Deadline,
): Promise<Occupancy> {
  return schedule.occupancy(account.accountId, dateSpan(account, date, addDays(date, 1)), deadline);
}

/** Reads the facts of a booking in parallel. */
export async function readFacts(
  booking: BookingRequest,
  { requests, schedule, storedAccounts, customers }: Readers,
  deadline: Deadline,
): Promise<BookingFacts> {
  const { integration, callId, caller, canonicalArguments } = booking;
  const { accountId } = booking.account;
  const now = new Date(booking.now).toISOString();
  const emergencyKey = emergencyId(booking, canonicalArguments);
  const proved = provedNumber(booking);
  const [current, occupancy, own, emergency, inCall, ofCaller, record] = await Promise.all([
    storedAccounts.current(booking.account, deadline),
    readDay(booking, schedule, deadline),
    requests.get(bookingId(booking), deadline),
    booking.additionalVisit ? undefined : requests.get(emergencyKey, deadline),
    callId === undefined ? [] : requests.madeInCall(accountId, integration, callId, deadline),
    caller === undefined ? [] : requests.ofNumber(accountId, caller, now, deadline),
    proved === undefined ? undefined : customers.get(accountId, proved, deadline),
  ]);
  return {
    account: current,
    occupancy,
    known: pickKnown(own, emergency, booking),
    activeInCall: inCall.filter((request) => isMadeInCall(request, booking) && hasActiveAppointment(request))
      .length,
    // Requests that others made for the number don't count, so that nobody can use up another caller's limit.
    activeOfCaller: ofCaller.filter((request) => request.caller === caller && hasActiveAppointment(request))
      .length,
    messages: ofCaller
      .filter((request) => request.customer.phone === caller && isAnsweredByBooking(request))
      .slice(0, MAX_SETTLED),
    record,
  };
}

/**
 * A call's emergency without a service becomes the appointment of the next service that is booked. A late repeat
 * refers to the one of the two that it changed.
 */
function pickKnown(
  own: DispatchRequest | undefined,
  emergency: DispatchRequest | undefined,
  booking: BookingRequest,
): DispatchRequest | undefined {
  const changed = [own, emergency].find((request) => request !== undefined && remembers(request, booking));
  if (changed !== undefined) return changed;
  const isOpen = (request: DispatchRequest | undefined) => request !== undefined && !hasEnded(request.status);
  const fits = emergency?.serviceTypeId === undefined || emergency.serviceTypeId === booking.service.id;
  if (isOpen(own) || !isOpen(emergency) || !fits) return own;
  return emergency;
}
