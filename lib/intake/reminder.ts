import type { Account } from '../accounts/account.ts';
import { escalated, escalationAt, isToCallBack } from '../record/alert.ts';
import { changed } from '../record/changed.ts';
import type { AccountReader, ReminderKind, Reminders } from '../record/ports.ts';
import { type DispatchRequest, hasEnded } from '../record/request.ts';
import type { ChangeDependencies } from '../record/until-settled.ts';

/** The kinds of reminders, in the order in which they are sent: nobody waits longer for help because of a callback. */
export const reminderKinds: readonly ReminderKind[] = ['escalation', 'callback'];

/** The schedule of the reminders. */
export const REMIND_EVERY_MINUTES = 1;

export interface ReminderDependencies extends ChangeDependencies {
  readonly reminders: Reminders;
  readonly accounts: Pick<AccountReader, 'byId'>;
}

/**
 * When other systems and people are to be reminded of a request (ISO 8601, UTC), and of what. That is when a promised call
 * back is overdue and no reminder was sent yet, or when nobody has acknowledged an emergency in time. Undefined if never.
 * Only this function decides it.
 */
export function reminderOf(
  request: DispatchRequest,
): { readonly kind: ReminderKind; readonly at: string } | undefined {
  const escalation = escalationAt(request);
  const [at] = [overdueFrom(request), escalation].filter((time) => time !== undefined).toSorted();
  return at === undefined ? undefined : { kind: escalation === undefined ? 'callback' : 'escalation', at };
}

/** Whether an ISO instant has come. */
export const isDueAt = (at: string | undefined, now: number): boolean =>
  at !== undefined && Date.parse(at) <= now;

function overdueFrom(request: DispatchRequest): string | undefined {
  const { dueAt, overdueAt, status, erasedAt } = request;
  if (hasEnded(status) || erasedAt !== undefined || !isToCallBack(request)) return undefined;
  return overdueAt !== undefined && dueAt !== undefined && overdueAt >= dueAt ? undefined : dueAt;
}

/**
 * The request after one reminder at an instant (epoch milliseconds): that of an emergency comes before that of a call
 * back, which is sent in the next run. Undefined if none is due.
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
