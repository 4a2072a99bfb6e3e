import type { Account } from '../../accounts/account.ts';
import { areaFlags } from '../../accounts/areas.ts';
import { type HoldReaders, takingOver } from '../../booking/holds.ts';
import { ifAvailable } from '../../record/faults.ts';
import type { Change, CurrentAccountReader, Deadline } from '../../record/ports.ts';
import {
  activeAppointment,
  type DispatchRequest,
  hasEnded,
  isReadable,
  remembers,
} from '../../record/request.ts';
import { type ChangeDependencies, isStored, retry } from '../../record/retry.ts';
import type { Occupancy } from '../../scheduling/occupancy.ts';
import type { Alerted, AlertPlace, SeenAlerts } from './alerts.ts';
import type { EmergencyReport } from './earlier-reports.ts';
import { findAll } from './earlier-reports.ts';
import {
  alertPlace,
  booked,
  earliestStart,
  hiddenVisits,
  isStanding,
  knownAmong,
  opened,
  raised,
  searchedSpan,
  seenAlerts,
  withOneAlert,
} from './emergencies.ts';
import type { PlaceOfVisit } from './emergency-visits.ts';

/** After this many lost races over a start, an emergency is stored without one. */
const BOOKING_ROUNDS = 8;

export interface EmergencyDependencies extends ChangeDependencies, HoldReaders {
  readonly storedAccounts: CurrentAccountReader;
}

/**
 * Stores an emergency as a request for a person, or raises the urgency of the call's existing appointment, which stays.
 * Later reports, also from another call of the number, get the same request and add their details. The first people on
 * call are notified once; reminders escalate. If the account books emergencies, the same write claims the earliest
 * start of a technician on call. Calls without a number get only a few such visits at once.
 */
export async function reportEmergency(
  reported: EmergencyReport,
  deps: EmergencyDependencies,
  deadline: Deadline,
): Promise<DispatchRequest> {
  const { account, service, customer } = reported;
  const review = (zip: string | undefined) => [...reported.review, ...areaFlags(account, service?.id, zip)];
  let emergency: EmergencyReport = { ...reported, review: review(customer.zip) };
  const place = alertPlace({ accountId: account.accountId, now: emergency.now });
  let found: readonly DispatchRequest[] = [];
  return await retry<DispatchRequest, EmergencyDependencies>(
    async (round, own) => {
      const isBooking =
        reported.mayBook !== false && account.emergency.book === true && round < BOOKING_ROUNDS;
      const [all, time, alerts, completed] = await Promise.all([
        findAll(emergency, found, own, deadline),
        isBooking ? readTime(emergency, own, deadline) : undefined,
        readAlerts(emergency, place, own, deadline),
        round === 0 ? reported.completed?.() : undefined,
      ]);
      if (completed !== undefined)
        emergency = { ...emergency, customer: completed, review: review(completed.zip) };
      found = all;
      const { known, others } = knownAmong(found, emergency);
      // After a late retry, later changes are kept.
      if (known !== undefined && (remembers(known, emergency) || !isReadable(known))) {
        await leave(place, own, deadline);
        return known;
      }
      const next =
        known !== undefined && !hasEnded(known.status) ? raised(known, emergency) : opened(emergency, known);
      if (next === known) {
        await leave(place, own, deadline);
        return known;
      }
      const isOnlyOne = !others.some((other) => activeAppointment(other)?.onCall);
      const start = time && isOnlyOne ? await startFor(next, time, emergency, own, deadline) : undefined;
      const { request, atNumber } = await withAlert(start?.next ?? next, known, alerts, place, own, deadline);
      const change = { previous: known, ...start, next: request, alert: atNumber };
      const isAlert = request.alertedAt !== undefined && request.alertedAt !== known?.alertedAt;
      const [isDone] = await Promise.all([
        isStored(change, own.requests, deadline),
        isAlert ? undefined : leave(place, own, deadline),
      ]);
      return isDone ? request : undefined;
    },
    deps,
    deadline,
  );
}

/**
 * Reads what decides on the alert, within half of the time; undefined if that can't be read: people are then alerted
 * anyway. Counts the alert at once, although an open one may stand for it, because a caller waits.
 */
