import type { Account } from '../../accounts/account.ts';
import type { Deadline } from '../../record/ports.ts';
import {
  type Appointment,
  type Claim,
  type CrewMember,
  crewOf,
  type DispatchRequest,
  visitsIn,
} from '../../record/request.ts';
import type { Bucket } from '../../scheduling/calendar.ts';
import {
  BUCKET_MINUTES,
  type Claims,
  countsFor,
  isHeld,
  layerName,
  type Occupancy,
} from '../../scheduling/occupancy.ts';
import { MINUTE_MS } from '../../scheduling/time.ts';
import type { BookingDependencies } from '../booking-facts.ts';

/** This many jobs may be placed over each other. */
const MAX_LAYERS = 5;

/**
 * Returns what a visit of a job claims for those who come to it. Visits don't overlap, so that each claim lies between two
 * starts. Only a quarter of an hour in which one visit ends and the next begins may be of both.
 */
export function claimsOfVisit(
  appointment: Appointment,
  at: number,
  { booking }: Pick<Account, 'booking'>,
): readonly Claim[] {
  const visits = visitsIn(appointment);
  const [visit, next] = [visits[at], visits[at + 1]];
  if (visit === undefined) return [];
  const come = new Set(crewOf(visit).map(({ technicianId }) => technicianId));
  const from = bucketsAt(visit.startsAt);
  const end = bucketsAt(visit.endsAt) + booking.bufferMinutes / BUCKET_MINUTES;
  const to =
    next === undefined ? Number.POSITIVE_INFINITY : Math.max(Math.floor(bucketsAt(next.startsAt)), end);
  const isOwn = (bucket: Bucket) => bucket > from - 1 && bucket < to;
  return appointment.claims
    .filter(({ technicianId }) => come.has(technicianId))
    .map((claim) => ({ ...claim, buckets: claim.buckets.filter(isOwn) }))
    .filter(({ buckets }) => buckets.length > 0);
}

/** Returns how many quarters of an hour have passed at an instant, with the part of one that has begun. */
const bucketsAt = (instant: string): number => Date.parse(instant) / MINUTE_MS / BUCKET_MINUTES;

/** Joins claims of the same technician, layer and date, because a write may touch each day only once. */
export function joined(claims: readonly Claim[]): readonly Claim[] {
  const byDay = Map.groupBy(claims, (claim) => `${claim.date}#${layerName(claim.technicianId, claim.layer)}`);
  return [...byDay.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const buckets = [first, ...more].flatMap((claim) => claim.buckets);
    return [{ ...first, buckets: [...new Set(buckets)].sort((a, b) => a - b) }];
  });
}

/** Puts each bucket into the lowest layer in which nothing but the request and holds claims it; undefined if none is left. */
export function layered(
  claims: readonly Claim[],
  occupancy: Occupancy,
  { dispatchRequestId }: DispatchRequest,
  now: number,
): readonly Claim[] | undefined {
  const counts = countsFor({ own: new Set([dispatchRequestId]), now, overHolds: true });
  const layers = Array.from({ length: MAX_LAYERS }, (_, index) => index + 1);
  const placed = claims.flatMap(({ buckets, ...claim }) => {
    const isFree = (layer: number, bucket: number) => {
      const holder = occupancy.get(layerName(claim.technicianId, layer))?.get(bucket);
      return holder === undefined || !counts(holder);
    };
    const byLayer = Map.groupBy(buckets, (bucket) => layers.find((layer) => isFree(layer, bucket)));
    return [...byLayer].map(([layer, own]) => ({ ...claim, layer, buckets: own }));
  });
  if (placed.some(({ layer }) => layer === undefined)) return undefined;
  return placed.map(({ layer, ...claim }) => (layer === 1 ? claim : { ...claim, layer }));
}

/** Returns somebody of a job whose time is taken by something else; undefined if nobody's is. */
export function whoseTimeIsTaken(
  appointment: Appointment,
  occupancy: Occupancy,
  { dispatchRequestId }: DispatchRequest,
  now: number,
): CrewMember | undefined {
  const counts = countsFor({ own: new Set([dispatchRequestId]), now });
  const taken = appointment.claims.find(({ technicianId, layer, buckets }) => {
    const claimed = occupancy.get(layerName(technicianId, layer));
    return buckets.some((bucket) => {
      const holder = claimed?.get(bucket);
      return holder !== undefined && counts(holder);
    });
  });
  return visitsIn(appointment)
    .flatMap(crewOf)
    .find(({ technicianId }) => technicianId === taken?.technicianId);
}

/** Returns what a write may see as taken: a visit may only replace expired holds. */
export const withoutHeld = (occupancy: Occupancy, now: number): Occupancy =>
  new Map(
    [...occupancy].map(([name, claimed]) => [
      name,
      new Map([...claimed].filter(([, holder]) => !isHeld(holder, now))),
    ]),
  );

/** Reads what claims the time of a job's visits. */
export async function claimedIn(
  appointment: Appointment,
  { accountId, booking }: Account,
  { schedule }: Pick<BookingDependencies, 'schedule'>,
  deadline: Deadline,
): Promise<Occupancy> {
  const spans = visitsIn(appointment).map(({ startsAt, endsAt }) => ({
    from: Date.parse(startsAt) / MINUTE_MS,
    to: Date.parse(endsAt) / MINUTE_MS + booking.bufferMinutes,
  }));
  return merged(await Promise.all(spans.map((span) => schedule.occupancy(accountId, span, deadline))));
}

/** Returns what several reads have found together. */
export function merged(reads: readonly Occupancy[]): Occupancy {
  const all = new Map<string, Claims>();
  for (const [name, claimed] of reads.flatMap((occupancy) => [...occupancy]))
    all.set(name, new Map([...(all.get(name) ?? []), ...claimed]));
  return all;
}
