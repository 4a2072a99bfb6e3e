import type { Account } from '../../accounts/account.ts';
import { areaFlags } from '../../accounts/areas/coverage.ts';
import type { Occupancy } from '../../scheduling/day.ts';
import { callBookingId, emergencyId } from '../booking/booking-request.ts';
import { isSameAddress } from '../customers/street.ts';
import { StorageUnavailable } from '../faults.ts';
import type { HoldReaders } from '../holds/standing.ts';
import { takingOver } from '../holds/taken-over.ts';
import type { Change, CurrentAccountReader, Deadline } from '../ports.ts';
import { remembers } from '../requests/changed.ts';
import { activeAppointment, type DispatchRequest, hasEnded, latestOf } from '../requests/request.ts';
import { type ChangeDependencies, isStored, untilSettled } from '../requests/until-settled.ts';
import { earlierReports } from './earlier-reports.ts';
import { earliestStart, searchedSpan } from './earliest-start.ts';
import { booked, type EmergencyReport, opened, openedId, raised } from './emergency-request.ts';

/** How many lost races over a start an emergency tries before it is stored without one. */
const BOOKING_ROUNDS = 8;

export interface EmergencyDependencies extends ChangeDependencies, HoldReaders {
  readonly storedAccounts: CurrentAccountReader;
}

/**
 * Stores an emergency as a request for a person, or raises the urgency of the call's existing appointment, which
 * stays. Later reports, also from another call of the number, get the same request and add their details. The first
 * people on call are notified once; reminders escalate. If the account books emergencies, the same write claims the
 * earliest start of a technician on call.
 */
export async function reportEmergency(
  reported: EmergencyReport,
  deps: EmergencyDependencies,
  deadline: Deadline,
): Promise<DispatchRequest> {
  const { account, service, customer, review } = reported;
  const emergency = { ...reported, review: [...review, ...areaFlags(account, service?.id, customer.zip)] };
  return await untilSettled(
    async (round) => {
      const isBooking = account.emergency.book === true && round < BOOKING_ROUNDS;
      const [{ known, others }, time] = await Promise.all([
        findKnown(emergency, deps, deadline),
        isBooking ? readTime(emergency, deps, deadline) : undefined,
      ]);
      // A late retry: later changes are kept.
      if (known !== undefined && remembers(known, emergency)) return known;
      const next =
        known !== undefined && !hasEnded(known.status) ? raised(known, emergency) : opened(emergency, known);
      if (next === known) return known;
      const isOnlyOne = !others.some((other) => activeAppointment(other)?.onCall);
      const start = time && isOnlyOne ? await startFor(next, time, emergency.now, deps, deadline) : undefined;
      const change = { next, previous: known, ...start };
      return (await isStored(change, deps.requests, deadline)) ? change.next : undefined;
    },
    deps,
    deadline,
  );
}

/** The account and its technicians' time as they are stored now. */
interface StoredTime {
  readonly account: Account;
  readonly occupancy: Occupancy;
}

/** Reads it within half of the time. Undefined if it can't be read: an emergency is stored without it too. */
async function readTime(
  { account, now: at }: EmergencyReport,
  { schedule, storedAccounts, now }: EmergencyDependencies,
  deadline: Deadline,
): Promise<StoredTime | undefined> {
  const half = (now() + deadline) / 2;
  const read = await ifAvailable(
    Promise.all([
      storedAccounts.current(account, half),
      schedule.occupancy(account.accountId, searchedSpan({ account, now: at }), half),
    ]),
  );
  return read && { account: read[0], occupancy: read[1] };
}

/** What is read; undefined if storage is unavailable. */
async function ifAvailable<Read>(read: Promise<Read>): Promise<Read | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined;
    throw error;
  }
}

/**
 * The change to a request with the earliest start of someone on call, which ends holds of other calls in its way. Undefined
 * if it needs no start, or none is free, or those holds can't be read.
 */
async function startFor(
  request: DispatchRequest,
  { account, occupancy }: StoredTime,
  now: number,
  deps: EmergencyDependencies,
  deadline: Deadline,
): Promise<Change | undefined> {
  const service = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
  const isReachable = request.customer.phone !== undefined;
  const isSeenTo = activeAppointment(request) !== undefined || request.acknowledgedAt !== undefined;
  if (!account.emergency.book || service === undefined || !isReachable || isSeenTo) return undefined;
  const start = earliestStart({ account, service, now }, occupancy);
  if (start === undefined) return undefined;
  const wanted = { account, service, date: start.date, minute: start.minute, now };
  const technicians = [start.technician];
  const half = (deps.now() + deadline) / 2;
  const taking = await ifAvailable(
    takingOver(technicians, { ...start, technicians }, wanted, occupancy, deps, half),
  );
  const next = booked(request, start, { account, service, now });
  return taking && { next, seen: occupancy, ends: taking.flatMap(({ ends }) => ends) };
}

interface Found {
  /** What the emergency is about. */
  readonly known: DispatchRequest | undefined;
  /** The other requests of the call, and other emergencies of its number. */
  readonly others: readonly DispatchRequest[];
}

async function findKnown(
  emergency: EmergencyReport,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<Found> {
  const { service } = emergency;
  const ids = new Set([emergencyId(emergency, emergency.canonicalArguments)]);
  const booked = service === undefined ? undefined : callBookingId(emergency, service.id);
  if (booked !== undefined) ids.add(booked);
  const [byId, { inCall, ofNumber }] = await Promise.all([
    Promise.all([...ids].map((id) => deps.requests.get(id, deadline))),
    earlierReports(emergency, deps, deadline),
  ]);
  const candidates = latestOf([...byId, ...inCall].filter((request) => request !== undefined));
  const reported = ofNumber.filter((request) => !isElsewhere(request, emergency));
  const fits = (request: DispatchRequest) =>
    service === undefined || request.serviceTypeId === undefined || request.serviceTypeId === service.id;
  const known =
    [...candidates, ...reported].find((request) => remembers(request, emergency)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request) && activeAppointment(request)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request)) ??
    reported.find(fits) ??
    byId.find((request) => request?.dispatchRequestId === openedId(emergency));
  return { known, others: [...candidates, ...ofNumber].filter((request) => request !== known) };
}

/** Whether another address is named than an emergency has. */
function isElsewhere({ customer }: DispatchRequest, emergency: EmergencyReport): boolean {
  const [known, named] = [customer.address, emergency.customer.address];
  return known !== undefined && named !== undefined && !isSameAddress(known, named);
}
