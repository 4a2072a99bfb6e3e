import type { Deadline } from '../ports.ts';
import { changed } from '../requests/changed.ts';
import { type DispatchRequest, hasEnded } from '../requests/request.ts';
import { type ChangeDependencies, changeLatest, isStored } from '../requests/until-settled.ts';

/** Lists requests by the time at which people must be reminded of them. */
export interface Reminders {
  /** Ids of requests whose time is at or before an ISO instant, the first due first. Eventually consistent. */
  due(now: string, deadline: Deadline): Promise<readonly string[]>;
}

export interface ReminderDependencies extends ChangeDependencies {
  readonly reminders: Reminders;
}

/**
 * When other systems and people are to be reminded of a request: ISO 8601, UTC. That is when a promised call back is
 * overdue and no reminder was sent yet. Undefined if never. Only this function decides it.
 */
export function remindAt(request: DispatchRequest): string | undefined {
  const { dueAt, overdueAt, status, erasedAt } = request;
  if (dueAt === undefined || hasEnded(status) || erasedAt !== undefined) return undefined;
  return overdueAt !== undefined && overdueAt >= dueAt ? undefined : dueAt;
}

/** The request after a reminder at an instant (epoch milliseconds). Undefined if none is due. */
export function reminded(request: DispatchRequest, now: number): DispatchRequest | undefined {
  const at = remindAt(request);
  if (at === undefined || Date.parse(at) > now) return undefined;
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
  return await changeLatest<boolean>(
    found,
    async (request) => {
      const next = request && reminded(request, now);
      if (next === undefined) return false;
      return (await isStored({ next, previous: request }, deps.requests, deadline)) || undefined;
    },
    deps,
    deadline,
  );
}
