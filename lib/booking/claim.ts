import type { Change, Deadline } from '../record/ports.ts';
import type { Scheduled } from '../record/request.ts';
import { ANSWER_MS, type ChangeDependencies } from '../record/until-settled.ts';
import type { Technician } from '../scheduling/calendar.ts';

/** A change that gives a request an appointment. */
export interface Claiming extends Change {
  readonly next: Scheduled;
}

/**
 * Stores the change for the first technician who is still free. Undefined if none is, or if the request was changed
 * meanwhile: then read both again.
 */
export async function claimFirstFree<Candidate = Technician>(
  technicians: readonly Candidate[],
  changeFor: (technician: Candidate) => Claiming,
  { requests, now, onRace }: ChangeDependencies,
  deadline: Deadline,
): Promise<Scheduled | undefined> {
  for (const technician of technicians) {
    if (now() >= deadline - ANSWER_MS) return undefined;
    const change = changeFor(technician);
    const { kind } = await requests.commit(change, deadline);
    if (kind === 'stored') return change.next;
    if (kind !== 'slot_lost') return undefined;
    onRace?.();
  }
  return undefined;
}
