import {
  type CallHold,
  type CallKey,
  holdsOfCall,
  isStanding,
  liveHold,
  type StandingHold,
} from '../record/hold.ts';
import type { Deadline, HoldStore, ScheduleReader } from '../record/ports.ts';
import { type ChangedBy, type Claim, rememberInvocation, remembers } from '../record/request.ts';
import { type Contention, retry } from '../record/retry.ts';
import type { Bucket, Technician } from '../scheduling/calendar.ts';
import type { Question } from '../scheduling/day.ts';
import {
  BUCKET_MINUTES,
  type Claims,
  type DateBuckets,
  endOf,
  holderOf,
  holdIdOf,
  isHeld,
  type Occupancy,
} from '../scheduling/occupancy.ts';
import { isoMinute } from '../scheduling/time.ts';
import { claimedBy } from './appointment.ts';
import { type Judged, judgeWanted, preferredTechnicians, type RequestedStart } from './requested-start.ts';

/** A technician's time that a call holds (ISO 8601, UTC). */
export interface HeldTime {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly heldUntil: string;
}

/** Returns the times that calls hold in a technician's claims at an instant (epoch ms), in order of start. */
export const heldTimesIn = (claimed: Claims, now: number): readonly HeldTime[] =>
  spansByHolder(claimed, (holder) => isHeld(holder, now)).map(({ holder, ...span }) => {
    return { ...span, heldUntil: new Date(endOf(holder)).toISOString() };
  });

/** Returns the span of buckets of each holder that counts, in order of start (ISO 8601, UTC). */
export function spansByHolder(claimed: Claims, counts: (holder: string) => boolean) {
  const spans = new Map<string, { first: number; last: number }>();
  for (const [bucket, holder] of claimed) {
    if (!counts(holder)) continue;
    const span = spans.get(holder) ?? { first: bucket, last: bucket };
    spans.set(holder, { first: Math.min(span.first, bucket), last: Math.max(span.last, bucket) });
  }
  return [...spans]
    .sort(([, a], [, b]) => a.first - b.first)
    .map(([holder, { first, last }]) => ({
      holder,
      startsAt: isoMinute(first * BUCKET_MINUTES),
      endsAt: isoMinute((last + 1) * BUCKET_MINUTES),
    }));
}

export interface HoldReaders {
  readonly holds: HoldStore;
  readonly schedule: ScheduleReader;
}

/**
 * Returns what a call holds, with only the time that the hold still has: once a hold has expired by any clock,
 * others may take some of its time. Takes two reads in sequence.
 */
export async function readStanding(
  accountId: string,
  holdId: string,
  { holds, schedule }: HoldReaders,
  deadline: Deadline,
): Promise<CallHold | undefined> {
  const known = await holds.get(accountId, holdId, deadline);
  if (!isStanding(known)) return known;
  const { hold } = known;
  const buckets = hold.claims.flatMap((claim) => claim.buckets);
  if (buckets.length === 0) return known;
  const occupancy = await schedule.occupancy(accountId, spanOf(buckets), deadline);
  return { ...known, hold: { ...hold, claims: stillHeld(hold.claims, hold.holder, occupancy) } };
}

const spanOf = (buckets: readonly Bucket[]) => ({
  from: Math.min(...buckets) * BUCKET_MINUTES,
  to: (Math.max(...buckets) + 1) * BUCKET_MINUTES,
});

function stillHeld(claims: readonly Claim[], holder: string, occupancy: Occupancy): readonly Claim[] {
  return claims
    .map((claim) => {
      const claimed = occupancy.get(claim.technicianId);
      return { ...claim, buckets: claim.buckets.filter((bucket) => claimed?.get(bucket) === holder) };
    })
    .filter(({ buckets }) => buckets.length > 0);
}

/** Releases a hold. Returns true if there was one, also for a repeat of the invocation that released it. */
export async function endHolding(
  { accountId, holdId }: Pick<CallHold, 'accountId' | 'holdId'>,
  deps: HoldReaders & Contention,
  deadline: Deadline,
  who: Pick<ChangedBy, 'invocation'> = {},
): Promise<boolean> {
  return await retry<boolean>(
    async () => {
      const known = await readStanding(accountId, holdId, deps, deadline);
      if (!isStanding(known)) return known !== undefined && remembers(known, who);
      const invocations = rememberInvocation(known.invocations, who.invocation);
      return (await deps.holds.release({ ...known, invocations }, deadline)) === 'stored' || undefined;
    },
    deps,
    deadline,
  );
}

