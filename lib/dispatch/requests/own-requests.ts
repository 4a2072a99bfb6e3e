import type { Account } from '../../accounts/account.ts';
import type { Integration } from '../../platforms/index.ts';
import { callOf, isMadeInCall } from '../booking/booking-request.ts';
import type { Deadline, RequestStore } from '../ports.ts';
import type { Objection } from './change-status.ts';
import { type DispatchRequest, hasActiveAppointment } from './request.ts';

const MINUTE_MS = 60_000;
/** How long after its appointment a request is still found by the number that it was made for. */
const LOOK_BACK_MS = 30 * 24 * 60 * MINUTE_MS;

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
export function isOwn(request: DispatchRequest, who: Caller): boolean {
  if (request.accountId !== who.account.accountId) return false;
  return isMadeInCall(request, who) || (who.caller !== undefined && request.customer.phone === who.caller);
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
  const recent = await ownRecent(who, requests, deadline);
  return recent.filter((request) => isUpcoming(request, who));
}

/** As `ownUpcoming`, with those whose appointment was in the last weeks: a late repeat may be about one of them. */
export async function ownRecent(
  who: Caller,
  requests: RequestStore,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const { account, integration, callId, caller } = who;
  const { accountId } = account;
  const from = new Date(who.now - LOOK_BACK_MS).toISOString();
  const [inCall, ofNumber] = await Promise.all([
    callId === undefined ? [] : requests.madeInCall(accountId, integration, callId, deadline),
    caller === undefined ? [] : requests.withAppointmentOf(accountId, caller, from, deadline),
  ]);
  const byId = new Map<string, DispatchRequest>();
  for (const request of [...inCall, ...ofNumber]) {
    const known = byId.get(request.dispatchRequestId);
    // Two indexes may be behind the table by different times.
    if (known === undefined || known.version < request.version) byId.set(request.dispatchRequestId, request);
  }
  return [...byId.values()]
    .filter((request) => isOwn(request, who))
    .sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1));
}

/** Whether the appointment of a request is to come, or it has none. */
export function isUpcoming(request: DispatchRequest, { now }: Pick<Caller, 'now'>): boolean {
  return request.appointment === undefined || startOf(request) >= new Date(now).toISOString();
}

const startOf = ({ appointment }: DispatchRequest): string => appointment?.startsAt ?? '';

/** Whether a caller may move an appointment: it stands, or a dispatcher has put it on hold. */
export function isMovable(request: DispatchRequest): boolean {
  return hasActiveAppointment(request) || request.status === 'on_hold';
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
    if (!hasActiveAppointment(request))
      return request.status === 'on_hold' || request.status === 'requested' ? undefined : 'gone';
    const ahead = Date.parse(request.appointment.startsAt) - who.now;
    return ahead < minNoticeMinutes * MINUTE_MS ? 'needs_human' : undefined;
  };
}
