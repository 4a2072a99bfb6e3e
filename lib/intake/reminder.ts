import type { Account } from '../accounts/account.ts';
import { escalated, escalationAt, isToCallBack } from '../record/attention.ts';
import type { AccountReader, ReminderKind, Reminders } from '../record/ports.ts';
import { changed, type DispatchRequest, hasEnded } from '../record/request.ts';
import type { ChangeDependencies } from '../record/retry.ts';

/** Reminders are sent in this order, so that nobody waits longer for help because of a callback. */
export const reminderKinds: readonly ReminderKind[] = ['escalation', 'callback'];

export const REMIND_EVERY_MINUTES = 1;

export interface ReminderDependencies extends ChangeDependencies {
  readonly reminders: Reminders;
  readonly accounts: Pick<AccountReader, 'byId'>;
}

/**
 * Returns when other systems and people are to be reminded of a request (ISO 8601, UTC), and of what: that a promised
 * callback is overdue, once, or that nobody has acknowledged an emergency in time; undefined if never. Only this
 * function decides it.
 */
export function reminderOf(
  request: DispatchRequest,
): { readonly kind: ReminderKind; readonly at: string } | undefined {
  const escalation = escalationAt(request);
  const [at] = [overdueFrom(request), escalation].filter((time) => time !== undefined).toSorted();
  return at === undefined ? undefined : { kind: escalation === undefined ? 'callback' : 'escalation', at };
}

/** True if an ISO instant has come. */
export const isDueAt = (at: string | undefined, now: number): boolean =>
  at !== undefined && Date.parse(at) <= now;

function overdueFrom(request: DispatchRequest): string | undefined {
  const { dueAt, overdueAt, status, erasedAt } = request;
  if (hasEnded(status) || erasedAt !== undefined || !isToCallBack(request)) return undefined;
  return overdueAt !== undefined && dueAt !== undefined && overdueAt >= dueAt ? undefined : dueAt;
}

/**
 * Returns the request after one reminder at an instant (epoch milliseconds); undefined if none is due. The reminder of
 * an emergency comes before that of a callback, which the next run sends.
 * @param account undefined if it no longer exists
 */
export function reminded(
  request: DispatchRequest,
  account: Account | undefined,
  now: number,
): DispatchRequest | undefined {
  if (isDueAt(escalationAt(request), now)) return escalated(request, account, now);
  if (!isDueAt(overdueFrom(request), now)) return undefined;
  const line = { to: request.status, kind: 'overdue' } as const;
  return {
    ...request,
    ...changed(request, { by: 'service', now }, line),
    overdueAt: new Date(now).toISOString(),
  };
}
