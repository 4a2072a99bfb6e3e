import { callBookingId, emergencyId } from '../../record/invocation.ts';
import type { Deadline } from '../../record/ports.ts';
import { type DispatchRequest, latestOf } from '../../record/request.ts';
import type { ChangeDependencies } from '../../record/until-settled.ts';
import { foundByIndex } from './earlier-reports.ts';
import type { EmergencyReport } from './emergency-request.ts';

/**
 * The requests that an emergency may be about, each as stored last. What an earlier attempt found stays known and is read
 * by its id, because by then the indexes may not answer.
 */
export async function findAll(
  emergency: EmergencyReport,
  before: readonly DispatchRequest[],
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const ids = new Set([...ownIds(emergency), ...before.map(({ dispatchRequestId }) => dispatchRequestId)]);
  const [byId, byIndex] = await Promise.all([
    Promise.all([...ids].map((id) => deps.requests.get(id, deadline))),
    foundByIndex(emergency, deps, deadline),
  ]);
  return latestOf([...byId.filter((request) => request !== undefined), ...byIndex]);
}

/** The ids that the call's emergency may have. */
export function ownIds(emergency: EmergencyReport): readonly string[] {
  const { service, canonicalArguments } = emergency;
  const booked = service && callBookingId(emergency, service.id);
  return [emergencyId(emergency, canonicalArguments), ...(booked === undefined ? [] : [booked])];
}
