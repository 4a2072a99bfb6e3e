import type { DispatchRequest, MergedRequest } from './request.ts';

/** The maximum number of merged requests that can be split off. */
const MAX_MERGED = 5;
/**
 * Maximum length of all of them in UTF-16 units: a form may have thousands in each field, and the request must stay
 * writable with its own texts.
 */
const MAX_UNITS = 40_000;

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

/** The merged requests of a request, and another one. The oldest beyond the limits can no longer be split off. */
export function withMerged(
  { merged = [] }: Pick<DispatchRequest, 'merged'>,
  added: MergedRequest,
): readonly MergedRequest[] {
  const all = [...merged, added].slice(-MAX_MERGED);
  let units = 0;
  const tooOld = all.findLastIndex((one, index) => {
    units += JSON.stringify(one).length;
    return units > MAX_UNITS && index < all.length - 1;
  });
  return all.slice(tooOld + 1);
}
