import type { Account, ServiceType } from '../accounts/account.ts';
import { areaFlags, type Covered, coverageOf, type Unreached } from '../accounts/areas.ts';
import { changedByCaller, declinedId, isMadeInCall } from '../record/calls.ts';
import { OutcomeUnknown, StorageUnavailable } from '../record/faults.ts';
import { liveHold } from '../record/hold.ts';
import type { Deadline } from '../record/ports.ts';
import {
  type Appointment,
  activeAppointment,
  appointmentToChange,
  changed,
  type DispatchRequest,
  hasActiveAppointment,
  isReadable,
  remembers,
  type Scheduled,
  takesSeveral,
  type Unscheduled,
} from '../record/request.ts';
import { retry } from '../record/retry.ts';
import { formatClockTime } from '../scheduling/time-of-day.ts';
import type { RefusedStart } from './alternatives.ts';
import { scheduled } from './appointment.ts';
import { type BookingDependencies, type BookingFacts, readAgain, readFacts } from './booking-facts.ts';
import {
  answered,
  type BookingRequest,
  bookingId,
  flaggedLeads,
  isAnotherAddress,
  namedAddress,
  placeAgainst,
  recentAfter,
  withLead,
} from './booking-request.ts';
import { chooseAndClaim } from './claim.ts';
import {
  type CompletedCustomer,
  completeCustomer,
  corrected,
  customerDetailsOf,
  takenUp,
} from './customer-details.ts';
import { isAsRequested, isRequested, questionOf } from './requested-start.ts';

/** After this many lost races over remembering an invocation, the answer is given without it. */
const REMEMBER_ROUNDS = 3;

export type BookingResult =
  | {
      readonly kind: 'booked';
      /** `duplicate`: the same appointment already existed. */
      readonly effect: 'booked' | 'moved' | 'duplicate';
      readonly request: DispatchRequest;
      /** A move sets this to the former appointment. */
      readonly moved?: Appointment | undefined;
      /** True if an earlier call of the number booked the appointment. */
      readonly isEarlier?: boolean | undefined;
      /** Compares the address of the appointment with the one that the caller named; absent unless both are known. */
      readonly place?: 'same' | 'another' | undefined;
    }
  | ({
      readonly kind: 'refused';
      readonly standing?: DispatchRequest | undefined;
      /** Says who may come to the place, and on which weekdays. */
      readonly coverage?: Covered | undefined;
    } & RefusedStart)
  | { readonly kind: 'needs_human'; readonly standing?: DispatchRequest | undefined }
  | {
      readonly kind: 'not_reached';
      readonly coverage: Unreached;
      readonly standing?: DispatchRequest | undefined;
    }
  /** An earlier call booked the service on that day, at another start or with another technician. */
  | { readonly kind: 'already_booked'; readonly request: Scheduled }
  /** The service is booked at another address than the caller names now. */
  | { readonly kind: 'another_address'; readonly request: Scheduled; readonly address: string }
  /** The start is free, but the caller must answer a question first. */
  | Exclude<CompletedCustomer, { readonly kind: 'complete' }>
  /** The booking was canceled or put on hold since an earlier delivery of this invocation. */
  | { readonly kind: 'superseded' }
  /** The account changed and no longer offers the service: the arguments must be read again. */
  | { readonly kind: 'not_offered' };

export type Booking = BookingResult & { readonly account: Account };

/**
 * Books an appointment, or finds the one with the same key. Takes one parallel read and one transaction, whose
 * conditions alone decide.
 * @throws {StorageUnavailable} if it is certain that nothing was stored
 * @throws {OutcomeUnknown} otherwise
 */
