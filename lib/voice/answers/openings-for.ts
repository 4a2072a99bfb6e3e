import { nothingFree, notReached, technicianSentence } from '#refusals';
import { nextSteps } from '../../wording/en/openings.ts';
import { localNow } from '../told.ts';
import type { CallContext, VoiceDependencies } from '../voice-function.ts';
import { type OpeningsQuery, offeredDays, searchOpenings } from './openings.ts';

const MAX_ALTERNATIVES = 3;

/**
 * The answer of availability to a query: what is free, or why nothing is and the alternatives.
 * @throws {StorageUnavailable} if the schedule can't be read
 */
export async function openingsFor(query: OpeningsQuery, context: CallContext, deps: VoiceDependencies) {
  const found = await searchOpenings(query, context, deps);
  if ('unreached' in found)
    return {
      ...notReached(found.unreached, query.service.name),
      availableSlots: [],
      today: localNow(context),
    };
  if (found.none !== undefined) return nothingFree(query, found, found.none, context);
  const { technician } = found;
  // Most callers want anyone, or somebody who comes.
  const isUsual = technician.kind === 'anyone' || technician.kind === 'named';
  return offeredDays(
    query,
    found,
    isUsual ? undefined : technicianSentence({ ...query, technician }),
    context,
  );
}

/**
 * The refusal of an open start, such as "between 8 and 10", with matching starts to choose from.
 * @throws {StorageUnavailable} if the schedule can't be read
 */
export async function choiceFor(
  reason: 'choose_time' | 'choose_date',
  query: OpeningsQuery,
  context: CallContext,
  deps: VoiceDependencies,
) {
  const found = await openingsFor(query, context, deps);
  if (!('offered' in found)) {
    const { availableSlots, today, ...refusal } = found;
    return { ...refusal, alternatives: availableSlots };
  }
  const { message, offered, date, weekday, understood, today } = found;
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
  };
}
