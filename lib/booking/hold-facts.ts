import type { Account } from '../accounts/account.ts';
import { type CallHold, type CallKey, holdIdFor, type NumberHolds, numberIdOf } from '../record/hold.ts';
import { callBookingId, type InvocationContext, isMadeInCall } from '../record/invocation.ts';
import type { Deadline } from '../record/ports.ts';
import { type Customer, hasActiveAppointment, latestOf, type Scheduled } from '../record/request.ts';
import type { Occupancy } from '../scheduling/day.ts';
import type { BookingDependencies } from './booking.ts';
import { readDay } from './booking-facts.ts';
import { isRecordNeeded } from './callers-place.ts';
import type { RequestedStart } from './requested-start.ts';
import { readStanding } from './standing-hold.ts';

/** A start that a caller is considering. */
export interface HoldRequest extends InvocationContext, RequestedStart {
  /** The spoken postal code of the place. */
  readonly zip?: string | undefined;
}

/** The facts that decide whether a time can be held. */
export interface HoldFacts {
  /** As stored now. */
  readonly account: Account;
  readonly occupancy: Occupancy;
  /** The call's appointments for the service, which a booking would move. */
  readonly own: readonly Scheduled[];
  /** Their ids, and the one that a booking would get. */
  readonly ownIds: readonly string[];
  /** The call's earlier hold. */
  readonly known?: CallHold | undefined;
  /** Of the reported number; without one, of all calls without one. */
  readonly ofNumber: NumberHolds;
  /** The customer of the reported number, if the place depends on it. */
  readonly record?: Customer | undefined;
}

/**
 * Reads the facts in parallel.
 * @param isFirst false after a lost race: then the time that the call's hold still has is looked at, too
 */
export async function readHoldFacts(
  asked: HoldRequest,
  call: CallKey,
  isFirst: boolean,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<HoldFacts> {
  const { account, service, caller } = asked;
  const { accountId } = account;
  const { requests, holds } = deps;
  const bookingId = callBookingId(asked, service.id) ?? '';
  const holdId = holdIdFor(call, caller);
  const isPlaceNeeded = isRecordNeeded(account, service.id, asked.zip);
  const [current, occupancy, booked, inCall, known, ofNumber, record] = await Promise.all([
    deps.storedAccounts.current(account, deadline),
    readDay(asked, deps.schedule, deadline),
    requests.get(bookingId, deadline),
    requests.madeInCall(accountId, call.integration, call.callId, deadline),
    isFirst ? holds.get(accountId, holdId, deadline) : readStanding(accountId, holdId, deps, deadline),
    holds.ofNumber(accountId, numberIdOf(accountId, caller), deadline),
    caller === undefined || !isPlaceNeeded ? undefined : deps.customers.get(accountId, caller, deadline),
  ]);
  const own = latestOf(booked === undefined ? inCall : [...inCall, booked])
    .filter((request) => isMadeInCall(request, asked))
    .filter(hasActiveAppointment)
    .filter(({ serviceTypeId }) => serviceTypeId === service.id);
  const ownIds = [...new Set([bookingId, ...own.map(({ dispatchRequestId }) => dispatchRequestId)])];
  return { account: current, occupancy, own, ownIds, known, ofNumber, record };
}
