import type { Covered } from '../../accounts/areas.ts';
import { heardUrgency } from '../../booking/appointment.ts';
import { requestedTechnician } from '../../booking/requested-start.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { chooseAmong } from '../arguments/offered-starts.ts';
import type { VisitChoice } from '../arguments/visit-argument.ts';
import type { CallContext, VoiceDependencies } from '../voice-function.ts';
import type { OpeningsQuery } from './openings.ts';
import { openingsFor } from './openings-for.ts';

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
  return chooseAmong(reason, found, found.availableSlots, ignored?.[0]);
}
