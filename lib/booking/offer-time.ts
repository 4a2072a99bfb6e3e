import type { Account, ServiceType } from '../accounts/account.ts';
import { acceptedCoverage } from '../accounts/areas.ts';
import { type FreedTime, OFFERED_MS } from '../record/freed-time.ts';
import { holdIdOfOffer } from '../record/hold.ts';
import { objectionToCustomer } from '../record/own-requests.ts';
import type { Deadline, ScheduleReader } from '../record/ports.ts';
import { activeAppointment, arrivesFrom, type ChangedBy, type DispatchRequest } from '../record/request.ts';
import { openOffer, type Waiting } from '../record/waiting.ts';
import type { Offer } from '../record/waitlist.ts';
import type { Bucket, LocalDate } from '../scheduling/calendar.ts';
import { type Slot, slotsOn } from '../scheduling/engine.ts';
import { dateSpan } from '../scheduling/hours.ts';
import { BUCKET_MINUTES, claimedBuckets, type Occupancy } from '../scheduling/occupancy.ts';
import { addDays, boundaryOf, instantOf, MINUTE_MS, wallClockOf } from '../scheduling/time.ts';
import { contains, partSpans } from '../scheduling/time-of-day.ts';
import { lasting } from './appointment.ts';
import { type BookingDependencies, readStartFacts } from './booking-facts.ts';
import type { StartHoldRequest } from './hold-time.ts';
import { type HeldStart, heldStartOf, type OwnVisit } from './own-visit.ts';
import { questionOf, type RequestedStart, spanOf } from './requested-start.ts';
import { type RescheduleResult, reschedule } from './reschedule.ts';

/** A start in time that became free, which somebody who waits could have. */
export interface FittingStart {
  readonly request: Waiting;
  readonly service: ServiceType;
  readonly slot: Slot;
  /** Counts the quarters of an hour of the freed time that a visit then takes. */
  readonly used: number;
}

