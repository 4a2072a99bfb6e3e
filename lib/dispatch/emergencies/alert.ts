import type { Account } from '../../accounts/account.ts';
import { everybodyOnCall, type OnCallPerson, onCallAt } from '../../accounts/on-call/on-call.ts';
import { onCallRoles } from '../../accounts/on-call/roles.ts';
import { isToCallBack } from '../messages/to-call-back.ts';
import { changed } from '../requests/changed.ts';
import { type DispatchRequest, hasEnded } from '../requests/request.ts';
import type { Rung } from './rung.ts';

const MINUTE_MS = 60_000;

/** What a request keeps of the alert of an emergency. */
export type Alert = Pick<DispatchRequest, 'alertedAt' | 'rung' | 'escalatesAt' | 'acknowledgedAt'>;

/**
 * The alert of an emergency that is reported at an instant (epoch milliseconds). With people on call, the first of them
 * is told, and others are if nobody acknowledges it in time.
 */
export function alertOf(account: Account, serviceTypeId: string | undefined, now: number): Alert {
  const service = account.serviceTypes.find(({ id }) => id === serviceTypeId);
  const [first] = onCallAt(account, now, service);
  const hasPeople = account.onCall !== undefined && account.onCall.length > 0;
  return {
    alertedAt: isoOf(now),
    rung: first && [rungOf(first.role, [first], now)],
    escalatesAt: hasPeople ? acknowledgeBy(account, now) : undefined,
    acknowledgedAt: undefined,
  };
}

/** When the next people are told of an emergency: ISO 8601, UTC. Undefined if nobody is any more. */
export function escalationAt(request: DispatchRequest): string | undefined {
  const { urgency, status, acknowledgedAt, erasedAt, escalatesAt } = request;
  const isOver = hasEnded(status) || acknowledgedAt !== undefined || erasedAt !== undefined;
  return urgency !== 'emergency' || isOver ? undefined : escalatesAt;
}

/**
 * The emergency with the next people told, because nobody has acknowledged it: everyone on call now in the next role
 * with somebody on call, and after the last role everybody once. Without anyone to tell, nobody is told later.
 */
export function escalated(
  request: DispatchRequest,
  account: Account | undefined,
  now: number,
): DispatchRequest {
  const who = { by: 'service', now } as const;
  const nobody = () => ({ ...request, ...changed(request, who, undefined), escalatesAt: undefined });
  if (account === undefined) return nobody();
  const told = request.rung?.at(-1)?.role;
  const service = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
  const people = onCallAt(account, now, service);
  const role = rolesAfter(told).find((next) => people.some((one) => one.role === next));
  const reached = role === undefined ? everybodyOnCall(account) : people.filter((one) => one.role === role);
  if (told === 'everybody' || reached.length === 0) return nobody();
  const why = `nobody has acknowledged it: ${role ?? 'everybody'} on call is told`;
  const escalatesAt = role === undefined ? undefined : acknowledgeBy(account, now);
  return {
    ...request,
    ...changed(request, who, { to: request.status, why }),
    rung: [...(request.rung ?? []), rungOf(role ?? 'everybody', reached, now)],
    escalatesAt,
    dueAt: isToCallBack(request) ? request.dueAt : (escalatesAt ?? request.dueAt),
  };
}

/** The fields of an emergency that a person sees to: nobody else is told, and only a promised call back is still due. */
export const seenTo = (request: DispatchRequest) => ({
  escalatesAt: undefined,
  dueAt: isToCallBack(request) ? request.dueAt : undefined,
});

function rolesAfter(told: Rung['role'] | undefined) {
  const names: readonly string[] = onCallRoles;
  return onCallRoles.slice(names.indexOf(told ?? '') + 1);
}

const acknowledgeBy = ({ emergency }: Account, now: number): string =>
  isoOf(now + emergency.acknowledgeMinutes * MINUTE_MS);

const rungOf = (role: Rung['role'], people: readonly OnCallPerson[], now: number): Rung => ({
  at: isoOf(now),
  role,
  people: people.map(({ name }) => name),
});

const isoOf = (now: number): string => new Date(now).toISOString();
