import { acceptedCoverage } from '../accounts/areas.ts';
import { asSaidLater, calledOffFacts, type SaidLater } from '../record/attention.ts';
import { callerAs, provedBy } from '../record/customers/contact.ts';
import { type CallHold, liveHold } from '../record/hold.ts';
import { type NotChanged, type Objection, transitionRefusal } from '../record/lifecycle.ts';
import type { Notes } from '../record/notes.ts';
import type { CustomerDetails, Deadline } from '../record/ports.ts';
import {
  type Appointment,
  activeAppointment,
  appointmentToChange,
  type ChangedBy,
  changed,
  type DispatchRequest,
  hasActiveAppointment,
  isDispatcher,
  remembers,
  type Scheduled,
  stillConfirmed,
  takesSeveral,
  visitOf,
} from '../record/request.ts';
import { changeLatest, rememberUnchanged } from '../record/retry.ts';
import { waitingAfter } from '../record/waiting.ts';
import type { Slot } from '../scheduling/engine.ts';
import type { Occupancy } from '../scheduling/occupancy.ts';
import type { RefusedStart } from './alternatives.ts';
import { askedFor, heardUrgency, lasting, notesOf, resolvedFlags, saidFee } from './appointment.ts';
import { type BookingDependencies, readStartFacts, type StartFacts } from './booking-facts.ts';
import { chooseAndClaim } from './claim.ts';
import { newCustomer } from './customer-details.ts';
import { isAsRequested, isRequested, questionOf, type RequestedStart } from './requested-start.ts';

export interface RescheduleRequest extends RequestedStart {
  /** The write succeeds only if the request is unchanged since it was read. */
  readonly request: DispatchRequest;
  /** The claims on the date and the next are read with the request. */
  readonly occupancy: Occupancy;
  /** The call's hold is read with the request and ends with the move. */
  readonly hold?: CallHold | undefined;
  /** The platform reports this number; absent unless a caller moves the appointment. */
  readonly caller?: string | undefined;
  /** These notes are added to those of the request. */
  readonly notes?: Notes | undefined;
  /** True if the move may take time that calls hold. */
  readonly overHolds?: boolean | undefined;
  /** What the caller says now about an emergency that was reported before. */
  readonly later?: SaidLater | undefined;
  /** A dispatcher places the visit in spite of the rules, for this reason. */
  readonly override?: string | undefined;
  readonly who: ChangedBy;
  /** Says why this actor may not make the change, even if the lifecycle allows it. */
  readonly objection?: ((request: DispatchRequest) => Objection | undefined) | undefined;
}

export type RescheduleResult =
  /** `previous` is the state before the change, and `moved` its appointment. */
  | {
      readonly kind: 'scheduled';
      readonly request: Scheduled;
      readonly previous: DispatchRequest;
      readonly moved?: Appointment | undefined;
    }
  | ({ readonly kind: 'slot_refused'; readonly request: DispatchRequest } & RefusedStart)
  | NotChanged;