interface FreedFacts {
  readonly account: Account;
  readonly freed: FreedTime;
  readonly occupancy: Occupancy;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Reads the claims on the dates that a visit in the freed time can touch. */
export function readFreedDays(
  account: Account,
  freed: FreedTime,
  schedule: ScheduleReader,
  deadline: Deadline,
): Promise<Occupancy> {
  const dates = datesOf(account, freed);
  const [first = freed.date] = dates;
  const span = dateSpan(account, first, addDays(dates.at(-1) ?? first, 1));
  return schedule.occupancy(account.accountId, span, deadline);
}

/** Returns the dates of the account on which the freed time lies, in order. */
function datesOf({ timezone }: Account, { buckets }: FreedTime): readonly LocalDate[] {
  const dates = buckets.map((bucket) => wallClockOf(timezone, bucket * BUCKET_MINUTES).date);
  return [...new Set(dates)].sort();
}

/**
 * Returns those who wait and could have a start in freed time, who fit best first: whose visit takes most of it, then
 * who has waited longest.
 */
export const fittingStarts = (waiting: readonly Waiting[], facts: FreedFacts): readonly FittingStart[] =>
  waiting
    .flatMap((request) => fittingStart(request, facts) ?? [])
    .sort((a, b) => b.used - a.used || (a.request.waitlist.since < b.request.waitlist.since ? -1 : 1));

/** Returns the start in freed time that suits somebody best, and the earliest of several; undefined if none does. */
export function fittingStart(request: Waiting, facts: FreedFacts): FittingStart | undefined {
  const { account, freed, now } = facts;
  if (freed.by.includes(request.dispatchRequestId) || objectionToOffer(account, now)(request) !== undefined)
    return undefined;
  const starts = request.waitlist.services.flatMap((id) => {
    const found = account.serviceTypes.find((service) => service.id === id);
    if (found === undefined) return [];
    const service = lasting(found, id === request.serviceTypeId ? request.minutes : undefined);
    return datesOf(account, freed).flatMap((date) => startsOn(date, { request, service }, facts));
  });
  return starts.sort((a, b) => b.used - a.used || a.slot.start - b.slot.start)[0];
}

function startsOn(
  date: LocalDate,
  wish: Pick<FittingStart, 'request' | 'service'>,
  { account, freed, occupancy, now }: FreedFacts,
): readonly FittingStart[] {
  const { request, service } = wish;
  const { from = date, to = date, parts } = request.waitlist;
  const technician = account.technicians.find(({ id }) => id === freed.technicianId);
  if (technician === undefined || date < from || date > to) return [];
  const buckets = new Set<Bucket>(freed.buckets);
  const usedFrom = (start: number) =>
    claimedBuckets(account, service, start)
      .flatMap((day) => day.buckets)
      .filter((bucket) => buckets.has(bucket)).length;
  const coverage = coverageOf(account, service, request);
  const wanted = { account, service, date, minute: 0, now, coverage, isOffered: true };
  const question = questionOf(wanted, occupancy, [request.dispatchRequestId]);
  const slots = slotsOn({ ...question, among: [technician] }, date, ({ minute, window }) => {
    const start = instantOf(account.timezone, date, minute);
    const suits =
      parts.length === 0 || parts.some((part) => contains(window?.from ?? minute)(partSpans[part]));
    return suits && start !== undefined && usedFrom(start) > 0;
  });
  return slots
    .filter((slot) => isOfferable(slot, wish, account, now))
    .map((slot) => ({ ...wish, slot, used: usedFrom(slot.start) }));
}

/** True if a start is neither too near nor too far, is earlier than what they have, and they let no such time pass. */
function isOfferable(
  { date, start, window }: Slot,
  { request, service }: Pick<FittingStart, 'request' | 'service'>,
  { timezone }: Account,
  now: number,
): boolean {
  const lasts = service.durationMinutes * MINUTE_MS;
  const startsAt = start * MINUTE_MS;
  const begins = window === undefined ? start : boundaryOf(timezone, date, window.from);
  const standing = activeAppointment(request);
  return (
    startsAt >= now + OFFERED_MS.first &&
    startsAt <= now + OFFERED_MS.last &&
    (standing === undefined || begins * MINUTE_MS < Date.parse(arrivesFrom(standing))) &&
    !request.offers?.some((offer) => Math.abs(Date.parse(offer.startsAt) - startsAt) < lasts)
  );
}

const coverageOf = (account: Account, { id }: ServiceType, { customer }: DispatchRequest) =>
  acceptedCoverage(account, id, customer.zip);

/** The company offers the time, so that the notice for changes doesn't count; whoever is on the way is not called back. */
const objectionToOffer = (account: Account, now: number) =>
  objectionToCustomer({
    account: { ...account, booking: { ...account.booking, minNoticeMinutes: 0 } },
    now,
  });

/** Returns what holds a fitting start until an instant (epoch milliseconds). */
export const offerHold = (
  { request, service, slot }: FittingStart,
  { account, freed, now }: Omit<FreedFacts, 'occupancy'>,
  until: number,
): StartHoldRequest => ({
  ...{ account, service, date: slot.date, minute: slot.minute, now, until },
  windows: slot.window && [slot.window],
  technician: freed.technicianId,
  isOffered: true,
  coverage: coverageOf(account, service, request),
  callId: request.callId,
  holdId: holdIdOfOffer(account.accountId, request.dispatchRequestId),
  request,
});

/** The time that is on offer to somebody who waits, as it is held. */
export interface HeldOffer {
  readonly offer: Offer;
  readonly service: ServiceType;
  readonly held: HeldStart;
}

/** Returns what is on offer to a request and held for it; undefined if nothing is. */
export async function heldOffer(
  visit: Omit<OwnVisit, 'service'>,
  deps: Pick<BookingDependencies, 'holds'>,
  deadline: Deadline,
): Promise<HeldOffer | undefined> {
  const { account, request, now } = visit;
  const offer = openOffer(request, now);
  const service = account.serviceTypes.find(({ id }) => id === offer?.serviceTypeId);
  if (offer === undefined || service === undefined) return undefined;
  const holdId = holdIdOfOffer(account.accountId, request.dispatchRequestId);
  const held = await heldStartOf({ ...visit, service }, deps, deadline, holdId);
  return held?.hold.startsAt === offer.startsAt ? { offer, service, held } : undefined;
}

/** Gives somebody who waits the time that is held for them. Fails as `book` does. */
export async function takeOffer(
  { account, request, provedNumber, now }: Omit<OwnVisit, 'service'>,
  { offer, service, held }: HeldOffer,
  who: ChangedBy,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<RescheduleResult> {
  const { promise } = held.hold;
  const wanted: RequestedStart = {
    ...{ account, service, date: offer.date, minute: offer.minute, now },
    windows: promise && [spanOf(promise)],
    technician: offer.technicianId,
    isOffered: true,
    coverage: coverageOf(account, service, request),
    callId: request.callId,
  };
  const holdId = holdIdOfOffer(account.accountId, request.dispatchRequestId);
  const facts = await readStartFacts(wanted, holdId, deps, deadline);
  const objection = objectionToOffer(account, now);
  const move = { ...wanted, ...facts, request, caller: provedNumber, who, objection };
  return await reschedule(move, deps, deadline);
}
