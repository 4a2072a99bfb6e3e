import type { BoardAppointmentView } from '../../../lib/board/views.ts';
import { MINUTE_MS } from '../store/time.ts';
import { cardKey } from './technicians.ts';

/** A job for which nobody has left yet is marked this long before it is due. */
const SOON_MS = 15 * MINUTE_MS;

/** What is wrong with a job's time, or soon will be. */
export type Timing = 'late' | 'overrunning' | 'at_risk' | 'due';

const waiting: readonly string[] = ['scheduled', 'dispatched', 'en_route'];

/**
 * Finds the jobs of a technician that are late, overrun, or may break their promise, by their cards’ keys. A job that takes longer delays
 * the jobs after it.
 * @param jobs in order of their start
 * @param now epoch milliseconds
 */
export function timingsOf(
  jobs: readonly BoardAppointmentView[],
  bufferMinutes: number,
  now: number,
): ReadonlyMap<string, Timing> {
  const found = new Map<string, Timing>();
  /** The earliest time at which the technician is free for the next job. */
  let free = Number.NEGATIVE_INFINITY;
  for (const job of jobs) {
    const [from, to] = [Date.parse(job.startsAt), Date.parse(job.endsAt)];
    const by = job.promise === undefined ? from : Date.parse(job.promise.endsAt);
    const isWaiting = waiting.includes(job.status);
    if (!isWaiting && job.status !== 'in_progress') continue;
    const arrives = isWaiting ? Math.max(from, free, now) : from;
    const timing = isWaiting
      ? timingOf({ job, from, by, arrives, now })
      : now > to
        ? 'overrunning'
        : undefined;
    if (timing !== undefined) found.set(cardKey(job), timing);
    free = Math.max(arrives + to - from, now) + bufferMinutes * MINUTE_MS;
  }
  return found;
}

interface Waiting {
  readonly job: BoardAppointmentView;
  readonly from: number;
  readonly by: number;
  readonly arrives: number;
  readonly now: number;
}

function timingOf({ job, from, by, arrives, now }: Waiting): Timing | undefined {
  if (now > by) return 'late';
  if (arrives > by) return 'at_risk';
  const isSoon = job.status !== 'en_route' && by - now <= SOON_MS;
  return now > from || isSoon ? 'due' : undefined;
}
