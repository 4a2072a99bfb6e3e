import type { Contact } from '../record/customers/contact.ts';
import { dispatchRequestIdFrom } from '../record/ids.ts';
import { type InvocationContext, idPartsOf } from '../record/invocation.ts';
import type { Notes } from '../record/notes.ts';
import type { Urgency } from '../record/request.ts';
import type { RequestedStart } from './requested-start.ts';

export interface BookingRequest extends InvocationContext, RequestedStart {
  /** True if the caller wants another visit besides an existing one; undefined if the caller hasn't said. */
  readonly additionalVisit?: boolean | undefined;
  readonly urgency: Urgency;
  /** The phone number is valid. The name may be missing if the reported number's record may have it. */
  readonly customer: Contact & { readonly phone: string };
  /** The caller named this known site of the customer by this label. */
  readonly siteId?: string | undefined;
  readonly siteLabel?: string | undefined;
  readonly notes?: Notes | undefined;
  /** Minutes from midnight, if the requested time doesn't begin its window. */
  readonly requestedMinute?: number | undefined;
  /** Without a call, these canonical arguments are the booking's key. */
  readonly canonicalArguments: string;
}

export interface Requester {
  /** The platform reports this number. */
  readonly caller?: string | undefined;
  readonly customer: { readonly phone?: string | undefined };
}

/** Returns the reported number if the customer wants to be reached there: a booking may use its record. */
export function verifiedNumber({ caller, customer }: Requester): string | undefined {
  return caller === customer.phone ? caller : undefined;
}

/** Derives the id of a booking's request from the booking's key, so that concurrent repeats meet at the write. */
export function bookingId(booking: BookingRequest): string {
  const { callId, service } = booking;
  if (callId === undefined)
    return dispatchRequestIdFrom([...idPartsOf('booking', booking), booking.canonicalArguments]);
  const key = [...idPartsOf('booking', booking), callId, service.id];
  return dispatchRequestIdFrom(
    booking.additionalVisit ? [...key, booking.date, String(booking.minute)] : key,
  );
}
