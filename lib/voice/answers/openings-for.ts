import { localNow, speakService } from '../told.ts';
import type { CallContext, VoiceDependencies } from '../voice-function.ts';
import { type OpeningsQuery, offeredDays, searchOpenings, speakNotTaken } from './openings.ts';
import { nothingFree, notReached, technicianSentence } from './refusals.ts';

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
