import type { DispatchRequest, MergedRequest } from '../requests/request.ts';

/** The maximum number of merged requests that can be split off. */
const MAX_MERGED = 5;

/** The stored part of a merged request. */
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

/** The merged requests of a request, and another one. */
export const withMerged = (
  { merged = [] }: Pick<DispatchRequest, 'merged'>,
  added: MergedRequest,
): readonly MergedRequest[] => [...merged, added].slice(-MAX_MERGED);
