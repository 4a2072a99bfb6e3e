import { isStanding, type StandingHold } from '../record/hold.ts';
import type { Deadline } from '../record/ports.ts';
import type { Technician } from '../scheduling/calendar.ts';
import type { Claims, DateBuckets, Occupancy } from '../scheduling/day.ts';
import { endOf, holdIdOf, isHeld } from '../scheduling/holds.ts';
import type { Question } from '../scheduling/open-day.ts';
import { claimedBy } from './appointment.ts';
import { preferredTechnicians, type RequestedStart } from './requested-start.ts';
import { type Judged, judgeWanted } from './requested-windows.ts';
import { type HoldReaders, readStanding } from './standing-hold.ts';

/** The holders of the buckets of a start that other calls hold for now. */
function heldIn(claims: readonly DateBuckets[], claimed: Claims | undefined, now: number): readonly string[] {
  const holders = claims.flatMap(({ buckets }) => buckets.flatMap((bucket) => claimed?.get(bucket) ?? []));
  return [...new Set(holders)].filter((holder) => isHeld(holder, now));
}

/**
 * By when a start that is refused as taken is free at the latest, in ISO 8601, UTC, unless the callers who hold it take it.
 * Undefined if jobs or blocks are in the way.
 */
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

/** A technician for a start, with the holds that the start takes over. */
export interface Candidate {
  readonly technician: Technician;
  readonly ends: readonly StandingHold[];
}

/** Technicians whose time nobody holds come first. Reads only what is taken over. */
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
      // Another hold of the same call is elsewhere: it stays.
      const ends = read.filter(isStanding).filter(({ hold }) => holders.includes(hold.holder));
      return { technician, ends };
    }),
  );
  return [...candidates].sort((a, b) => a.ends.length - b.ends.length);
}
