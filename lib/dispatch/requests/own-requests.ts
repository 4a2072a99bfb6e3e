import type { Account } from '../../accounts/account.ts';
import type { Integration } from '../../routes.ts';
import { callOf } from '../booking/booking-order.ts';
import type { Deadline, RequestStore } from '../ports.ts';
import type { Objection } from './change-status.ts';
import { type DispatchRequest, isScheduled } from './request.ts';

const MINUTE_MS = 60_000;

/** Who is on the line, as the platform tells it. */
export interface Caller {
  readonly account: Account;
  readonly integration: Integration;
  readonly callId?: string | undefined;
  /** The number that the platform reports, E.164. */
  readonly caller?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Whether a request is the caller's to change: made in this call, or for the number that the platform reports. Its id
 * proves nothing, since anyone can say one.
 */
export function isOwn(request: DispatchRequest, { account, integration, callId, caller }: Caller): boolean {
  if (request.accountId !== account.accountId) return false;
  const madeHere = callId !== undefined && request.callId === callId && request.source === integration;
  return madeHere || (caller !== undefined && request.customer.phone === caller);
}

/** The caller's own request of that id. */
export async function ownRequest(
  dispatchRequestId: string,
  caller: Caller,
  requests: RequestStore,
  deadline: Deadline,
): Promise<DispatchRequest | undefined> {
  const request = await requests.get(dispatchRequestId, deadline);
  return request !== undefined && isOwn(request, caller) ? request : undefined;
}

/**
 * The caller's own requests with an appointment to come, whether it stands or not, in order of their start; before them
 * those that this call has made without one.
 */
export async function ownUpcoming(
  who: Caller,
  requests: RequestStore,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const { account, integration, callId, caller } = who;
  const from = new Date(who.now).toISOString();
  const [inCall, ofNumber] = await Promise.all([
    callId === undefined ? [] : requests.madeInCall(account.accountId, integration, callId, deadline),
    caller === undefined ? [] : requests.withAppointmentOf(account.accountId, caller, from, deadline),
  ]);
  const byId = new Map<string, DispatchRequest>();
  for (const request of [...inCall, ...ofNumber]) {
    const known = byId.get(request.dispatchRequestId);
    // Two indexes may be behind the table by different times.
    if (known === undefined || known.version < request.version) byId.set(request.dispatchRequestId, request);
  }
  return [...byId.values()]
    .filter((request) => isOwn(request, who))
    .filter((request) => request.appointment === undefined || startOf(request) >= from)
    .sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1));
}

const startOf = ({ appointment }: DispatchRequest): string => appointment?.startsAt ?? '';

/** Whether a caller may move an appointment: it stands, or a dispatcher has put it on hold. */
export function isMovable(request: DispatchRequest): boolean {
  return isScheduled(request) || request.status === 'on_hold';
}

/** Whether a caller may cancel a request: also one that never had an appointment, such as an emergency. */
export function isCancelable(request: DispatchRequest): boolean {
  return isMovable(request) || request.status === 'requested';
}

/** Whether this very call has canceled a request: asking for it again is a repeat. */
export function isCanceledBy(request: DispatchRequest, who: Caller): boolean {
  const last = request.history.at(-1);
  return request.status === 'canceled' && last?.callId !== undefined && last.callId === callOf(who);
}

/**
 * What stands in the way of a caller's change: a job under way, or one that begins within the notice, is for a person to
 * decide; what has ended, or is another's by now, is not there for a caller.
 */
export function objectionToCaller(who: Caller): (request: DispatchRequest) => Objection | undefined {
  const { minNoticeMinutes } = who.account.booking;
  return (request) => {
    if (!isOwn(request, who)) return 'gone';
    if (request.status === 'en_route' || request.status === 'in_progress') return 'needs_human';
    if (!isScheduled(request))
      return request.status === 'on_hold' || request.status === 'requested' ? undefined : 'gone';
    const ahead = Date.parse(request.appointment.startsAt) - who.now;
    return ahead < minNoticeMinutes * MINUTE_MS ? 'needs_human' : undefined;
  };
}