export async function book(
  said: BookingRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<Booking> {
  let facts: BookingFacts | undefined;
  let asked = said;
  return await retry<Booking, BookingDependencies>(
    async (round, own) => {
      if (facts === undefined) {
        const [read, completed] = await Promise.all([readFacts(said, own, deadline), said.completed?.()]);
        facts = read;
        asked = { ...said, ...completed };
      } else facts = await readAgain(asked, facts, own, deadline);
      const { account } = facts;
      const result = await attempt(withCurrentAccount(asked, facts), facts, own, deadline);
      if (result?.kind !== 'unremembered') return result && { ...result, account };
      return round + 1 < REMEMBER_ROUNDS ? undefined : { ...repeated(result.request, asked, facts), account };
    },
    deps,
    deadline,
  );
}

type AttemptResult =
  | BookingResult
  | undefined
  /** The appointment is as requested; only the invocation was not stored. */
  | { readonly kind: 'unremembered'; readonly request: DispatchRequest };

async function attempt(
  asked: BookingRequest,
  facts: BookingFacts,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<AttemptResult> {
  const completed = completeCustomer(asked, facts);
  const customer = completed.kind === 'complete' ? completed.customer : asked.customer;
  const zip = customer.zip ?? facts.known?.customer.zip;
  const coverage = coverageOf(asked.account, asked.service.id, zip);
  const said = {
    ...asked,
    coverage: coverage.kind === 'comes' ? coverage : undefined,
    review: [...asked.review, ...areaFlags(asked.account, asked.service.id, zip)],
  };
  const booking = { ...said, customer };
  // What the caller said decides here, and not what their record adds.
  const existing = existingAnswer(said, facts);
  if (existing?.kind === 'stands')
    return existing.mayCorrect
      ? await correct(booking, facts, existing.request, deps, deadline)
      : repeated(existing.request, said, facts);
  if (existing !== undefined) return existing;
  if (serviceOf(booking) === undefined) return { kind: 'not_offered' };
  // Before anything is offered instead, the place must be known.
  return coverage.kind === 'comes'
    ? await claim(booking, completed, facts, deps, deadline)
    : await unreached(booking, completed, coverage, facts, deps, deadline);
}

type Existing =
  | Extract<
      BookingResult,
      { readonly kind: 'needs_human' | 'superseded' | 'already_booked' | 'another_address' }
    >
  /** The appointment is as requested. A repeat of its invocation may not correct its details. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest; readonly mayCorrect: boolean };

/** Answers a booking by what the call or number booked before; undefined if the start must be claimed. */
function existingAnswer(booking: BookingRequest, facts: BookingFacts): Existing | undefined {
  const { known } = facts;
  if (known !== undefined && !isReadable(known)) return { kind: 'needs_human', standing: known };
  if (known !== undefined && remembers(known, booking))
    return hasActiveAppointment(known)
      ? { kind: 'stands', request: known, mayCorrect: false }
      : { kind: 'superseded' };
  const request = facts.standing ?? known;
  if (hasActiveAppointment(request)) {
    const address = namedAddress(booking, facts.record);
    const isOpen = booking.additionalVisit === undefined && isAnotherAddress(booking, request, facts.record);
    if (isOpen && address !== undefined) return { kind: 'another_address', request, address };
    const { appointment } = request;
    if (isAsRequested(booking, appointment) && isRequested(booking, appointment.technicianId))
      return { kind: 'stands', request, mayCorrect: true };
    if (facts.standing !== undefined) return { kind: 'already_booked', request };
  }
  const isUnderWay = known?.status === 'en_route' || known?.status === 'in_progress';
  return isUnderWay || takesSeveral(appointmentToChange(known))
    ? { kind: 'needs_human', standing: known }
    : undefined;
}

/** Claims the start for the booking, if no question to the caller is open. */
function claim(
  booking: BookingRequest,
  completed: CompletedCustomer,
  facts: BookingFacts,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<BookingResult | undefined> {
  const { known, lead, record, occupancy } = facts;
  const held = liveHold(facts.hold, booking.now);
  const standing = activeAppointment(known);
  const request = standing && known;
  // If another call stored the request after it was looked for, its claims still don't count: the write decides.
  const dispatchRequestId = known?.dispatchRequestId ?? bookingId(booking);
  return chooseAndClaim<BookingResult>(
    {
      wanted: booking,
      question: questionOf(booking, occupancy, [dispatchRequestId], held),
      held,
      standing,
      request,
      refuse: (refusal) => ({ kind: 'refused', ...refusal, standing: request, coverage: booking.coverage }),
      insteadOfClaim(isFree) {
        if (standing === undefined && isOverLimit(facts)) return { kind: 'needs_human', standing: known };
        return isFree && completed.kind !== 'complete' ? completed : undefined;
      },
      async write(appointment, ends) {
        const before = lead === undefined ? known : takenUp(lead, booking.customer, record);
        const next = withLead(scheduled(booking, dispatchRequestId, appointment, before), lead);
        const alongside = [
          ...facts.messages.map((previous) => ({ next: answered(previous, next, booking), previous })),
          ...flaggedLeads(facts.several, booking),
        ];
        const recent = recentAfter(next, facts.recent, booking);
        const customer = customerDetailsOf(booking, booking.customer, next.customer, record);
        const change = { next, previous: known, customer, alongside, recent, seen: occupancy, ends };
        const { kind } = await deps.requests.commit(change, deadline);
        if (kind !== 'stored') return kind === 'slot_lost' ? kind : undefined;
        const effect = standing === undefined ? 'booked' : 'moved';
        return { kind: 'booked', effect, request: next, moved: standing };
      },
    },
    deps,
    deadline,
  );
}

/** A call may have this many active appointments. */
const MAX_ACTIVE_PER_CALL = 5;
/** This many upcoming appointments may be made from one number and, by calls without a number, for one number. */
const MAX_ACTIVE_PER_CALLER = 20;

function isOverLimit({ activeInCall, activeOfCaller }: BookingFacts): boolean {
  return activeInCall >= MAX_ACTIVE_PER_CALL || activeOfCaller >= MAX_ACTIVE_PER_CALLER;
}

/**
 * Answers a booking for a place that nobody comes to, or that is unknown. Questions that could make the place known
 * come first. A request from outside all areas is stored as declined unless a visit exists.
 */
async function unreached(
  booking: BookingRequest,
  completed: CompletedCustomer,
  coverage: Unreached,
  { known }: BookingFacts,
  { requests }: BookingDependencies,
  deadline: Deadline,
): Promise<AttemptResult> {
  if (coverage.kind === 'zip_needed' && completed.kind !== 'complete') return completed;
  const standing = hasActiveAppointment(known) ? known : undefined;
  if (coverage.kind === 'outside_area' && standing === undefined) {
    const { kind } = await requests.commit({ next: declined(booking) }, deadline);
    // If the request has changed although none was read, an earlier refusal of this call is stored.
    if (kind !== 'stored' && kind !== 'changed') return undefined;
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
  return { kind: 'booked', effect: 'duplicate', request, isEarlier, place };
}

/** Stores corrected details. The answer matters more than a fault or a lost race over the invocation. */
async function correct(
  booking: BookingRequest,
  facts: BookingFacts,
  request: DispatchRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<AttemptResult> {
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

function withCurrentAccount(booking: BookingRequest, { account }: BookingFacts): BookingRequest {
  const current = { ...booking, account };
  return { ...current, service: serviceOf(current) ?? booking.service };
}

function serviceOf({ account, service }: BookingRequest): ServiceType | undefined {
  return account.serviceTypes.find(({ id }) => id === service.id);
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
