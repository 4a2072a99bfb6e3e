import type { Account } from '../accounts/account.ts';
import type { Integration } from '../platforms/index.ts';
import { MINUTE_MS } from '../scheduling/time.ts';
import { callOf, changedByCaller, isMadeInCall } from './calls.ts';
import { tellerOf } from './customers/contact.ts';
import { isCarriedVisit, type Objection } from './lifecycle.ts';
import type { Deadline, RequestStore } from './ports.ts';
import {
  arrivesBy,
  arrivesFrom,
  type ChangedBy,
  type DispatchRequest,
  hasActiveAppointment,
  isReadable,
  latestOf,
} from './request.ts';

/** A request is found by the customer's number for this long after its appointment. */
const LOOK_BACK_MS = 30 * 24 * 60 * MINUTE_MS;

export interface Caller {
  readonly account: Account;
  readonly integration: Integration;
  readonly callId?: string | undefined;
  /** The platform reports this number, E.164. */
  readonly caller?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** True if a request was made in this call, or for or from the reported number. Knowing its id proves nothing. */
export function isOwn(request: DispatchRequest, who: Caller): boolean {
  if (request.accountId !== who.account.accountId) return false;
  const { caller } = who;
  if (isMadeInCall(request, who)) return true;
  if (caller === undefined) return false;
  return request.customer.phone === caller || request.caller === caller || isOnSite(request, who);
}

/** True if the caller is no more than the person on site, whom the customer allowed to move the visit. */
export function isOnSite(
  { onSite, customer, caller: booker, ...request }: DispatchRequest,
  who: Caller,
): boolean {
  const { caller } = who;
  const isTheirs = caller !== undefined && onSite?.mayChange === true && onSite.phone === caller;
  return (
    isTheirs && customer.phone !== caller && booker !== caller && request.accountId === who.account.accountId
  );
}

/** Returns who changes a request by phone. */
export const changedByPhone = (
  request: DispatchRequest,
  who: Parameters<typeof changedByCaller>[0] & Caller,
): ChangedBy => (isOnSite(request, who) ? { ...changedByCaller(who), by: 'on_site' } : changedByCaller(who));

/**
 * True if a request certainly is the caller's. If someone else said the caller's number, the request is theirs once
 * they or a person have proved it.
 */
export function isProved(request: DispatchRequest, who: Caller): boolean {
  const { caller } = who;
  if (isMadeInCall(request, who) || caller === undefined || request.caller === caller) return true;
  if (isOnSite(request, who)) return true;
  return tellerOf(request, 'phone') !== 'unproved';
}

/** True if a request is the caller's and no message. The office handles messages. */
function isOwnJob(request: DispatchRequest, who: Caller): boolean {
  return request.kind !== 'message' && isOwn(request, who);
}

/** Finds a job by its id; undefined if it is not the caller's. */
export async function ownRequest(
  dispatchRequestId: string,
  caller: Caller,
  requests: RequestStore,
  deadline: Deadline,
): Promise<DispatchRequest | undefined> {
  const request = await requests.get(dispatchRequestId, deadline);
  return request !== undefined && isOwnJob(request, caller) ? request : undefined;
}

/**
 * Finds the caller's jobs in order of start, in any state, with an upcoming appointment or one of the last weeks, to
 * which a late repeat may refer. This call's requests without an appointment come first.
 */
export function ownRecent(
  who: Caller,
  requests: RequestStore,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  return ownSince(who.now - LOOK_BACK_MS, who, requests, deadline);
}

/** Finds the caller's jobs as `ownRecent` does, with appointments since a time in epoch milliseconds. */
export async function ownSince(
  since: number,
  who: Caller,
  requests: RequestStore,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const { account, integration, callId, caller } = who;
  const { accountId } = account;
  const from = new Date(since).toISOString();
  const [inCall, ofNumber] = await Promise.all([
    callId === undefined ? [] : requests.madeInCall(accountId, integration, callId, deadline),
    caller === undefined ? [] : requests.ofNumber(accountId, caller, from, deadline),
  ]);
  return latestOf([...inCall, ...ofNumber])
    .filter((request) => isOwnJob(request, who))
    .filter((request) => request.appointment !== undefined || isMadeInCall(request, who))
    .sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1));
}

export function isUpcoming(request: DispatchRequest, { now }: Pick<Caller, 'now'>): boolean {
  const { appointment } = request;
  const at = new Date(now).toISOString();
  return (
    appointment === undefined ||
    arrivesBy(appointment) >= at ||
    (appointment.visits?.at(-1)?.endsAt ?? '') > at
  );
}

const startOf = ({ appointment }: DispatchRequest): string => appointment?.startsAt ?? '';

/** True if a caller may ask to move an appointment: it is active or on hold, or a person has to answer. */
export function isMovable(request: DispatchRequest): boolean {
  return hasActiveAppointment(request) || isCarriedVisit(request) || request.status === 'on_hold';
}

/** True if a caller may cancel a request, with or without an appointment. */
export function isCancelable(request: DispatchRequest): boolean {
  return isMovable(request) || request.status === 'requested';
}

export function isCanceledBy(request: DispatchRequest, who: Caller): boolean {
  const last = request.history.at(-1);
  return request.status === 'canceled' && last?.callId !== undefined && last.callId === callOf(who);
}

/** Says why a caller may not change a request, as `objectionToCustomer` does. Another's request is gone for the caller. */
export function objectionToCaller(who: Caller): (request: DispatchRequest) => Objection | undefined {
  const objection = objectionToCustomer(who);
  return (request) => (isOwn(request, who) ? objection(request) : 'gone');
}

/**
 * Says why a customer may not change a request of theirs. A job that is under way or begins within the notice needs a
 * person; one that ended is gone.
 */
export function objectionToCustomer({
  account,
  now,
}: Pick<Caller, 'account' | 'now'>): (request: DispatchRequest) => Objection | undefined {
  const { minNoticeMinutes } = account.booking;
  return (request) => {
    if (isCarriedVisit(request)) return 'needs_human';
    if (!isReadable(request)) return 'gone';
    if (request.status === 'en_route' || request.status === 'in_progress') return 'needs_human';
    if (!hasActiveAppointment(request))
      return request.status === 'on_hold' || request.status === 'requested' ? undefined : 'gone';
    const ahead = Date.parse(arrivesFrom(request.appointment)) - now;
    return ahead < minNoticeMinutes * MINUTE_MS ? 'needs_human' : undefined;
  };
}
