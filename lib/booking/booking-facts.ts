import type { Account } from '../accounts/account.ts';
import { emergencyId, isMadeInCall } from '../record/calls.ts';
import { type CallHold, heldBy, liveHold, type StandingHold } from '../record/hold.ts';
import type {
  CurrentAccountReader,
  CustomerStore,
  Deadline,
  HoldStore,
  Recent,
  RequestStore,
  ScheduleReader,
} from '../record/ports.ts';
import {
  type Customer,
  type DispatchRequest,
  hasActiveAppointment,
  isReadable,
  latestOf,
} from '../record/request.ts';
import type { ChangeDependencies } from '../record/retry.ts';
import { dateSpan } from '../scheduling/hours.ts';
import type { Occupancy } from '../scheduling/occupancy.ts';
import { addDays } from '../scheduling/time.ts';
import {
  type BookingRequest,
  bookingId,
  isAnsweredByBooking,
  isToldInWriting,
  type Related,
  relatedTo,
  verifiedNumber,
} from './booking-request.ts';
import { readStanding } from './holds.ts';

/** A transaction would have room for more messages, but no caller leaves that many. */
const MAX_SETTLED = 10;
/** A job that should have begun may still be upcoming. */
const LOOK_BACK_MS = 24 * 60 * 60_000;
/** An index may lag behind the table by this much. */
const INDEX_LAG_MS = 60_000;

export interface BookingDependencies extends ChangeDependencies {
  readonly schedule: ScheduleReader;
  readonly storedAccounts: CurrentAccountReader;
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly holds: HoldStore;
}

/** These facts decide a start and are read as they are stored now. */
export interface StartFacts {
  /** The caller's request may have been understood with an older version. */
  readonly account: Account;
  /** Covers the date of the start and the next date, into which a job may extend. */
  readonly occupancy: Occupancy;
  readonly hold?: CallHold | undefined;
}

interface ReadFacts extends StartFacts {
  /** Absent unless the customer wants to be reached at the reported number. */
  readonly record?: Customer | undefined;
  readonly recent?: Recent | undefined;
  /** Contains each request of the call and of its number once. */
  readonly found: readonly DispatchRequest[];
  /** Requests of the spoken number if none was reported. They only count towards a limit. */
  readonly ofSpoken: readonly DispatchRequest[];
}

export interface BookingFacts extends ReadFacts, Related {
  readonly activeInCall: number;
  /** Counts visits made from the reported number or, without one, visits for the spoken number made without one. */
  readonly activeOfCaller: number;
  readonly messages: readonly DispatchRequest[];
}

/** Reads the technicians' claims on the date of a start and the next, into which a job may extend. */
export function readDay(
  { account, date }: Pick<BookingRequest, 'account' | 'date'>,
  schedule: ScheduleReader,
  deadline: Deadline,
): Promise<Occupancy> {
  return schedule.occupancy(account.accountId, dateSpan(account, date, addDays(date, 1)), deadline);
}

/** Returns what an interrupted call held. After a lost race, reads how much of its time the hold still has. */
export async function stillHeldBefore(
  heldBefore: (() => Promise<StandingHold | undefined>) | undefined,
  accountId: string,
  deps: Pick<BookingDependencies, 'schedule' | 'holds'>,
  deadline: Deadline,
  isAgain: boolean,
): Promise<CallHold | undefined> {
  const held = await heldBefore?.();
  return held !== undefined && isAgain ? await readStanding(accountId, held.holdId, deps, deadline) : held;
}

/**
 * Reads what decides a start, in parallel.
 * @param isAgain true after a lost race: a second read then finds how much of its time the hold still has
 */
export async function readStartFacts(
  start: Pick<BookingRequest, 'account' | 'date'>,
  holdId: string | undefined,
  deps: Pick<BookingDependencies, 'schedule' | 'storedAccounts' | 'holds'>,
  deadline: Deadline,
  isAgain = false,
): Promise<StartFacts> {
  const { accountId } = start.account;
  const readHold = async (id: string) =>
    isAgain
      ? await readStanding(accountId, id, deps, deadline)
      : await deps.holds.get(accountId, id, deadline);
  const [account, occupancy, hold] = await Promise.all([
    deps.storedAccounts.current(start.account, deadline),
    readDay(start, deps.schedule, deadline),
    holdId === undefined ? undefined : readHold(holdId),
  ]);
  return { account, occupancy, hold };
}

