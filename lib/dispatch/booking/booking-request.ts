import type { CallIdentity } from '../calls/call-identity.ts';
import type { Contact } from '../customers/contact-fields.ts';
import type { ChangedBy } from '../requests/changed.ts';
import { dispatchRequestIdFrom } from '../requests/dispatch-request-id.ts';
import type { DispatchRequest, Urgency } from '../requests/request.ts';
import type { RequestedStart } from './requested-start.ts';

/** Who invokes a function, when, and what of it has to be looked at. */
export interface InvocationContext extends CallIdentity {
  /** Fingerprint of this invocation of the function. */
  readonly invocation?: string | undefined;
  /** Names of fields that could not be stored as received; a person should look at them. */
  readonly review: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A requested booking, with every argument parsed. */
export interface BookingRequest extends InvocationContext, RequestedStart {
  /** Whether it is an additional visit; undefined if the caller has not said. */
  readonly additionalVisit?: boolean | undefined;
  readonly urgency: Urgency;
  /**
   * Has a valid phone number. The name may be missing if the number is the reported one, because a record may have it.
   */
  readonly customer: Contact & { readonly phone: string };
  /** One of the customer's known sites, and their name for it. */
  readonly siteId?: string | undefined;
  readonly siteLabel?: string | undefined;
  readonly notes?: string | undefined;
  /** A requested time that doesn't begin its window: minutes from midnight. */
  readonly requestedMinute?: number | undefined;
  /** The arguments as canonical text: the booking's key if there is no call. */
  readonly canonicalArguments: string;
}

/** A caller, and the number at which the customer wants to be reached. */
export interface Requester {
  /** The reported number. */
  readonly caller?: string | undefined;
  readonly customer: { readonly phone?: string | undefined };
}

/**
 * The number whose customer record a booking may read and write: the reported one, if the customer wants to be reached
 * there. Anyone can say another number.
 */
export function verifiedNumber({ caller, customer }: Requester): string | undefined {
  return caller === customer.phone ? caller : undefined;
}

/** The key parts that the ids of a call's requests share. */
const keyOf = (kind: string, { account, integration, caller = '' }: CallIdentity): readonly string[] => [
  kind,
  account.accountId,
  integration,
  caller,
];

/** Whether a request was made in this call. */
export function isMadeInCall(request: DispatchRequest, call: CallIdentity): boolean {
  const { account, integration, callId, caller } = call;
  return (
    callId !== undefined &&
    request.accountId === account.accountId &&
    request.source === integration &&
    request.callId === callId &&
    request.caller === caller
  );
}

/**
 * The id of the request that a booking creates or finds. It is derived from the booking's key, so that concurrent
 * repeats meet at the write.
 */
export function bookingId(booking: BookingRequest): string {
  const { callId, service } = booking;
  if (callId === undefined)
    return dispatchRequestIdFrom([...keyOf('booking', booking), booking.canonicalArguments]);
  const key = [...keyOf('booking', booking), callId, service.id];
  return dispatchRequestIdFrom(
    booking.additionalVisit ? [...key, booking.date, String(booking.minute)] : key,
  );
}

/** The id of the call's booking for a service. Its claims never block that call. */
export function callBookingId(call: CallIdentity, serviceId: string): string | undefined {
  const { callId } = call;
  return callId === undefined
    ? undefined
    : dispatchRequestIdFrom([...keyOf('booking', call), callId, serviceId]);
}

/** A call's name in a request's history. */
export function callOf({
  integration,
  callId,
}: Pick<InvocationContext, 'integration' | 'callId'>): string | undefined {
  return callId === undefined ? undefined : `${integration}:${callId}`;
}

/** The actor that the history of a request names. */
export function changedByCaller(
  invocationContext: Pick<InvocationContext, 'integration' | 'callId' | 'invocation' | 'now'>,
): ChangedBy {
  return {
    by: 'caller',
    now: invocationContext.now,
    callId: callOf(invocationContext),
    invocation: invocationContext.invocation,
  };
}

/** The id of a call's emergency without a known service. */
export function emergencyId(call: CallIdentity, canonicalArguments: string): string {
  return onlyIdOf('emergency', call, canonicalArguments);
}

/** The id of the message that a call leaves. */
export function messageId(call: CallIdentity, canonicalArguments: string): string {
  return onlyIdOf('message', call, canonicalArguments);
}

/** The id of the call's request for a visit outside the company's areas. */
export function declinedId(booking: BookingRequest): string {
  return onlyIdOf('declined', booking, booking.canonicalArguments);
}

/** The id of the only request of its kind that a call makes. */
function onlyIdOf(kind: string, call: CallIdentity, canonicalArguments: string): string {
  const { callId } = call;
  const key = callId === undefined ? ['arguments', canonicalArguments] : ['call', callId];
  return dispatchRequestIdFrom([...keyOf(kind, call), ...key]);
}
