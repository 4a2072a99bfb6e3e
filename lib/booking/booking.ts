import { takenUp } from '#form-details';
import type { Account, ServiceType } from '../accounts/account.ts';
import type { Covered, Unreached } from '../accounts/areas/coverage.ts';
import { changed, remembers } from '../record/changed.ts';
import { OutcomeUnknown, StorageUnavailable } from '../record/faults.ts';
import { isStartOf, liveHold } from '../record/hold.ts';
import { changedByCaller, declinedId, isMadeInCall } from '../record/invocation.ts';
import type {
  CurrentAccountReader,
  CustomerStore,
  Deadline,
  HoldStore,
  RequestStore,
  ScheduleReader,
} from '../record/ports.ts';
import {
  type Appointment,
  activeAppointment,
  type DispatchRequest,
  hasActiveAppointment,
  isReadable,
  type Scheduled,
  type Unscheduled,
} from '../record/request.ts';
import { type ChangeDependencies, isOutdated, untilSettled } from '../record/until-settled.ts';
import type { Technician } from '../scheduling/calendar.ts';
import { formatClockTime } from '../scheduling/clock-time.ts';
import type { Question } from '../scheduling/open-day.ts';
import { type RefusedStart, refusedStart } from './alternatives.ts';
import { appointmentOf, scheduled } from './appointment.ts';
import { type CompletedCustomer, completeCustomer, customerDetailsOf } from './booking-customer.ts';
import { type BookingFacts, readAgain, readFacts } from './booking-facts.ts';
import { type BookingRequest, bookingId } from './booking-request.ts';
import { claimFirstFree } from './claim.ts';
import { type PlacedBooking, placeBooking } from './coverage.ts';
import { corrected } from './details.ts';
import {
  answered,
  flaggedLeads,
  isAnotherAddress,
  namedAddress,
  placeAgainst,
  recentAfter,
  withLead,
} from './one-job.ts';
import {
  isAsRequested,
  isRequested,
  type Judged,
  judgeWanted,
  preferredTechnicians,
  questionOf,
  type RequestedStartRefusal,
  technicianRefusal,
} from './requested-start.ts';

/** Maximum lost races over remembering an invocation. */
const REMEMBER_ROUNDS = 3;

export interface BookingDependencies extends ChangeDependencies {
  readonly schedule: ScheduleReader;
  readonly storedAccounts: CurrentAccountReader;
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly holds: HoldStore;
}

export type BookingResult =
  | {
      readonly kind: 'confirmed';
      /** `duplicate`: the same appointment already existed. */
      readonly effect: 'booked' | 'moved' | 'duplicate';
      readonly request: DispatchRequest;
      /** The previous appointment. */
      readonly moved?: Appointment | undefined;
      /** Whether an earlier call of the number has booked it. */
      readonly isEarlier?: boolean | undefined;
      /** How its address compares with the one that the caller named for it; absent unless both are known. */
      readonly place?: 'same' | 'another' | undefined;
    }
  | ({
      readonly kind: 'refused';
      readonly standing?: DispatchRequest | undefined;
      /** The coverage of the place: who may come, and on which weekdays. */
      readonly coverage?: Covered | undefined;
    } & RefusedStart)
  | { readonly kind: 'needs_human'; readonly standing?: DispatchRequest | undefined }
  | {
      readonly kind: 'not_reached';
      readonly coverage: Unreached;
      readonly standing?: DispatchRequest | undefined;
    }
  /** The caller has to say whether it is another visit. */
  | Extract<BookingDecision, { readonly kind: 'already_booked' | 'another_address' }>
  /** The start is free, but the caller must answer a question first. */
  | Exclude<CompletedCustomer, { readonly kind: 'complete' }>
  /** A late retry of a booking that was canceled or put on hold meanwhile. */
  | { readonly kind: 'superseded' }
  /** The account changed and no longer offers the service: the arguments must be read again. */
  | { readonly kind: 'not_offered' };

/** The result of a booking, and the account that decided it. */
export type Booking = BookingResult & { readonly account: Account };

