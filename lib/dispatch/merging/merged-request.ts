import type { DispatchRequest, MergedRequest } from '../requests/request.ts';

/** How many requests that became one with another can be separated again. */
const MAX_MERGED = 5;

/** What is kept of a request that becomes one with another. */
export function mergedOf(request: DispatchRequest, note?: string): MergedRequest {
  return {
    source: request.source,
    createdAt: request.createdAt,
    urgency: request.urgency,
    needsReview: request.needsReview,
    customer: request.customer,
    serviceTypeId: request.serviceTypeId,
    serviceType: request.serviceType,
    preferredDate: request.preferredDate,
    preferredTime: request.preferredTime,
    notes: request.notes,
    callId: request.callId,
    caller: request.caller,
    note,
  };
}

/** The merged requests of a request with one more. */
export const withMerged = (
  { merged = [] }: Pick<DispatchRequest, 'merged'>,
  added: MergedRequest,
): readonly MergedRequest[] => [...merged, added].slice(-MAX_MERGED);
