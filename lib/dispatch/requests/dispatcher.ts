import type { Deadline } from '../ports.ts';
import { type ChangedBy, changed } from './lifecycle.ts';
import type { Actor, DispatchRequest } from './request.ts';
import { type ChangeDependencies, isStored, untilSettled } from './until-settled.ts';

/** Printable characters, and spaces between them. */
const namePattern = /^[^\p{C}\p{Zl}\p{Zp}]{1,60}$/u;

/** Who a dispatcher is in a request's history; undefined for a name that is blank, over 60 characters or not printable. */
export function dispatcherOf(name: string): Actor | undefined {
  const trimmed = name.trim();
  return namePattern.test(trimmed) ? `dispatcher:${trimmed}` : undefined;
}

/** The request without the review flags that a person has seen. Undefined where none of them is left. */
export function reviewed(
  request: DispatchRequest,
  seen: readonly string[],
  who: ChangedBy,
): DispatchRequest | undefined {
  const cleared = request.needsReview.filter((flag) => seen.includes(flag));
  if (cleared.length === 0) return undefined;
  const why = `reviewed: ${cleared.join(', ')}`;
  const needsReview = request.needsReview.filter((flag) => !seen.includes(flag));
  return { ...request, ...changed(request, request.status, who, why), needsReview };
}

export type ReviewResult =
  | { readonly kind: 'changed'; readonly request: DispatchRequest; readonly previous: DispatchRequest }
  /** Nothing was flagged. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest }
  | { readonly kind: 'gone'; readonly request: DispatchRequest };

/** Clears the review flags of a request as it was found; flags that came since are not cleared unseen. */
export function markReviewed(
  found: DispatchRequest,
  who: ChangedBy,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<ReviewResult> {
  return untilSettled<ReviewResult>(
    found,
    async (request) => {
      if (request === undefined) return { kind: 'gone', request: found };
      const next = reviewed(request, found.needsReview, who);
      if (next === undefined) return { kind: 'stands', request };
      const stored = await isStored({ next, previous: request }, deps.requests, deadline);
      return stored ? { kind: 'changed', request: next, previous: request } : undefined;
    },
    deps,
    deadline,
  );
}
