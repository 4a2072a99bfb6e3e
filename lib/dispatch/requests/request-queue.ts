import type { LocalDate } from '../../scheduling/calendar.ts';
import { type DispatchRequest, hasEnded, type Status } from './request.ts';

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

/** The filtered requests: emergencies first, then flagged ones, then the rest by age. */
export function queueOf(requests: readonly DispatchRequest[], filter: QueueFilter = {}): DispatchRequest[] {
  const { status, review = false, date } = filter;
  return requests
    .filter((request) => status === undefined || request.status === status)
    .filter((request) => !review || isToReview(request))
    .filter((request) => date === undefined || request.appointment?.date === date)
    .sort((a, b) => rank(a) - rank(b) || (a.createdAt < b.createdAt ? -1 : 1));
}

function rank(request: DispatchRequest): number {
  if (request.urgency === 'emergency' && !hasEnded(request.status)) return 0;
  return isToReview(request) ? 1 : 2;
}
