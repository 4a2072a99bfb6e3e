import { DANGER_FLAG } from './flags.ts';
import { activeAppointment, type DispatchRequest, hasEnded } from './request.ts';

/** True if a person should review a request: it is flagged and has not ended. */
export function isToReview({ needsReview, status }: DispatchRequest): boolean {
  return needsReview.length > 0 && !hasEnded(status);
}

/** Requests wait for a person for these reasons, most pressing first. */
export const queueGroups = ['emergencies', 'messages', 'review', 'unscheduled', 'on_hold'] as const;
export type QueueGroup = (typeof queueGroups)[number];

/** Returns the first group that applies to a request; undefined if the request doesn't wait for a person. */
export function queueGroupOf(request: DispatchRequest): QueueGroup | undefined {
  if (hasEnded(request.status)) return undefined;
  if (needsDecision(request)) return 'emergencies';
  if (request.dueAt !== undefined) return 'messages';
  if (isToReview(request)) return 'review';
  if (request.status === 'requested') return 'unscheduled';
  return request.status === 'on_hold' ? 'on_hold' : undefined;
}

export const queuePrefix = (group: QueueGroup): string => `${queueGroups.indexOf(group)}#`;

/** Sorts after all places of a group, and before those of the next one. */
export const behindGroup = (group: QueueGroup): string => String(queueGroups.indexOf(group) + 1);

/** Sorts after all requests that wait for a person. */
export const BEHIND_QUEUE = String(queueGroups.length);

/**
 * Returns the place of a request among its account's open ones, as text that sorts; undefined if it has ended. First
 * come requests that wait for a person, by group, then by due time or age; behind them come those with an appointment,
 * by its start.
 */
export function queueOrder(request: DispatchRequest): string | undefined {
  if (hasEnded(request.status)) return undefined;
  const { dueAt, createdAt } = request;
  const group = queueGroupOf(request);
  if (group === undefined) return `${BEHIND_QUEUE}#${activeAppointment(request)?.startsAt ?? createdAt}`;
  return `${queuePrefix(group)}${group === 'messages' ? (dueAt ?? createdAt) : createdAt}`;
}

/** True for an emergency or a danger until it has both an appointment and an acknowledgment. */
function needsDecision(request: DispatchRequest): boolean {
  const isSettled = activeAppointment(request) !== undefined && request.acknowledgedAt !== undefined;
  return isPressing(request) && !isSettled;
}

const isPressing = ({ urgency, needsReview }: DispatchRequest): boolean =>
  urgency === 'emergency' || needsReview.includes(DANGER_FLAG);