/** Releases all holds of a call id, from whatever number. Once a report is stored, no new hold is possible. */
export async function endHoldsOfCall(
  call: CallKey,
  deps: HoldReaders & Contention,
  deadline: Deadline,
): Promise<void> {
  const known = await deps.holds.ofCall(call.accountId, holdsOfCall(call), deadline);
  await Promise.all(known.filter(isStanding).map((hold) => endHolding(hold, deps, deadline)));
}

/** What a call holds is remembered for this many milliseconds after its end. */
export const KEPT_MS = 24 * 60 * 60_000;

/**
 * Keeps what a call held when it ended until an instant (epoch ms), because its caller may call again. Returns what is
 * held; undefined if nothing is any more.
 */
export async function keepHolding(
  { accountId, holdId }: Pick<CallHold, 'accountId' | 'holdId'>,
  until: number,
  deps: HoldReaders & Contention,
  deadline: Deadline,
): Promise<StandingHold | undefined> {
  const { holds, schedule } = deps;
  const result = await retry<StandingHold | 'over'>(
    async () => {
      const known = liveHold(await holds.get(accountId, holdId, deadline), deps.now());
      if (known === undefined) return 'over';
      const { hold } = known;
      if (endOf(hold.holder) >= until) return known;
      const buckets = hold.claims.flatMap((claim) => claim.buckets);
      const [seen, ofNumber] = await Promise.all([
        buckets.length === 0 ? new Map() : schedule.occupancy(accountId, spanOf(buckets), deadline),
        hold.numberId === undefined ? undefined : holds.ofNumber(accountId, hold.numberId, deadline),
      ]);
      const before = { ...hold, claims: stillHeld(hold.claims, hold.holder, seen) };
      const next = {
        ...known,
        version: known.version + 1,
        keptUntil: until + KEPT_MS,
        hold: { ...before, holder: holderOf(holdId, until) },
      };
      const outcome = await holds.commit({ next, before, seen, kept: [], ofNumber }, deadline);
      return outcome === 'stored' ? next : outcome === 'slot_lost' ? 'over' : undefined;
    },
    deps,
    deadline,
  );
  return result === 'over' ? undefined : result;
}

/** Returns the holders of those buckets that other calls hold now. */
function heldIn(claims: readonly DateBuckets[], claimed: Claims | undefined, now: number): readonly string[] {
  const holders = claims.flatMap(({ buckets }) => buckets.flatMap((bucket) => claimed?.get(bucket) ?? []));
  return [...new Set(holders)].filter((holder) => isHeld(holder, now));
}

/** Returns when a taken start becomes free if held times aren't booked (ISO 8601, UTC); undefined if never. */
export function heldUntil(question: Question, wanted: RequestedStart): string | undefined {
  const judged = judgeWanted({ ...question, overHolds: true }, wanted);
  if (typeof judged === 'string') return undefined;
  const ends = preferredTechnicians(wanted, judged.technicians, undefined).flatMap((technician) => {
    const claims = claimedBy(wanted, judged.start, technician);
    const holders = heldIn(claims, question.occupancy.get(technician.id), question.now);
    return holders.length === 0 ? [] : [Math.max(...holders.map(endOf))];
  });
  return ends.length === 0 ? undefined : new Date(Math.min(...ends)).toISOString();
}

/** A technician who can come to a start, and the holds that end if this technician does. */
export interface Candidate {
  readonly technician: Technician;
  readonly ends: readonly StandingHold[];
}

/** Sorts technicians whose time nobody holds first. Reads only the holds that would end. */
export async function takingOver(
  technicians: readonly Technician[],
  judged: Judged,
  wanted: RequestedStart,
  occupancy: Occupancy,
  deps: HoldReaders,
  deadline: Deadline,
): Promise<readonly Candidate[]> {
  const candidates = await Promise.all(
    technicians.map(async (technician): Promise<Candidate> => {
      const claims = claimedBy(wanted, judged.start, technician);
      const holders = heldIn(claims, occupancy.get(technician.id), wanted.now);
      const { accountId } = wanted.account;
      const ids = new Set(holders.map(holdIdOf));
      const read = await Promise.all([...ids].map((id) => readStanding(accountId, id, deps, deadline)));
      // The same call may meanwhile hold another time, which stays held.
      const ends = read.filter(isStanding).filter(({ hold }) => holders.includes(hold.holder));
      return { technician, ends };
    }),
  );
  return [...candidates].sort((a, b) => a.ends.length - b.ends.length);
}
