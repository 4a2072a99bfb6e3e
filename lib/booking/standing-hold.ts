import { type CallHold, isStanding } from '../record/hold.ts';
import type { Deadline, HoldStore, ScheduleReader } from '../record/ports.ts';
import type { Claim } from '../record/request.ts';
import type { Bucket } from '../scheduling/calendar.ts';
import { BUCKET_MINUTES, type Occupancy } from '../scheduling/day.ts';

export interface HoldReaders {
  readonly holds: HoldStore;
  readonly schedule: ScheduleReader;
}

/**
 * What a call holds, with only the time that it still has: as soon as a hold has expired by any clock, others may take
 * some of it. Two reads in sequence.
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
