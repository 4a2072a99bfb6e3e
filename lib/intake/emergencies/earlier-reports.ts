import type { Danger, ServiceType } from '../../accounts/account.ts';
import { DANGER_FLAG } from '../../record/attention.ts';
import {
  type CallIdentity,
  callBookingId,
  emergencyId,
  type InvocationContext,
  isMadeInCall,
} from '../../record/calls.ts';
import type { Contact } from '../../record/customers/contact.ts';
import { ifAvailable } from '../../record/faults.ts';
import type { Notes } from '../../record/notes.ts';
import type { Deadline, RequestStore } from '../../record/ports.ts';
import { type DispatchRequest, hasEnded, latestOf } from '../../record/request.ts';
import type { ChangeDependencies } from '../../record/retry.ts';

/** Reports an emergency. A person takes over, so everything but the call is optional. */
export interface EmergencyReport extends InvocationContext {
  readonly service?: ServiceType | undefined;
  readonly serviceText?: string | undefined;
  /** Contains what the caller said. Without a phone, the customer gets the reported number. */
  readonly customer: Contact;
  /** Completes the customer by what the call was told before; read in parallel with the stored requests. */
  readonly completed?: (() => Promise<Contact>) | undefined;
  readonly preferredDate?: string | undefined;
  readonly preferredTime?: string | undefined;
  readonly notes?: Notes | undefined;
  readonly danger?: Danger | undefined;
  /** The function call whose answer tells the caller what to do, unless an earlier one of the call did. */
  readonly warnedBy?: string | undefined;
  /** False if the report may claim no visit. */
  readonly mayBook?: boolean;
  readonly canonicalArguments: string;
}

/** Another call of the number within this time counts as being about the same emergency. */
const SAME_EMERGENCY_MS = 24 * 60 * 60_000;

type Call = CallIdentity & { readonly now: number };

interface ReportReaders {
  readonly requests: Pick<RequestStore, 'madeInCall' | 'ofNumber'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

interface EarlierReports {
  /** Requests of the call, without messages. */
  readonly inCall: readonly DispatchRequest[];
  /** Open emergencies that other calls of the number reported within a day, the latest first. */
  readonly ofNumber: readonly DispatchRequest[];
}

/** Finds the requests of a call and its number by index; none if that takes more than half of the time. */
async function foundByIndex(
  call: Call,
  { requests, now }: ReportReaders,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const { account, integration, callId, caller } = call;
  const { accountId } = account;
  const half = (now() + deadline) / 2;
  const found = Promise.all([
    callId === undefined ? [] : requests.madeInCall(accountId, integration, callId, half),
    caller === undefined ? [] : requests.ofNumber(accountId, caller, sinceOf(call), half),
  ]);
  return (await ifAvailable(found))?.flat() ?? [];
}

/** Selects the reports among requests that were found for a call, its number, or both. */
export function reportsAmong(found: readonly DispatchRequest[], call: Call): EarlierReports {
  const latest = latestOf(found);
  return {
    inCall: latest.filter((request) => request.kind !== 'message' && isMadeInCall(request, call)),
    ofNumber: latest
      .filter((request) => request.caller === call.caller && !isMadeInCall(request, call))
      .filter((request) => isOpenEmergency(request) && reportedAt(request) > sinceOf(call))
      .toSorted((a, b) => (reportedAt(a) > reportedAt(b) ? -1 : 1)),
  };
}

const sinceOf = ({ now }: Call): string => new Date(now - SAME_EMERGENCY_MS).toISOString();

/** Returns the open emergency that this number reported or, if there is none, the call's request with a danger. */
export async function emergencyOf(
  call: Call,
  readers: ReportReaders,
  deadline: Deadline,
): Promise<DispatchRequest | undefined> {
  const { inCall, ofNumber } = reportsAmong(await foundByIndex(call, readers, deadline), call);
  return [...inCall, ...ofNumber].find(isOpenEmergency) ?? inCall.find(isOpenDanger);
}

/** An emergency for which another alert stands has no alert of its own. */
const reportedAt = ({ alertedAt, createdAt }: DispatchRequest): string => alertedAt ?? createdAt;

const isOpenDanger = ({ needsReview, status }: DispatchRequest): boolean =>
  needsReview.includes(DANGER_FLAG) && !hasEnded(status);

const isOpenEmergency = ({ kind, urgency, status }: DispatchRequest): boolean =>
  kind !== 'message' && urgency === 'emergency' && !hasEnded(status);

/**
 * Finds the requests that an emergency may be about, each as stored last. What an earlier attempt found stays known and
 * is read by its id, because the indexes may not answer by then.
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

/** Returns the ids that the call's emergency may have. */
export function ownIds(emergency: EmergencyReport): readonly string[] {
  const { service, canonicalArguments } = emergency;
  const booked = service && callBookingId(emergency, service.id);
  return [emergencyId(emergency, canonicalArguments), ...(booked === undefined ? [] : [booked])];
}
