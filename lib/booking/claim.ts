import { isStartOf, type StandingHold } from '../record/hold.ts';
import type { Deadline } from '../record/ports.ts';
import type { Appointment, DispatchRequest } from '../record/request.ts';
import { ANSWER_MS, type ChangeDependencies, isOutdated } from '../record/retry.ts';
import type { Question } from '../scheduling/day.ts';
import type { Slot } from '../scheduling/engine.ts';
import { type RefusedStart, refusedStart } from './alternatives.ts';
import { appointmentOf } from './appointment.ts';
import { type HoldReaders, takingOver } from './holds.ts';
import {
  judgeWanted,
  preferredTechnicians,
  type RequestedStart,
  type RequestedStartRefusal,
  technicianRefusal,
} from './requested-start.ts';

/** Describes a claim of a start, for a booking, a move or a hold. */
interface StartClaim<Result> {
  readonly wanted: RequestedStart;
  /** The engine's question about the start. If it may take time that other calls hold, their holds end with the claim. */
  readonly question: Question;
  /** The call's hold ends with the claim. At the held start, its technician is preferred. */
  readonly held: StandingHold | undefined;
  /** The claim replaces this appointment, or else prefers its technician. */
  readonly standing: Appointment | undefined;
  /** The claim changes this request. If it has changed since it was read, no refusal is answered. */
  readonly request: DispatchRequest | undefined;
  /** Says whether a free start may be offered instead; all may by default. */
  readonly isOffered?: (slot: Slot) => boolean;
  readonly refuse: (refusal: RefusedStart) => Result;
  /**
   * Returns an answer that is given in place of the claim, if any.
   * @param isFree false if a technician is free, but none of those who were asked for
   */
  readonly insteadOfClaim?: (isFree: boolean) => Result | undefined;
  /** Writes the appointment. Returns `slot_lost` if its time is taken, and undefined if the facts must be read again. */
  readonly write: (
    appointment: Appointment,
    ends: readonly StandingHold[],
  ) => Promise<Result | 'slot_lost' | undefined>;
}

/**
 * Chooses who can come to a start and claims it for the first of them who is still free, or refuses it with
 * alternatives. Only the conditions of the write decide. Returns undefined after a lost race: read the facts again.
 */
export async function chooseAndClaim<Result>(
  claim: StartClaim<Result>,
  deps: ChangeDependencies & HoldReaders,
  deadline: Deadline,
): Promise<Result | undefined> {
  const { wanted, question, held, standing } = claim;
  const refused = (reason: RequestedStartRefusal) => refuse(reason, claim, deps, deadline);
  const unable = technicianRefusal(wanted);
  if (unable !== undefined) return await refused(unable);
  const judged = judgeWanted(question, wanted);
  if (typeof judged === 'string') return await refused(judged);
  const current = held !== undefined && isStartOf(held.hold, judged) ? held.hold : standing;
  const technicians = preferredTechnicians(wanted, judged.technicians, current?.technicianId);
  const answer = claim.insteadOfClaim?.(technicians.length > 0);
  if (answer !== undefined) return answer;
  if (technicians.length === 0) return await refused('slot_taken');
  const ends = held === undefined ? [] : [held];
  const candidates = question.overHolds
    ? await takingOver(technicians, judged, wanted, question.occupancy, deps, deadline)
    : technicians.map((technician) => ({ technician, ends }));
  for (const candidate of candidates) {
    if (deps.now() >= deadline - ANSWER_MS) return undefined;
    const appointment = appointmentOf(wanted, judged, candidate.technician, standing);
    const result = await claim.write(appointment, candidate.ends);
    if (result !== 'slot_lost') return result;
    deps.onRace?.();
  }
  return undefined;
}

async function refuse<Result>(
  reason: RequestedStartRefusal,
  { wanted, question, request, isOffered, refuse: answer }: StartClaim<Result>,
  deps: ChangeDependencies & HoldReaders,
  deadline: Deadline,
): Promise<Result | undefined> {
  const [refusal, hasChanged] = await Promise.all([
    refusedStart(reason, wanted, question, deps, deadline, isOffered),
    request && isOutdated(request, deps.requests, deadline),
  ]);
  return hasChanged ? undefined : answer(refusal);
}
