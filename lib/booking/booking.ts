import { takenUp } from '#form-details';
import type { Account } from '../accounts/account.ts';
import type { Covered, Unreached } from '../accounts/areas/coverage.ts';
import { OutcomeUnknown, StorageUnavailable } from '../record/faults.ts';
import { liveHold } from '../record/hold.ts';
import { isMadeInCall } from '../record/invocation.ts';
import type {
  CurrentAccountReader,
  CustomerStore,
  Deadline,
  HoldStore,
  ScheduleReader,
} from '../record/ports.ts';
import { type Appointment, activeAppointment, type DispatchRequest } from '../record/request.ts';
import { type ChangeDependencies, isOutdated, untilSettled } from '../record/until-settled.ts';
import { type RefusedStart, refusedStart } from './alternatives.ts';
import { answered } from './answered-messages.ts';
import { appointmentOf, corrected, scheduled } from './appointment.ts';
import { type PlacedBooking, placeBooking } from './booking-coverage.ts';
import { type CompletedCustomer, completeCustomer, customerDetailsOf } from './booking-customer.ts';
import {
  type BookingDecision,
  bookingQuestion,
  decideBooking,
  withCurrentAccount,
} from './booking-decision.ts';
import { type BookingFacts, readAgain, readFacts } from './booking-facts.ts';
import { type BookingRequest, bookingId } from './booking-request.ts';
import { claimFirstFree } from './claim.ts';
import { keepDeclined } from './declined-visit.ts';
import { flaggedLeads, recentAfter, withLead } from './lead-taken.ts';
import { placeAgainst } from './one-job.ts';

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
