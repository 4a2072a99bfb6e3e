import type { Deadline } from './ports.ts';
import {
  type Appointment,
  arrivesBy,
  asRefused,
  type ChangedBy,
  changed,
  type DispatchRequest,
  hasActiveAppointment,
  hasEnded,
  isDispatcher,
  isReadable,
  type KnownStatus,
  remembers,
  type Status,
  statuses,
  type Unreadable,
  visitOf,
} from './request.ts';
import { type ChangeDependencies, changeLatest, isStored, rememberUnchanged } from './retry.ts';

/**
 * These statuses may follow each one; `scheduled` after itself is a move. An ended request stays ended unless the same
 * call books again: `book` then starts over under the same id.
 */
const successors = {
  requested: ['scheduled', 'canceled', 'declined'],
  scheduled: ['requested', 'scheduled', 'dispatched', 'on_hold', 'canceled'],
  dispatched: ['requested', 'scheduled', 'en_route', 'in_progress', 'on_hold', 'canceled', 'no_show'],
  en_route: ['requested', 'in_progress', 'on_hold', 'no_show'],
  in_progress: ['requested', 'completed', 'on_hold', 'no_show'],
  on_hold: ['requested', 'scheduled', 'canceled'],
  completed: [],
  canceled: [],
  declined: [],
  no_show: [],
} as const satisfies Readonly<Record<KnownStatus, readonly KnownStatus[]>>;

/** A dispatcher may also send somebody else to a job that is under way. */
const underWay: readonly Status[] = ['en_route', 'in_progress'];

/** A message is answered or declined; it never gets an appointment. */
const afterMessage: readonly KnownStatus[] = ['completed', 'canceled', 'declined'];

type Stated = Pick<DispatchRequest, 'status' | 'kind' | 'unreadable'>;

/** @param isDispatcher true if a dispatcher makes the change */
export function allowedAfter(
  { status, kind, unreadable }: Stated,
  isDispatcher: boolean,
): readonly KnownStatus[] {
  const known = unreadable ? undefined : statuses.find((one) => one === status);
  if (known === undefined) return [];
  if (kind === 'message' && known === 'requested') return afterMessage;
  return isDispatcher && underWay.includes(known) ? ['scheduled', ...successors[known]] : successors[known];
}

/** Changes a status without claiming time; `reschedule` makes the other changes. */
export type Command =
  | {
      /** `requested`: the visit is taken back, and the job is to be scheduled again. */
      readonly to: 'requested' | 'dispatched' | 'en_route' | 'in_progress' | 'completed' | 'no_show';
      readonly why?: string;
    }
  /** People are asked why they make these changes and answer with `why`. */
  | { readonly to: 'on_hold' | 'canceled' | 'declined'; readonly why: string | undefined };

export type TransitionRefusal =
  | {
      readonly reason: 'invalid_transition';
      readonly from: Status;
      readonly to: Status;
      readonly allowed: readonly Status[];
    }
  /** An appointment that has not begun can't be a no-show. */
  | { readonly reason: 'not_started'; readonly startsAt: string };

export type Transition =
  | { readonly kind: 'change'; readonly next: DispatchRequest }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal };

/** Decides a change of status from facts alone. Only canceling may be repeated. */
export function decideTransition(request: DispatchRequest, command: Command, who: ChangedBy): Transition {
  const { status: from } = request;
  const { to } = command;
  if (from === 'canceled' && to === 'canceled') return { kind: 'unchanged' };
  const refusal = transitionRefusal(request, to, isDispatcher(who.by));
  if (refusal !== undefined) return { kind: 'refused', refusal };
  if (
    to === 'no_show' &&
    hasActiveAppointment(request) &&
    Date.parse(arrivesBy(request.appointment)) > who.now
  ) {
    return { kind: 'refused', refusal: { reason: 'not_started', startsAt: arrivesBy(request.appointment) } };
  }
  const next = inStatus(request, to);
  return next === undefined
    ? { kind: 'refused', refusal: invalid(request, to, isDispatcher(who.by)) }
    : { kind: 'change', next: { ...next, ...changed(request, who, { to, ...reasonOf(command, request) }) } };
}

function reasonOf(command: Command, { appointment }: DispatchRequest) {
  if (command.to === 'requested')
    return { kind: 'unscheduled', visit: appointment && visitOf(appointment) } as const;
  return 'why' in command ? ({ kind: 'reason', words: command.why } as const) : {};
}