export async function readFacts(
  booking: BookingRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<BookingFacts> {
  const { integration, callId, caller } = booking;
  const { accountId } = booking.account;
  const from = new Date(booking.now - LOOK_BACK_MS).toISOString();
  const proved = verifiedNumber(booking);
  const { requests, customers } = deps;
  const [start, taken, byId, inCall, ofNumber, record, recent] = await Promise.all([
    readStartFacts(booking, heldBy(booking), deps, deadline),
    stillHeldBefore(booking.heldBefore, accountId, deps, deadline, false),
    getAll(ownIds(booking), requests, deadline),
    callId === undefined ? [] : requests.madeInCall(accountId, integration, callId, deadline),
    requests.ofNumber(accountId, caller ?? booking.customer.phone, from, deadline),
    proved === undefined ? undefined : customers.get(accountId, proved, deadline),
    caller === undefined ? undefined : requests.recent(accountId, caller, deadline),
  ]);
  const [ofCaller, ofSpoken] = caller === undefined ? [[], ofNumber] : [ofNumber, []];
  const found = latestOf([...byId, ...inCall, ...ofCaller]);
  const hold = liveHold(start.hold, booking.now) ?? taken ?? start.hold;
  const read = { ...start, hold, record, recent, found, ofSpoken };
  const facts = factsOf(booking, read);
  const unseen = recentIds(booking, recent).filter(
    (id) => !found.some((one) => one.dispatchRequestId === id),
  );
  // This answer writes nothing, so no condition would detect a stale index.
  const answered = facts.standing === undefined ? [] : [facts.standing.dispatchRequestId];
  const doubtful = [...unseen, ...answered];
  return doubtful.length === 0
    ? facts
    : factsOf(booking, {
        ...read,
        found: latestOf([...found, ...(await getAll(doubtful, requests, deadline))]),
      });
}

/** Reads again what may have changed after a lost race. By-id reads get past the indexes, which may be stale. */
export async function readAgain(
  booking: BookingRequest,
  facts: BookingFacts,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<BookingFacts> {
  const { requests } = deps;
  const { caller, date } = booking;
  const { account: known } = facts;
  const [start, taken, recent] = await Promise.all([
    readStartFacts({ account: known, date }, heldBy(booking), deps, deadline, true),
    stillHeldBefore(booking.heldBefore, known.accountId, deps, deadline, true),
    caller === undefined ? undefined : requests.recent(known.accountId, caller, deadline),
  ]);
  const concerned = [facts.known, facts.standing, ...facts.several].flatMap(
    (request) => request?.dispatchRequestId ?? [],
  );
  const ids = [...ownIds(booking), ...concerned, ...recentIds(booking, recent)];
  const current = await getAll(ids, requests, deadline);
  const found = latestOf([...facts.found, ...current]);
  // If the race was over a message, the remaining messages are left to the office.
  return {
    ...factsOf(booking, {
      ...facts,
      ...start,
      hold: liveHold(start.hold, booking.now) ?? taken ?? start.hold,
      recent,
      found,
    }),
    messages: [],
  };
}

function factsOf(booking: BookingRequest, read: ReadFacts): BookingFacts {
  const { caller, now } = booking;
  const { found, record } = read;
  const active = found.filter(hasActiveAppointment);
  return {
    ...read,
    ...relatedTo({ ...booking, account: read.account }, found, record),
    activeInCall: active.filter((request) => isMadeInCall(request, booking)).length,
    // Requests that others made for the number don't count, so that nobody can use up another caller's limit. Calls
    // without a number have a limit of their own for each number that they name.
    activeOfCaller: (caller === undefined ? hiddenAmong(read.ofSpoken) : active)
      .filter((request) => request.caller === caller)
      .filter(({ appointment }) => Date.parse(appointment.startsAt) >= now).length,
    messages: found
      .filter(
        (request) =>
          isReadable(request) &&
          caller !== undefined &&
          request.customer.phone === caller &&
          isAnsweredByBooking(request),
      )
      .slice(0, MAX_SETTLED),
  };
}

const hiddenAmong = (found: readonly DispatchRequest[]) =>
  latestOf(found)
    .filter(hasActiveAppointment)
    .filter((request) => request.caller === undefined && !isToldInWriting(request));

function ownIds(booking: BookingRequest): readonly string[] {
  const own = bookingId(booking);
  return booking.additionalVisit ? [own] : [own, emergencyId(booking, booking.canonicalArguments)];
}

/** Returns the ids of requests of the number that an index may not list yet. */
function recentIds({ now, service }: BookingRequest, recent: Recent | undefined): readonly string[] {
  return [recent?.booked[service.id], recent?.lead].flatMap((entry) =>
    entry !== undefined && Date.parse(entry.at) > now - INDEX_LAG_MS ? entry.dispatchRequestId : [],
  );
}

async function getAll(
  ids: readonly string[],
  requests: RequestStore,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => requests.get(id, deadline)));
  return found.filter((request) => request !== undefined);
}