/** Schedules a lead or moves an appointment. One transaction swaps the times, so a refused start changes nothing. */
export function reschedule(
  wanted: RescheduleRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<RescheduleResult> {
  let known: StartFacts | undefined = wanted;
  return changeLatest<RescheduleResult, BookingDependencies>(
    wanted.request,
    async (request, own) => {
      if (request === undefined) return { kind: 'gone', request: wanted.request };
      const answer = answerWithoutClaim(wanted, request);
      if (answer?.kind === 'stands')
        return (await rememberUnchanged(request, wanted.who, own.requests, deadline)) ? undefined : answer;
      if (answer !== undefined) return answer;
      const facts = known ?? (await readStartFacts(wanted, wanted.hold?.holdId, own, deadline, true));
      known = undefined;
      const current = withFacts(wanted, facts, request);
      return current === undefined
        ? { kind: 'needs_human', request }
        : await claim(current, request, own, deadline);
    },
    deps,
    deadline,
  );
}

/** Returns the move with the facts as they are stored now; undefined if callers can't have the service any more. */
function withFacts(
  wanted: RescheduleRequest,
  facts: StartFacts,
  request: DispatchRequest,
): RescheduleRequest | undefined {
  const { coverage, byDispatcher } = wanted;
  const stored = facts.account.serviceTypes.find(({ id }) => id === wanted.service.id);
  if (stored === undefined && !byDispatcher) return undefined;
  const isOwn = wanted.service.id === request.serviceTypeId;
  const service = lasting(stored ?? wanted.service, isOwn ? request.minutes : undefined);
  return {
    ...wanted,
    ...facts,
    service,
    coverage: coverage && acceptedCoverage(facts.account, service.id, request.customer.zip),
  };
}

/** Answers a move that needs no free time. Recognizes a repeat before it refuses anything. */
function answerWithoutClaim(wanted: RescheduleRequest, request: DispatchRequest): NotChanged | undefined {
  const { who, objection } = wanted;
  if (remembers(request, who) || isWanted(wanted, request)) return { kind: 'stands', request };
  const objected = objection?.(request);
  if (objected !== undefined) return { kind: objected, request };
  // Whether all of it can move together is for a person to see.
  if (takesSeveral(appointmentToChange(request))) return { kind: 'needs_human', request };
  const refusal = transitionRefusal(request, 'scheduled', isDispatcher(who.by));
  return refusal && { kind: 'refused', refusal, request };
}

function isWanted(wanted: RescheduleRequest, request: DispatchRequest): boolean {
  if (!hasActiveAppointment(request) || request.serviceTypeId !== wanted.service.id) return false;
  const { appointment } = request;
  return isAsRequested(wanted, appointment) && isRequested(wanted, appointment.technicianId);
}

function claim(
  wanted: RescheduleRequest,
  request: DispatchRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<RescheduleResult | undefined> {
  const { occupancy: seen, overHolds } = wanted;
  const held = liveHold(wanted.hold, wanted.now);
  const standing = activeAppointment(request);
  let reading: Promise<CustomerDetails | undefined> | undefined;
  return chooseAndClaim<RescheduleResult>(
    {
      wanted,
      question: { ...questionOf(wanted, seen, [request.dispatchRequestId], held), overHolds },
      held,
      standing,
      request,
      isOffered: (slot) => !isCurrent(slot, wanted, request),
      refuse: (refusal) => ({ kind: 'slot_refused', ...refusal, request }),
      async write(appointment, ends) {
        reading ??= newCustomer(request, wanted.account, deps, deadline);
        const next = rescheduled(wanted, request, appointment);
        const change = { next, previous: request, customer: await reading, seen, ends };
        const { kind } = await deps.requests.commit(change, deadline);
        if (kind !== 'stored') return kind === 'slot_lost' ? kind : undefined;
        return { kind: 'scheduled', request: next, previous: request, moved: standing };
      },
    },
    deps,
    deadline,
  );
}

/** True for the appointment's own time, which is free for it, but no alternative. */
function isCurrent(
  { date, minute, window, technician }: Slot,
  wanted: RescheduleRequest,
  request: DispatchRequest,
) {
  if (!hasActiveAppointment(request) || technician.id !== request.appointment.technicianId) return false;
  return isAsRequested({ ...wanted, date, minute, windows: window && [window] }, request.appointment);
}

/** Returns a request with its new appointment. */
export function rescheduled(
  wanted: RescheduleRequest,
  found: DispatchRequest,
  appointment: Appointment,
): Scheduled {
  const request = asSaidLater(found, wanted.later);
  const { service, who } = wanted;
  const { tellers, needsReview } = provedBy(request, callerAs(wanted.caller, request.customer.phone));
  return {
    ...request,
    ...changed(request, who, {
      to: 'scheduled',
      kind: 'moved',
      visit: visitOf(appointment),
      words: wanted.override,
      ...calledOffFacts(found, request),
    }),
    status: 'scheduled',
    appointment,
    // A dispatcher who names a technician asks for nobody.
    askedFor: (isDispatcher(who.by) ? undefined : askedFor(wanted, appointment)) ?? request.askedFor,
    confirmedAt: stillConfirmed(request, appointment),
    ...waitingAfter(request, appointment, who.now),
    // Nobody hears a fee when a dispatcher moves the appointment.
    fee:
      who.by === 'caller' || who.by === 'customer'
        ? saidFee({ ...wanted, urgency: heardUrgency(request, wanted) }, appointment)
        : request.fee,
    serviceTypeId: service.id,
    serviceType: service.name,
    minutes: service.id === request.serviceTypeId ? request.minutes : undefined,
    notes: notesOf(appointment, request.notes, wanted.notes),
    tellers,
    needsReview: needsReview.filter((flag) => !resolvedFlags.has(flag)),
  };
}
