import type { DispatchRequest, MergedRequest } from './request.ts';

/** The maximum number of merged requests that can be split off. */
const MAX_MERGED = 5;
/**
 * Maximum length of all of them in UTF-16 units: a form may have thousands in each field, and calls read the request
 * together with others.
 */
const MAX_UNITS = 20_000;

/** The stored part of a merged request. */
export function mergedOf(request: DispatchRequest, leadId?: string): MergedRequest {
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
    leadId,
  };
}

/**
 * The merged requests of a request, and another one. The oldest beyond the limits can no longer be split off; nor can any if
 * the other one alone is beyond them, because only the last merge can be undone.
 */
export function withMerged(
  { merged = [] }: Pick<DispatchRequest, 'merged'>,
  added: MergedRequest,
): DispatchRequest['merged'] {
  const all = [...merged, added].slice(-MAX_MERGED);
  let units = 0;
  const tooOld = all.findLastIndex((one) => {
    units += JSON.stringify(one).length;
    return units > MAX_UNITS;
  });
  return tooOld === all.length - 1 ? undefined : all.slice(tooOld + 1);
}