/** Says why a status may not follow a request's own; undefined if it may. */
export function transitionRefusal(
  request: Stated,
  to: Status,
  byDispatcher: boolean,
): TransitionRefusal | undefined {
  const isAllowed = allowedAfter(request, byDispatcher).some((one) => one === to);
  return isAllowed ? undefined : invalid(request, to, byDispatcher);
}

const invalid = (request: Stated, to: Status, byDispatcher: boolean): TransitionRefusal => ({
  reason: 'invalid_transition',
  from: request.status,
  to,
  allowed: allowedAfter(request, byDispatcher),
});

/** Returns the request in another status; undefined if the status needs an appointment and the request has none. */
function inStatus(request: DispatchRequest, to: Command['to']): DispatchRequest | undefined {
  switch (to) {
    case 'declined':
      return { ...request, status: to, appointment: undefined };
    case 'requested':
      return { ...request, status: to, appointment: undefined, confirmedAt: undefined, fee: undefined };
    case 'on_hold':
    case 'canceled':
      return { ...request, status: to, confirmedAt: undefined };
    case 'completed':
    case 'no_show':
      return { ...request, status: to };
    default:
      return request.appointment === undefined
        ? undefined
        : { ...request, status: to, appointment: request.appointment };
  }
}

/**
 * True if a request that this release can't read has a visit at or after an instant (epoch milliseconds). Unless the
 * request has certainly ended, the visit stands until a person says otherwise.
 */
export function isCarriedVisit(request: DispatchRequest, now = 0): request is Unreadable & VisitFacts {
  const { appointment, status } = request;
  return (
    !isReadable(request) &&
    appointment !== undefined &&
    !hasEnded(status) &&
    Date.parse(appointment.endsAt) > now
  );
}

type VisitFacts = { readonly appointment: Appointment };

interface DecidedChange {
  /** As it was read: the write succeeds only if the request is unchanged. */
  readonly request: DispatchRequest;
  readonly decide: (request: DispatchRequest) => Transition;
  readonly who: ChangedBy;
  /** Says why this actor may not change the request in this state, even if the lifecycle allows the change. */
  readonly objection?: ((request: DispatchRequest) => Objection | undefined) | undefined;
}

/** `needs_human`: a person has to decide. `gone`: the actor has no such request. */
export type Objection = 'needs_human' | 'gone';

/** Nothing was stored. */
export type NotChanged =
  /** The request already is as wanted, or a later invocation has changed it. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest }
  | { readonly kind: 'refused'; readonly refusal: TransitionRefusal; readonly request: DispatchRequest }
  | { readonly kind: Objection; readonly request: DispatchRequest };

export type StatusResult =
  /** `previous` is the state before the change. */
  | { readonly kind: 'changed'; readonly request: DispatchRequest; readonly previous: DispatchRequest }
  | NotChanged;

/** Changes the status of a request if its version is unchanged, and releases unneeded time in the same write. */
export const changeStatus = (
  { command, ...wanted }: Omit<DecidedChange, 'decide'> & { readonly command: Command },
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<StatusResult> => {
  const decide = (request: DispatchRequest) => decideTransition(request, command, wanted.who);
  return changeAsDecided({ ...wanted, decide }, deps, deadline);
};

/** Changes a request as `decide` says, under the conditions of `changeStatus`. */
export function changeAsDecided(
  wanted: DecidedChange,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<StatusResult> {
  const { decide, who, objection } = wanted;
  return changeLatest<StatusResult>(
    wanted.request,
    async (request, { requests }) => {
      if (request === undefined) return { kind: 'gone', request: wanted.request };
      const unchanged = async (by: ChangedBy): Promise<StatusResult | undefined> =>
        (await rememberUnchanged(request, by, requests, deadline)) ? undefined : { kind: 'stands', request };
      const transition = decide(request);
      if (remembers(request, who) || transition.kind === 'unchanged') return await unchanged(who);
      const objected = objection?.(request);
      if (objected !== undefined) return { kind: objected, request };
      if (transition.kind === 'refused') return { ...transition, request };
      // After a late retry of a refused change, the caller's first answer stays true.
      if (remembers(request, asRefused(who))) return await unchanged(asRefused(who));
      const { next } = transition;
      const stored = await isStored({ next, previous: request }, requests, deadline);
      return stored ? { kind: 'changed', request: next, previous: request } : undefined;
    },
    deps,
    deadline,
  );
}
