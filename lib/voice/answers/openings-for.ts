import type { Covered } from '../../accounts/areas.ts';
import { heardUrgency } from '../../booking/appointment.ts';
import { requestedTechnician } from '../../booking/requested-start.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import type { VisitChoice } from '../arguments/visit-argument.ts';
import { repairOf } from '../repair.ts';
import { localNow, speakService } from '../told.ts';
import type { CallContext, VoiceDependencies } from '../voice-function.ts';
import { type OpeningsQuery, offeredDays, searchOpenings, speakNotTaken } from './openings.ts';
import { nothingFree, notReached, technicianSentence } from './refusals.ts';

const MAX_ALTERNATIVES = 3;

/**
 * Answers a query with what is free, or with why nothing is and the alternatives.
 * @throws {StorageUnavailable} if the schedule can't be read
 */
export async function openingsFor(asked: OpeningsQuery, context: CallContext, deps: VoiceDependencies) {
  const found = await searchOpenings(asked, context, deps);
  const query = { ...asked, heard: await asked.heardFee };
  if ('unreached' in found)
    return {
      ...notReached(found.unreached, speakService(query.service, context.words), context.words),
      availableSlots: [],
      today: localNow(context),
    };
  if (found.none !== undefined) return nothingFree(query, found, found.none, context);
  const { technician } = found;
  // Nothing needs to be said about a technician who may come.
  const isUsual = technician.kind === 'anyone' || technician.kind === 'named';
  const searched = { ...query, technician };
  const who = isUsual ? undefined : technicianSentence(searched, context.words);
  return offeredDays(query, found, [...speakNotTaken(searched, context.words), who], context);
}

interface ChoiceOf extends Pick<OpeningsQuery, 'zip' | 'urgency' | 'additionalVisit'> {
  /** The appointment to be moved, and the coverage of its place. */
  readonly moved?: { readonly request: DispatchRequest; readonly coverage: Covered };
}

/**
 * Refuses an open start, such as "between 8 and 10", with matching starts to choose from.
 * @throws {StorageUnavailable} if the schedule can't be read
 */
export async function choiceFor(
  { reason, days, times, ignored, ...wanted }: VisitChoice,
  { moved, ...place }: ChoiceOf,
  context: CallContext,
  deps: VoiceDependencies,
) {
  const { account, now } = context;
  const { service } = wanted;
  const coverage = moved?.coverage;
  const technician = requestedTechnician({ ...wanted, account, coverage });
  const ofMove = moved && {
    moved: moved.request.dispatchRequestId,
    urgency: heardUrgency(moved.request, { account, service, coverage: moved.coverage, now }),
  };
  const query = { service, days, times, ignored, technician, coverage, ...place, ...ofMove };
  const found = await openingsFor(query, context, deps);
  if (!('offered' in found)) {
    const { availableSlots, today, ...refusal } = found;
    return { ...refusal, alternatives: availableSlots };
  }
  const { message, offered, date, weekday, understood, today } = found;
  const [unread] = ignored ?? [];
  const starts = found.availableSlots.map((slot) => ({
    date: slot.date,
    time: slot.time,
    start: slot.start,
  }));
  const repaired = unread && repairOf('time', unread.argument, unread.text, starts);
  return {
    message,
    offered,
    reason,
    alternatives: offered.slice(0, MAX_ALTERNATIVES),
    date,
    weekday,
    understood,
    today,
    nextStep: nextSteps.chooseTime,
    ...repaired,
  };
}
