import type { DispatchRequest } from '../requests/request.ts';

/** Flags of requests whose callers were promised a call. */
const callbackFlags = ['callback', 'cancellation', 'move'];

/** Whether a caller was promised a call about a request: then `dueAt` says by when. */
export const isToCallBack = ({ kind, needsReview }: DispatchRequest): boolean =>
  kind === 'message' || callbackFlags.some((flag) => needsReview.includes(flag));

/**
 * What is due of a request: the promised call, or else the acknowledgment of an emergency.
 * @param acknowledgeBy undefined if nobody needs to acknowledge it
 */
export const dueAtOf = (request: DispatchRequest, acknowledgeBy: string | undefined): string | undefined =>
  isToCallBack(request) ? request.dueAt : acknowledgeBy;
