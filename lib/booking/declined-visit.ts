import { changed } from '../record/changed.ts';
import { changedByCaller, declinedId } from '../record/invocation.ts';
import type { Deadline, RequestStore } from '../record/ports.ts';
import type { Unscheduled } from '../record/request.ts';
import { formatClockTime } from '../scheduling/clock-time.ts';
import type { BookingRequest } from './booking-request.ts';

/** Stores a request for a place that is not covered, once per call, as declined. Returns whether it is stored. */
export async function keepDeclined(
  booking: BookingRequest,
  requests: RequestStore,
  deadline: Deadline,
): Promise<boolean> {
  const { kind } = await requests.commit({ next: declined(booking) }, deadline);
  // Lost although nothing was read: an earlier refusal of this call is stored.
  return kind === 'stored' || kind === 'changed';
}

function declined(booking: BookingRequest): Unscheduled {
  const { account, service } = booking;
  return {
    ...changed(undefined, changedByCaller(booking), { to: 'declined', why: 'outside_area' }),
    dispatchRequestId: declinedId(booking, booking.canonicalArguments),
    accountId: account.accountId,
    status: 'declined',
    urgency: booking.urgency,
    source: booking.integration,
    needsReview: [],
    customer: booking.customer,
    serviceTypeId: service.id,
    serviceType: service.name,
    preferredDate: booking.date,
    preferredTime: formatClockTime(booking.minute),
    notes: booking.notes,
    callId: booking.callId,
    caller: booking.caller,
  };
}