/**
 * Books an appointment, or finds the one with the same key. Takes one parallel read and one transaction, whose
 * conditions alone decide. Fails with `StorageUnavailable` when it is certain that nothing was stored, else with
 * `OutcomeUnknown`.
 */
export async function book(
  asked: BookingRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<Booking> {
  let facts: BookingFacts | undefined;
  return await untilSettled<Booking, BookingDependencies>(
    async (round, own) => {
      facts =
        facts === undefined
          ? await readFacts(asked, own, deadline)
          : await readAgain(asked, facts, own, deadline);
      const { account } = facts;
      const settled = await attempt(withCurrentAccount(asked, facts), facts, own, deadline);
      if (settled?.kind !== 'unremembered') return settled && { ...settled, account };
      return round + 1 < REMEMBER_ROUNDS
        ? undefined
        : { ...repeated(settled.request, asked, facts), account };
    },
    deps,
    deadline,
  );
}

/** Undefined after a lost race. */
type Settled =
  | BookingResult
  | undefined
  /** The appointment is as requested; only the invocation was not stored. */
  | { readonly kind: 'unremembered'; readonly request: DispatchRequest };

async function attempt(
  asked: BookingRequest,
  facts: BookingFacts,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<Settled> {
  const { known } = facts;
  const completed = completeCustomer(asked, facts);
  const placed = placeBooking(asked, completed, known);
  const { booking } = placed;
  const decision = decideBooking(placed, facts);
  switch (decision.kind) {
    case 'stands': {
      if (!decision.correct) return repeated(decision.request, booking, facts);
      const customer = completed.kind === 'complete' ? completed.customer : booking.customer;
      return await correct({ ...booking, customer }, facts, decision.request, deps, deadline);
    }
    case 'superseded':
    case 'not_offered':
    case 'already_booked':
    case 'another_address':
      return decision;
    case 'person':
      return { kind: 'needs_human', standing: known };
    case 'not_reached':
      return await unreached(placed, completed, decision.coverage, facts, deps, deadline);
    case 'refuse': {
      const question = bookingQuestion(booking, facts);
      const standing = activeOf(known);
      const [refusal, hasChanged] = await Promise.all([
        refusedStart(decision.reason, booking, question, deps, deadline),
        standing && isOutdated(standing, deps.requests, deadline),
      ]);
      if (hasChanged) return undefined;
      return { kind: 'refused', ...refusal, standing, coverage: booking.coverage };
    }
    case 'claim':
      if (completed.kind !== 'complete') return completed;
      return await claim({ ...booking, customer: completed.customer }, facts, decision, deps, deadline);
  }
}

/**
 * Questions before the place is known come first. A request from outside all areas is stored unless a visit exists.
 */
async function unreached(
  { booking }: PlacedBooking,
  completed: CompletedCustomer,
  coverage: Unreached,
  { known }: BookingFacts,
  { requests }: BookingDependencies,
  deadline: Deadline,
): Promise<Settled> {
  if (coverage.kind === 'zip_needed' && completed.kind !== 'complete') return completed;
  const standing = activeOf(known);
  if (coverage.kind === 'outside_area' && standing === undefined) {
    const customer = completed.kind === 'complete' ? completed.customer : booking.customer;
    if (!(await keepDeclined({ ...booking, customer }, requests, deadline))) return undefined;
  }
  return { kind: 'not_reached', coverage, standing };
}

function repeated(
  request: DispatchRequest,
  booking: BookingRequest,
  { record }: Pick<BookingFacts, 'record'>,
): BookingResult {
  const isEarlier = request.dispatchRequestId !== bookingId(booking) && !isMadeInCall(request, booking);
  const place = isEarlier ? placeAgainst(booking, request, record) : undefined;
  return { kind: 'confirmed', effect: 'duplicate', request, isEarlier, place };
}

const activeOf = (request: DispatchRequest | undefined): DispatchRequest | undefined =>
  activeAppointment(request) === undefined ? undefined : request;

async function claim(
  booking: BookingRequest,
  facts: BookingFacts,
  { judged, technicians }: Extract<BookingDecision, { readonly kind: 'claim' }>,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<Settled> {
  const { known, lead, record, messages } = facts;
  const held = liveHold(facts.hold, booking.now);
  const ends = held === undefined ? [] : [held];
  const dispatchRequestId = known?.dispatchRequestId ?? bookingId(booking);
  const before = lead === undefined ? known : takenUp(lead, booking.customer, record);
  const stored = await claimFirstFree(
    technicians,
    (technician) => {
      const appointment = appointmentOf(booking, judged, technician);
      const next = withLead(scheduled(booking, dispatchRequestId, appointment, before), lead);
      const settles = [
        ...messages.map((previous) => ({ next: answered(previous, next, booking), previous })),
        ...flaggedLeads(facts.several, booking),
      ];
      const recent = recentAfter(next, facts.recent, booking);
      const customer = customerDetailsOf(booking, booking.customer, next.customer, record);
      return { next, previous: known, customer, settles, recent, seen: facts.occupancy, ends };
    },
    deps,
    deadline,
  );
  if (stored === undefined) return undefined;
  const moved = activeAppointment(known);
  return { kind: 'confirmed', effect: moved === undefined ? 'booked' : 'moved', request: stored, moved };
}

/** Answers a repeat. Remembering its invocation matters less than the answer, so a lost race is ignored. */
async function correct(
  booking: BookingRequest,
  facts: BookingFacts,
  request: DispatchRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<Settled> {
  const correction = corrected(booking, request);
  if (correction === undefined) return repeated(request, booking, facts);
  const { next, told } = correction;
  const onlyRemembers = next.history === request.history;
  const customer = customerDetailsOf(booking, told, next.customer, facts.record);
  const change = { next, previous: request, customer };
  try {
    const result = await deps.requests.commit(change, deadline);
    if (result.kind === 'stored') return repeated(next, booking, facts);
    return onlyRemembers ? { kind: 'unremembered', request } : undefined;
  } catch (error) {
    const faulty = error instanceof StorageUnavailable || error instanceof OutcomeUnknown;
    if (faulty && onlyRemembers) return repeated(request, booking, facts);
    throw error;
  }
}

/** Maximum active appointments per call. */
const MAX_ACTIVE_PER_CALL = 5;
/** Maximum upcoming appointments made from one number, and, by calls without a number, for one number. */
const MAX_ACTIVE_PER_CALLER = 20;

export type BookingDecision =
  /** The appointment stays as it is; `correct` says whether details may be corrected. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest; readonly correct: boolean }
  /** A late retry of a booking that was canceled or put on hold meanwhile: it does not book again. */
  | { readonly kind: 'superseded' }
  /** Claims the start with the first technician who is still free. */
  | { readonly kind: 'claim'; readonly judged: Judged; readonly technicians: readonly Technician[] }
  | { readonly kind: 'refuse'; readonly reason: RequestedStartRefusal }
  | { readonly kind: 'person' }
  /** The place is not covered for the service, or unknown. */
  | { readonly kind: 'not_reached'; readonly coverage: Unreached }
  /** An earlier call booked the service on that day, at another start or with another technician. */
  | { readonly kind: 'already_booked'; readonly request: Scheduled }
  /** The service is booked at another address than the caller named now. */
  | { readonly kind: 'another_address'; readonly request: Scheduled; readonly address: string }
  /** The account no longer offers the service. */
  | { readonly kind: 'not_offered' };

/** Decides a booking from facts alone. Recognizes a repeat before it refuses anything. */
export function decideBooking({ booking, coverage }: PlacedBooking, facts: BookingFacts): BookingDecision {
  const { known } = facts;
  if (known !== undefined && !isReadable(known)) return { kind: 'person' };
  const standing = activeAppointment(known);
  if (known !== undefined && remembers(known, booking)) {
    return standing === undefined
      ? { kind: 'superseded' }
      : { kind: 'stands', request: known, correct: false };
  }
  const settled = answerForExisting(booking, facts);
  if (settled !== undefined) return settled;
  if (known?.status === 'en_route' || known?.status === 'in_progress') return { kind: 'person' };
  if (serviceOf(booking) === undefined) return { kind: 'not_offered' };
  // Before anything is offered instead, the place must be known.
  if (coverage.kind !== 'comes') return { kind: 'not_reached', coverage };
  const unable = technicianRefusal(booking);
  if (unable !== undefined) return { kind: 'refuse', reason: unable };
  const judged = judgeWanted(bookingQuestion(booking, facts), booking);
  if (typeof judged === 'string') return { kind: 'refuse', reason: judged };
  if (standing === undefined && isOverLimit(facts)) return { kind: 'person' };
  const held = liveHold(facts.hold, booking.now)?.hold;
  const current = held !== undefined && isStartOf(held, judged) ? held : standing;
  const technicians = preferredTechnicians(booking, judged.technicians, current?.technicianId);
  if (technicians.length === 0) return { kind: 'refuse', reason: 'slot_taken' };
  return { kind: 'claim', judged, technicians };
}

/** The answer about an existing appointment for the job, of this call or an earlier one; undefined if it moves. */
function answerForExisting(booking: BookingRequest, facts: BookingFacts): BookingDecision | undefined {
  const request = facts.standing ?? facts.known;
  if (!hasActiveAppointment(request)) return undefined;
  const address = namedAddress(booking, facts.record);
  const isOpen = booking.additionalVisit === undefined && isAnotherAddress(booking, request, facts.record);
  if (isOpen && address !== undefined) return { kind: 'another_address', request, address };
  const { appointment } = request;
  const isAsked = isAsRequested(booking, appointment) && isRequested(booking, appointment.technicianId);
  if (isAsked) return { kind: 'stands', request, correct: true };
  return facts.standing === undefined ? undefined : { kind: 'already_booked', request };
}

/** The same booking with the account as stored now. */
export function withCurrentAccount(booking: BookingRequest, { account }: BookingFacts): BookingRequest {
  const current = { ...booking, account };
  return { ...current, service: serviceOf(current) ?? booking.service };
}

function serviceOf({ account, service }: BookingRequest): ServiceType | undefined {
  return account.serviceTypes.find(({ id }) => id === service.id);
}

/** The engine's input for a booking. */
export function bookingQuestion(booking: BookingRequest, { known, occupancy, hold }: BookingFacts): Question {
  // The id is ignored even if no request was read: it may have been written between the two reads, and the write
  // decides.
  const id = known?.dispatchRequestId ?? bookingId(booking);
  return questionOf(booking, occupancy, [id], liveHold(hold, booking.now));
}

function isOverLimit({ activeInCall, activeOfCaller }: BookingFacts): boolean {
  return activeInCall >= MAX_ACTIVE_PER_CALL || activeOfCaller >= MAX_ACTIVE_PER_CALLER;
}

/** Stores a request for a place that is not covered, once per call, as declined. Returns whether it is stored. */
export async function keepDeclined(
  booking: BookingRequest,
  requests: RequestStore,
  deadline: Deadline,
): Promise<boolean> {
  const { kind } = await requests.commit({ next: declined(booking) }, deadline);
  // Lost although nothing was read: an earlier refusal of this call is stored.
  return kind === 'stored' || kind === 'changed';
}

function declined(booking: BookingRequest): Unscheduled {
  const { account, service } = booking;
  return {
    ...changed(undefined, changedByCaller(booking), { to: 'declined', kind: 'outside_area' }),
    dispatchRequestId: declinedId(booking, booking.canonicalArguments),
    accountId: account.accountId,
    status: 'declined',
    urgency: booking.urgency,
    source: booking.integration,
    needsReview: [],
    customer: booking.customer,
    serviceTypeId: service.id,
    serviceType: service.name,
    preferredDate: booking.date,
    preferredTime: formatClockTime(booking.minute),
    notes: booking.notes,
    callId: booking.callId,
    caller: booking.caller,
  };
}
