import type { DispatchRequest } from './request.ts';

/** Flags of requests whose callers were promised a call. */
const callbackFlags = ['callback', 'cancellation', 'move'];

/** How many promised calls a request is flagged for. */
export const callbacksOf = ({ needsReview }: DispatchRequest): number =>
  callbackFlags.filter((flag) => needsReview.includes(flag)).length;

/** Whether a caller was promised a call about a request: then `dueAt` says by when. */
export const isToCallBack = (request: DispatchRequest): boolean =>
  request.kind === 'message' || callbacksOf(request) > 0;

/**
 * What is due of a request: the promised call, or else the acknowledgment of an emergency.
 * @param acknowledgeBy undefined if nobody needs to acknowledge it
 */
export const dueAtOf = (request: DispatchRequest, acknowledgeBy: string | undefined): string | undefined =>
  isToCallBack(request) ? request.dueAt : acknowledgeBy;

/** A request with the time by which somebody calls back. */
export type DueRequest = DispatchRequest & { readonly dueAt: string };

/** Whether a request needs a callback. */
export const isDue = (request: DispatchRequest): request is DueRequest => request.dueAt !== undefined;
