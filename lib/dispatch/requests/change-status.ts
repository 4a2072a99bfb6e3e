import type { Deadline } from '../ports.ts';
import { type ChangedBy, remembers } from './changed.ts';
import { type Command, decideTransition, type TransitionRefusal } from './lifecycle.ts';
import type { DispatchRequest } from './request.ts';
import { type ChangeDependencies, changeLatest, isStored, rememberRepeat } from './until-settled.ts';

export interface StatusRequest {
  /** As it was found; the write holds only if it still stands. */
  readonly request: DispatchRequest;
  readonly command: Command;
  readonly who: ChangedBy;
  /** Why this state may not be changed by who asks, whatever the state machine allows. */
  readonly objection?: ((request: DispatchRequest) => Objection | undefined) | undefined;
}

/** `needs_human`: a person has to decide. `gone`: there is no such request for who asks. */
export type Objection = 'needs_human' | 'gone';

export type StatusResult =
  /** `previous`: the state that it was changed from. */
  | { readonly kind: 'changed'; readonly request: DispatchRequest; readonly previous: DispatchRequest }
  /** It was so already, or a later invocation has changed it since. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal; readonly request: DispatchRequest }
  | { readonly kind: Objection; readonly request: DispatchRequest };

/** Changes the status of a request under its version; time that it no longer needs is free with the same write. */
export function changeStatus(
  wanted: StatusRequest,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<StatusResult> {
  const { command, who, objection } = wanted;
  return changeLatest<StatusResult>(
    wanted.request,
    async (request) => {
      if (request === undefined) return { kind: 'gone', request: wanted.request };
      if (remembers(request, who)) return { kind: 'stands', request };
      const transition = decideTransition(request, command, who);
      if (transition.kind === 'unchanged') {
        await rememberRepeat(request, who, deps.requests, deadline);
        return { kind: 'stands', request };
      }
      const objected = objection?.(request);
      if (objected !== undefined) return { kind: objected, request };
      if (transition.kind === 'refused') return { ...transition, request };
      const { next } = transition;
      const stored = await isStored({ next, previous: request }, deps.requests, deadline);
      return stored ? { kind: 'changed', request: next, previous: request } : undefined;
    },
    deps,
    deadline,
  );
}
