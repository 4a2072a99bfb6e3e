import type { Technician } from '../scheduling/calendar.ts';
import type { Occupancy } from '../scheduling/day.ts';
import { judgeStart, type Question, type StartRefusal } from '../scheduling/engine.ts';
import { instantOf } from '../scheduling/zone.ts';
import { type BookingOrder, bookingId } from './booking-order.ts';
import { type DispatchRequest, standingAppointment } from './request.ts';

/** Most appointments that one call may hold at a time. */
export const MAX_ACTIVE_PER_CALL = 5;
/** Most upcoming appointments of one customer. */
export const MAX_ACTIVE_PER_CUSTOMER = 20;

/** What is known when a booking is decided. */
export interface BookingFacts {
  /** The request under the booking's key, in whatever state. */
  readonly known?: DispatchRequest | undefined;
  readonly occupancy: Occupancy;
  readonly activeInCall: number;
  readonly activeOfCustomer: number;
}

export type BookingDecision =
  /** The appointment stands as it is; `correct` says whether details may be corrected. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest; readonly correct: boolean }
  /** Claim the start with the first of the technicians who is still free. */
  | { readonly kind: 'claim'; readonly start: number; readonly technicians: readonly Technician[] }
  | { readonly kind: 'refuse'; readonly reason: StartRefusal }
  | { readonly kind: 'person' };

/** Same words, same person: case and spaces around don't count. */
const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The technician whom an order names; undefined where it names none or one whom nobody knows. */
export function namedTechnician(order: BookingOrder): Technician | undefined {
  const { technician } = order;
  if (technician === undefined) return undefined;
  return order.account.technicians.find(
    ({ id, name }) => sameName(name, technician) || sameName(id, technician),
  );
}

/** The engine's question for an order; what the request itself holds does not stand in its way. */
export function questionOf(order: BookingOrder, facts: BookingFacts): Question {
  // Also where no request is known: it may have been written between its read and the schedule's, and the write decides.
  const own = facts.known?.dispatchRequestId ?? bookingId(order);
  return {
    calendar: order.account,
    job: order.service,
    occupancy: facts.occupancy,
    now: order.now,
    seed: order.callId ?? '',
    own: new Set([own]),
  };
}

/** Decides a booking from facts alone. A repeat is recognised before anything is refused. */
export function decideBooking(order: BookingOrder, facts: BookingFacts): BookingDecision {
  const { known } = facts;
  if (known?.status === 'en_route' || known?.status === 'in_progress') return { kind: 'person' };
  const standing = standingAppointment(known);
  if (known !== undefined && standing !== undefined) {
    if (order.invocation !== undefined && known.invocations.includes(order.invocation)) {
      return { kind: 'stands', request: known, correct: false };
    }
    if (isStart(order, standing.startsAt)) return { kind: 'stands', request: known, correct: true };
  }
  const judged = judgeStart(questionOf(order, facts), order.date, order.minute);
  if (typeof judged === 'string') return { kind: 'refuse', reason: judged };
  if (standing === undefined && isOverLimit(facts)) return { kind: 'person' };
  const technicians = preferred(order, judged.technicians, standing?.technicianId);
  return technicians.length === 0
    ? { kind: 'refuse', reason: 'slot_taken' }
    : { kind: 'claim', start: judged.start, technicians };
}

function isStart(order: BookingOrder, startsAt: string): boolean {
  const start = instantOf(order.account.timezone, order.date, order.minute);
  return start !== undefined && start * 60_000 === Date.parse(startsAt);
}

function isOverLimit({ activeInCall, activeOfCustomer }: BookingFacts): boolean {
  return activeInCall >= MAX_ACTIVE_PER_CALL || activeOfCustomer >= MAX_ACTIVE_PER_CUSTOMER;
}

/** Only the one asked for by name; else the one who has the appointment already first; else as the engine says. */
function preferred(
  order: BookingOrder,
  free: readonly Technician[],
  current: string | undefined,
): readonly Technician[] {
  const named = namedTechnician(order);
  if (named !== undefined) return free.filter(({ id }) => id === named.id);
  return [...free.filter(({ id }) => id === current), ...free.filter(({ id }) => id !== current)];
}
