import type { Account } from '../accounts/account.ts';
import { requestIdPattern } from '../record/ids.ts';
import type { Deadline, ScheduleReader } from '../record/ports.ts';
import { BUCKET_MINUTES } from '../scheduling/occupancy.ts';
import { boundaryOf, MINUTES_PER_DAY } from '../scheduling/time.ts';

export interface TechnicianDay {
  readonly technicianId: string;
  /** In the account's zone. */
  readonly date: string;
}

/** Writes a day as what a message tells. */
export const dayTells = ({ technicianId, date }: TechnicianDay): string => `${date} ${technicianId}`;

/** Reads a day from what a message tells. */
export function dayOf(tells: string | undefined): TechnicianDay | undefined {
  if (tells === undefined) return undefined;
  const space = tells.indexOf(' ');
  return { date: tells.slice(0, space), technicianId: tells.slice(space + 1) };
}

/** True if a technician has a visit on a day. */
export async function hasVisitsOn(
  { technicianId, date }: TechnicianDay,
  { accountId, timezone }: Account,
  schedule: ScheduleReader,
  deadline: Deadline,
): Promise<boolean> {
  const span = { from: boundaryOf(timezone, date, 0), to: boundaryOf(timezone, date, MINUTES_PER_DAY) };
  const claimed = (await schedule.occupancy(accountId, span, deadline)).get(technicianId);
  return [...(claimed ?? [])].some(([bucket, holder]) => {
    const at = bucket * BUCKET_MINUTES;
    return at >= span.from && at < span.to && requestIdPattern.test(holder);
  });
}
