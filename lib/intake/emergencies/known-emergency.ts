import { isSameAddress } from '#street';
import { remembers } from '../../record/changed.ts';
import {
  activeAppointment,
  type DispatchRequest,
  hasEnded,
  isReadable,
  latestOf,
} from '../../record/request.ts';
import { reportsAmong } from './earlier-reports.ts';
import { type EmergencyReport, openedId } from './emergency-request.ts';
import { ownIds } from './found-requests.ts';

interface Found {
  /** What the emergency is about. */
  readonly known: DispatchRequest | undefined;
  /** The other requests of the call, and other emergencies of its number. */
  readonly others: readonly DispatchRequest[];
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
