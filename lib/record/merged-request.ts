import { escalationAt, nextNotifiedAt } from './attention.ts';
import { dispatchRequestIdFrom } from './ids.ts';
import type { Deadline } from './ports.ts';
import {
  type ChangedBy,
  changed,
  type DispatchRequest,
  type MergedRequest,
  type Unscheduled,
} from './request.ts';
import { type ChangeDependencies, changeLatest } from './retry.ts';

const MAX_MERGED = 5;
/**
 * All merged requests together may have this many UTF-16 units. A form may have thousands in each field, and calls read
 * the request together with others.
 */
const MAX_UNITS = 20_000;

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
 * Adds a request to those that were merged with a request. The oldest beyond the limits can no longer be split off. If
 * the added one alone exceeds the limits, none can, because only the last merge can be undone.
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

export type SplitResult =
  /** `separated` is the request that was split off. */
  | {
      readonly kind: 'changed';
      readonly request: DispatchRequest;
      readonly previous: DispatchRequest;
      readonly separated: DispatchRequest;
    }
  /** No other request was merged with this one. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest }
  | { readonly kind: 'gone'; readonly request: DispatchRequest };

/**
 * Undoes the last merge of a request. The merged request becomes an open request with a new id; the other keeps its id,
 * its appointment and its history. Both are stored, or neither. An emergency that nobody has acknowledged stays one:
 * each of the two must be acknowledged.
 */
export function splitRequest(
  found: DispatchRequest,
  who: ChangedBy,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<SplitResult> {
  return changeLatest<SplitResult>(
    found,
    async (previous, { requests }) => {
      if (previous === undefined) return { kind: 'gone', request: found };
      const merged = previous.merged?.at(-1);
      if (merged === undefined) return { kind: 'stands', request: previous };
      const separated = separatedFrom(previous, merged, who);
      const request = withoutMerged(previous, merged, separated.dispatchRequestId, who);
      const change = { next: separated, alongside: [{ next: request, previous }] };
      const { kind } = await requests.commit(change, deadline);
      return kind === 'stored' ? { kind: 'changed', request, previous, separated } : undefined;
    },
    deps,
    deadline,
  );
}

function separatedFrom(
  request: DispatchRequest,
  { leadId: _, createdAt, ...merged }: MergedRequest,
  who: ChangedBy,
): Unscheduled {
  const { accountId, dispatchRequestId, version } = request;
  return {
    ...merged,
    ...changed(undefined, who, { to: 'requested', kind: 'split_from', otherId: dispatchRequestId }),
    createdAt,
    dispatchRequestId: dispatchRequestIdFrom(['split', dispatchRequestId, String(version)]),
    accountId,
    status: 'requested',
    ...(merged.urgency === 'emergency' ? alertIn(request) : {}),
  };
}

/** Copies the alert of a request that still has to be acknowledged. */
function alertIn(request: DispatchRequest): Partial<Unscheduled> {
  const escalatesAt = escalationAt(request);
  if (escalatesAt === undefined) return {};
  const { alertedAt, notified, alertedWith } = request;
  return { alertedAt, notified, alertedWith, escalatesAt, dueAt: nextNotifiedAt(request) };
}

/** Removes what the merge added, and flags an address that may belong to the merged request. */
function withoutMerged(
  request: DispatchRequest,
  { leadId, customer: { address } }: MergedRequest,
  separatedId: string,
  who: ChangedBy,
): DispatchRequest {
  const isDoubtful = leadId === undefined && address !== undefined && address === request.customer.address;
  const merged = request.merged?.slice(0, -1) ?? [];
  const notes = request.leadNotes?.filter((note) => leadId === undefined || note.leadId !== leadId);
  return {
    ...request,
    ...changed(request, who, { to: request.status, kind: 'split', otherId: separatedId }),
    leadNotes: notes === undefined || notes.length === 0 ? undefined : notes,
    needsReview: [...new Set([...request.needsReview, ...(isDoubtful ? ['address'] : [])])],
    merged: merged.length === 0 ? undefined : merged,
  };
}
