import { openedId } from '#emergencies';
import { isSameAddress } from '#street';
import { remembers } from '../../record/changed.ts';
import { callBookingId, emergencyId } from '../../record/invocation.ts';
import type { Deadline } from '../../record/ports.ts';
import {
  activeAppointment,
  type DispatchRequest,
  hasEnded,
  isReadable,
  latestOf,
} from '../../record/request.ts';
import type { ChangeDependencies } from '../../record/until-settled.ts';
import { foundByIndex, reportsAmong } from './earlier-reports.ts';
import type { EmergencyReport } from './emergency-request.ts';

interface Found {
  /** What the emergency is about. */
  readonly known: DispatchRequest | undefined;
  /** The other requests of the call, and other emergencies of its number. */
  readonly others: readonly DispatchRequest[];
}

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
function ownIds(emergency: EmergencyReport): readonly string[] {
  const { service, canonicalArguments } = emergency;
  const booked = service && callBookingId(emergency, service.id);
  return [emergencyId(emergency, canonicalArguments), ...(booked === undefined ? [] : [booked])];
}

/** What an emergency is about, among the requests that were found for it. */
export function knownAmong(found: readonly DispatchRequest[], emergency: EmergencyReport): Found {
  const { service } = emergency;
  const own = ownIds(emergency);
  const byId = found.filter(({ dispatchRequestId }) => own.includes(dispatchRequestId));
  // What can't be changed can't take the report, unless it has the report's id: then a person has it already.
  const { inCall, ofNumber } = reportsAmong(found.filter(isReadable), emergency);
  const candidates = latestOf([...byId, ...inCall]);
  const reported = ofNumber.filter((request) => !isElsewhere(request, emergency));
  const fits = (request: DispatchRequest) =>
    service === undefined || request.serviceTypeId === undefined || request.serviceTypeId === service.id;
  const known =
    [...candidates, ...reported].find((request) => remembers(request, emergency)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request) && activeAppointment(request)) ??
    candidates.find((request) => !hasEnded(request.status) && fits(request)) ??
    reported.find(fits) ??
    byId.find((request) => request.dispatchRequestId === openedId(emergency));
  return { known, others: [...candidates, ...ofNumber].filter((request) => request !== known) };
}

/** Whether another address is named than an emergency has. */
function isElsewhere({ customer }: DispatchRequest, emergency: EmergencyReport): boolean {
  const [known, named] = [customer.address, emergency.customer.address];
  return known !== undefined && named !== undefined && !isSameAddress(known, named);
}
