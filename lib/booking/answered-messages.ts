import { changed } from '../record/changed.ts';
import { changedByCaller, type InvocationContext } from '../record/invocation.ts';
import { type DispatchRequest, isOpenMessage, type Topic } from '../record/request.ts';

/** Topics that a visit doesn't settle. */
const otherwise: readonly (Topic | undefined)[] = ['billing', 'complaint', 'vendor'];

/** Whether an appointment of the caller settles a message. */
export function isAnsweredByBooking(request: DispatchRequest): boolean {
  return isOpenMessage(request) && !otherwise.includes(request.topic);
}

/** The message, closed by a booking of its number. */
export function answered(
  message: DispatchRequest,
  booked: DispatchRequest,
  by: Pick<InvocationContext, 'integration' | 'callId' | 'now'>,
): DispatchRequest {
  const { integration, callId, now } = by;
  const who = changedByCaller({ integration, callId, now });
  const line = { to: 'completed', why: `booked as ${booked.dispatchRequestId}` } as const;
  return { ...message, ...changed(message, who, line), status: 'completed', appointment: undefined };
}