async function readAlerts(
  { account: { accountId }, caller, customer, danger }: EmergencyReport,
  place: AlertPlace,
  deps: EmergencyDependencies,
  deadline: Deadline,
): Promise<SeenAlerts | undefined> {
  const by = caller === undefined ? 'unproved' : 'caller';
  const report = { by, phone: caller ?? customer.phone, danger } as const;
  const half = halfway(deps, deadline);
  const reading = [
    seenAlerts(accountId, report, deps.requests, half),
    place.take(deps.requests, half),
  ] as const;
  return (await ifAvailable(Promise.all(reading)))?.[0];
}

/** Gives the place back if the report alerts nobody. If that fails, the minute has one alert less. */
async function leave(place: AlertPlace, deps: EmergencyDependencies, deadline: Deadline): Promise<void> {
  await ifAvailable(place.giveBack(deps.requests, halfway(deps, deadline)));
}

async function withAlert(
  next: DispatchRequest,
  known: DispatchRequest | undefined,
  seen: SeenAlerts | undefined,
  place: AlertPlace,
  deps: EmergencyDependencies,
  deadline: Deadline,
): Promise<Alerted> {
  const isAlert = next.alertedAt !== undefined && next.alertedAt !== known?.alertedAt;
  // An open alert of the emergency's own never gives way to another's.
  if (!isAlert || seen === undefined || isStanding(known, deps.now())) return { request: next };
  const alerted = withOneAlert(next, seen, place, deps.requests, halfway(deps, deadline));
  return (await ifAvailable(alerted)) ?? { request: next };
}

/** Contains what limits a visit, as it is stored now. */
interface StoredTime {
  readonly account: Account;
  readonly occupancy: Occupancy;
  readonly placeOf: PlaceOfVisit | undefined;
}

/** Reads technicians' time within half of the time left. If that fails, an emergency gets no visit. */
async function readTime(
  { account, caller, now: at }: EmergencyReport,
  deps: EmergencyDependencies,
  deadline: Deadline,
): Promise<StoredTime | undefined> {
  const { accountId } = account;
  const { requests, schedule, storedAccounts } = deps;
  const half = halfway(deps, deadline);
  const read = await ifAvailable(
    Promise.all([
      storedAccounts.current(account, half),
      schedule.occupancy(accountId, searchedSpan({ account, now: at }), half),
      hiddenVisits({ accountId, caller, now: at }, requests, half),
    ]),
  );
  return read && { account: read[0], occupancy: read[1], placeOf: read[2] };
}

/** Returns the instant at which half of the time is left. */
const halfway = ({ now }: Pick<EmergencyDependencies, 'now'>, deadline: Deadline): Deadline =>
  (now() + deadline) / 2;

/**
 * Adds the earliest start of someone on call to a request. The change ends other calls' holds in its way unless the
 * call's number is withheld. Returns undefined if the request needs or gets no start, none is free, or those holds
 * can't be read.
 */
async function startFor(
  request: DispatchRequest,
  { account, occupancy, placeOf }: StoredTime,
  { now }: EmergencyReport,
  deps: EmergencyDependencies,
  deadline: Deadline,
): Promise<Change | undefined> {
  const service = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
  const isReachable = request.customer.phone !== undefined;
  const isSeenTo = activeAppointment(request) !== undefined || request.acknowledgedAt !== undefined;
  if (!account.emergency.book || service === undefined || !isReachable || isSeenTo) return undefined;
  const visit = placeOf?.(request);
  if (placeOf !== undefined && visit === undefined) return undefined;
  const start = earliestStart(
    { account, service, danger: request.danger, now, overHolds: placeOf === undefined },
    occupancy,
  );
  if (start === undefined) return undefined;
  const wanted = { account, service, date: start.date, minute: start.minute, now };
  const technicians = [start.technician];
  const half = halfway(deps, deadline);
  const taking = await ifAvailable(
    takingOver(technicians, { ...start, technicians }, wanted, occupancy, deps, half),
  );
  const next = booked(request, start, { account, service, now });
  return taking && { next, seen: occupancy, visit, ends: taking.flatMap(({ ends }) => ends) };
}
