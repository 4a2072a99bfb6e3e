import type { Account } from '../../accounts/account.ts';
import { escalated, escalationAt } from '../emergencies/alert.ts';
import { isToCallBack } from '../messages/to-call-back.ts';
import type { Deadline } from '../ports.ts';
import { changed } from '../requests/changed.ts';
import { type DispatchRequest, hasEnded } from '../requests/request.ts';
import { type ChangeDependencies, changeLatest, isStored } from '../requests/until-settled.ts';

/** Lists requests by the time at which people must be reminded of them. */
export interface Reminders {
  /** Ids of requests whose time is at or before an ISO instant, the first due first. Eventually consistent. */
  due(now: string, deadline: Deadline): Promise<readonly string[]>;
}

/** Finds accounts by their ids. Fails with `StorageUnavailable`. */
export interface AccountsById {
  byId(accountId: string): Promise<Account | undefined>;
}

export interface ReminderDependencies extends ChangeDependencies {
  readonly reminders: Reminders;
  readonly accounts: AccountsById;
}

/**
 * When other systems and people are to be reminded of a request: ISO 8601, UTC. That is when a promised call back is
 * overdue and no reminder was sent yet, or when nobody has acknowledged an emergency in time. Undefined if never. Only
 * this function decides it.
 */
export function remindAt(request: DispatchRequest): string | undefined {
  const times = [overdueFrom(request), escalationAt(request)].filter((at) => at !== undefined);
  return times.toSorted().at(0);
}

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
  const isDue = (at: string | undefined) => at !== undefined && Date.parse(at) <= now;
  if (isDue(escalationAt(request))) return escalated(request, account, now);
  if (!isDue(overdueFrom(request))) return undefined;
  const line = { to: request.status, why: 'nobody has called back in time' };
  return {
    ...request,
    ...changed(request, { by: 'service', now }, line),
    overdueAt: new Date(now).toISOString(),
  };
}

/**
 * Sends one reminder for every request that is due: the reminder is a change of the request under its version,
 * whose event the table's stream carries. Returns how many there were. Requests that can't be changed are left to the
 * next run; the first error is thrown after all others are processed.
 */
export async function sendDueReminders(deps: ReminderDependencies, deadline: Deadline): Promise<number> {
  const now = deps.now();
  const faults: unknown[] = [];
  let count = 0;
  for (const dispatchRequestId of await deps.reminders.due(new Date(now).toISOString(), deadline)) {
    try {
      if (await remindOf(dispatchRequestId, now, deps, deadline)) count += 1;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return count;
}

async function remindOf(
  dispatchRequestId: string,
  now: number,
  deps: ReminderDependencies,
  deadline: Deadline,
): Promise<boolean> {
  const found = await deps.requests.get(dispatchRequestId, deadline);
  if (found === undefined) return false;
  // Only an escalation depends on the account.
  const account = escalationAt(found) === undefined ? undefined : await deps.accounts.byId(found.accountId);
  return await changeLatest<boolean>(
    found,
    async (request) => {
      const next = request && reminded(request, account, now);
      if (next === undefined) return false;
      return (await isStored({ next, previous: request }, deps.requests, deadline)) || undefined;
    },
    deps,
    deadline,
  );
}
