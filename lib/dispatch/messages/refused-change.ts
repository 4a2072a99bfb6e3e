import type { Account } from '../../accounts/account.ts';
import type { Deadline } from '../ports.ts';
import { type ChangedBy, changed, remembers } from '../requests/changed.ts';
import { type DispatchRequest, hasEnded } from '../requests/request.ts';
import { type ChangeDependencies, changeLatest, isStored } from '../requests/until-settled.ts';
import { callbackDueAt } from './due-at.ts';
import { type DueRequest, isDue } from './message.ts';

/** A change that a caller asked for and only a person may make. */
export interface RefusedChange {
  readonly account: Account;
  /** As it was found. */
  readonly request: DispatchRequest;
  /** What the request is flagged with. */
  readonly flag: 'cancellation' | 'move';
  /** What was asked for and why, for the history. */
  readonly why: string;
  readonly who: ChangedBy;
}

/**
 * Keeps on the request what the caller asked for, for a person to decide, and by when that person calls back. Undefined
 * if the request is gone or has ended. Fails as `untilSettled` does.
 */
export async function noteRefusedChange(
  { account, request: found, flag, why, who }: RefusedChange,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<DueRequest | undefined> {
  const result = await changeLatest<DueRequest | 'gone'>(
    found,
    async (request) => {
      // What has ended leaves nothing for a person to change: nobody would see it in the queue.
      if (request === undefined || hasEnded(request.status)) return 'gone';
      const isWaiting = request.needsReview.includes(flag);
      const isKnown = remembers(request, who) || request.history.some((line) => line.why === why);
      if (isWaiting && isKnown && isDue(request)) return request;
      const dueAt = (isWaiting ? request.dueAt : undefined) ?? callbackDueAt(account, who.now);
      const needsReview = [...new Set([...request.needsReview, flag])];
      const next = { ...request, ...changed(request, who, { to: request.status, why }), needsReview, dueAt };
      return (await isStored({ next, previous: request }, deps.requests, deadline)) ? next : undefined;
    },
    deps,
    deadline,
  );
  return result === 'gone' ? undefined : result;
}
