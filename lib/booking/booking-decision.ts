import type { ServiceType } from '../accounts/account.ts';
import type { Unreached } from '../accounts/areas/coverage.ts';
import { remembers } from '../record/changed.ts';
import { isStartOf, liveHold } from '../record/hold.ts';
import {
  activeAppointment,
  type DispatchRequest,
  hasActiveAppointment,
  isReadable,
  type Scheduled,
} from '../record/request.ts';
import type { Technician } from '../scheduling/calendar.ts';
import type { Question } from '../scheduling/open-day.ts';
import type { PlacedBooking } from './booking-coverage.ts';
import type { BookingFacts } from './booking-facts.ts';
import { type BookingRequest, bookingId } from './booking-request.ts';
import { isAnotherAddress, namedAddress } from './one-job.ts';
import { isAsRequested } from './promise.ts';
import {
  isRequested,
  preferredTechnicians,
  questionOf,
  type RequestedStartRefusal,
  technicianRefusal,
} from './requested-start.ts';
import { type Judged, judgeWanted } from './requested-windows.ts';

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
