import type { LocalDate } from '../../scheduling/calendar.ts';
import { DANGER_FLAG } from '../danger/danger.ts';
import { activeAppointment, type DispatchRequest, hasEnded, type Status } from './request.ts';

/** Filters of a list of requests; absent ones don't filter. */
export interface QueueFilter {
  readonly status?: Status | undefined;
  /** Only those that a person should look at. */
  readonly review?: boolean | undefined;
  /** The date of the active or last appointment. */
  readonly date?: LocalDate | undefined;
}

/** Whether a person should review a request: it is flagged and has not ended. */
export function isToReview({ needsReview, status }: DispatchRequest): boolean {
  return needsReview.length > 0 && !hasEnded(status);
}

/** The filtered requests: emergencies and dangers first, then flagged ones, then the rest by age. */
export function queueOf(requests: readonly DispatchRequest[], filter: QueueFilter = {}): DispatchRequest[] {
  const { status, review = false, date } = filter;
  return requests
    .filter((request) => status === undefined || request.status === status)
    .filter((request) => !review || isToReview(request))
    .filter((request) => date === undefined || request.appointment?.date === date)
    .sort((a, b) => rank(a) - rank(b) || (a.createdAt < b.createdAt ? -1 : 1));
}

function rank(request: DispatchRequest): number {
  if (isPressing(request) && !hasEnded(request.status)) return 0;
  return isToReview(request) ? 1 : 2;
}

/** Whether a request is an emergency, or its caller reports a danger. */
const isPressing = ({ urgency, needsReview }: DispatchRequest): boolean =>
  urgency === 'emergency' || needsReview.includes(DANGER_FLAG);

/** Why requests wait for a person, most pressing first. */
export const queueGroups = ['emergencies', 'messages', 'review', 'unscheduled', 'on_hold'] as const;
export type QueueGroup = (typeof queueGroups)[number];

/** Why a request waits for a person: the first group that applies. Undefined if it does not wait. */
export function queueGroupOf(request: DispatchRequest): QueueGroup | undefined {
  if (hasEnded(request.status)) return undefined;
  if (isOpenEmergency(request)) return 'emergencies';
  if (request.dueAt !== undefined) return 'messages';
  if (isToReview(request)) return 'review';
  if (request.status === 'requested') return 'unscheduled';
  return request.status === 'on_hold' ? 'on_hold' : undefined;
}

/** The place of a request in the queue, as text that sorts: by group, then by due time or age. */
export function queueOrder({ dueAt, createdAt }: DispatchRequest, group: QueueGroup): string {
  return `${queueGroups.indexOf(group)}#${group === 'messages' ? (dueAt ?? createdAt) : createdAt}`;
}

/** Whether an emergency still lacks an appointment, or a person who took note of it. */
function isOpenEmergency(request: DispatchRequest): boolean {
  const isSettled = activeAppointment(request) !== undefined && request.acknowledgedAt !== undefined;
  return isPressing(request) && !isSettled;
}
