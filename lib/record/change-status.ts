import { asRefused, type ChangedBy, remembers } from './changed.ts';
import { type Command, decideTransition, type TransitionRefusal } from './lifecycle.ts';
import type { Deadline } from './ports.ts';
import type { DispatchRequest } from './request.ts';
import { type ChangeDependencies, changeLatest, isStored, rememberUnchanged } from './until-settled.ts';

export interface StatusRequest {
  /** As read; the write succeeds only if it is unchanged. */
  readonly request: DispatchRequest;
  readonly command: Command;
  readonly who: ChangedBy;
  /** Why this actor may not change this state, whatever the state machine allows. */
  readonly objection?: ((request: DispatchRequest) => Objection | undefined) | undefined;
}

/** `needs_human`: a person has to decide. `gone`: the actor has no such request. */
export type Objection = 'needs_human' | 'gone';

export type StatusResult =
  /** `previous`: the state before the change. */
  | { readonly kind: 'changed'; readonly request: DispatchRequest; readonly previous: DispatchRequest }
  /** The request already has the status, or a later invocation has changed it. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal; readonly request: DispatchRequest }
  | { readonly kind: Objection; readonly request: DispatchRequest };

/** Changes the status of a request if its version is unchanged, and releases unneeded time in the same write. */
export function changeStatus(
  wanted: StatusRequest,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<StatusResult> {
  const { command, who, objection } = wanted;
  return changeLatest<StatusResult>(
    wanted.request,
    async (request, { requests }) => {
      if (request === undefined) return { kind: 'gone', request: wanted.request };
      const unchanged = async (by: ChangedBy): Promise<StatusResult | undefined> =>
        (await rememberUnchanged(request, by, requests, deadline)) ? undefined : { kind: 'stands', request };
      const transition = decideTransition(request, command, who);
      if (remembers(request, who) || transition.kind === 'unchanged') return await unchanged(who);
      const objected = objection?.(request);
      if (objected !== undefined) return { kind: objected, request };
      if (transition.kind === 'refused') return { ...transition, request };
      // A late retry of a refused change: the caller's first answer stays true.
      if (remembers(request, asRefused(who))) return await unchanged(asRefused(who));
      const { next } = transition;
      const stored = await isStored({ next, previous: request }, requests, deadline);
      return stored ? { kind: 'changed', request: next, previous: request } : undefined;
    },
    deps,
    deadline,
  );
}
