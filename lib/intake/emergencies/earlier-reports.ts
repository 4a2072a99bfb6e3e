import { DANGER_FLAG } from '../../record/danger-flag.ts';
import { StorageUnavailable } from '../../record/faults.ts';
import { type CallIdentity, isMadeInCall } from '../../record/invocation.ts';
import type { Deadline, RequestStore } from '../../record/ports.ts';
import { type DispatchRequest, hasEnded, latestOf } from '../../record/request.ts';

/** For how long another call of the number counts as being about the same emergency. */
const SAME_EMERGENCY_MS = 24 * 60 * 60_000;

/** A call at an instant in epoch milliseconds. */
type Call = CallIdentity & { readonly now: number };

export interface ReportReaders {
  readonly requests: Pick<RequestStore, 'madeInCall' | 'ofNumber'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What a call and its number have asked for. */
export interface EarlierReports {
  /** The requests of the call, messages apart. */
  readonly inCall: readonly DispatchRequest[];
  /** Open emergencies that other calls of the number reported within a day, the latest first. */
  readonly ofNumber: readonly DispatchRequest[];
}

/**
 * Reads the requests of a call and the emergencies of its number, if that takes at most half of the time: an
 * emergency is handled without them, too.
 */
async function earlierReports(
  call: Call,
  readers: ReportReaders,
  deadline: Deadline,
): Promise<EarlierReports> {
  return reportsAmong(await foundByIndex(call, readers, deadline), call);
}

/** What the indexes have of a call and its number; nothing if that takes more than half of the time. */
export async function foundByIndex(
  call: Call,
  { requests, now }: ReportReaders,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const { account, integration, callId, caller } = call;
  const { accountId } = account;
  const half = (now() + deadline) / 2;
  try {
    const found = await Promise.all([
      callId === undefined ? [] : requests.madeInCall(accountId, integration, callId, half),
      caller === undefined ? [] : requests.ofNumber(accountId, caller, sinceOf(call), half),
    ]);
    return found.flat();
  } catch (error) {
    if (error instanceof StorageUnavailable) return [];
    throw error;
  }
}

/** The reports among requests that were found for a call, its number, or both. */
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

/**
 * The open emergency that a call is about, if it or another call of its number reported one; otherwise the request of the
 * call that reports a danger.
 */
export async function emergencyOf(
  call: Call,
  readers: ReportReaders,
  deadline: Deadline,
): Promise<DispatchRequest | undefined> {
  const { inCall, ofNumber } = await earlierReports(call, readers, deadline);
  return [...inCall, ...ofNumber].find(isOpenEmergency) ?? inCall.find(isOpenDanger);
}

/** When an emergency was reported; one for which another's alert stands has none of its own. */
const reportedAt = ({ alertedAt, createdAt }: DispatchRequest): string => alertedAt ?? createdAt;

const isOpenDanger = ({ needsReview, status }: DispatchRequest): boolean =>
  needsReview.includes(DANGER_FLAG) && !hasEnded(status);

const isOpenEmergency = ({ kind, urgency, status }: DispatchRequest): boolean =>
  kind !== 'message' && urgency === 'emergency' && !hasEnded(status);
