import type { Account } from '../../accounts/account.ts';
import { asRefused, type ChangedBy, changed, hasFacts, remembers } from '../../record/changed.ts';
import type { HistoryFacts } from '../../record/history.ts';
import type { Deadline } from '../../record/ports.ts';
import { type DispatchRequest, hasEnded } from '../../record/request.ts';
import { type DueRequest, isDue } from '../../record/to-call-back.ts';
import { type ChangeDependencies, changeLatest, isOutdated, isStored } from '../../record/until-settled.ts';
import { callbackDueAt, promisedAt } from './due-at.ts';

/** A requested change that only a person may make. */
export interface RefusedChange {
  readonly account: Account;
  /** As it was found. */
  readonly request: DispatchRequest;
  /** The review flag of the request. */
  readonly flag: 'cancellation' | 'move';
  /** The requested change, for the history. */
  readonly asked: HistoryFacts;
  readonly who: ChangedBy;
}

/**
 * Records the requested change on the request, for a person to decide, and by when that person calls back. Undefined
 * if the request is gone or has ended. Fails as `untilSettled` does.
 */
export async function noteRefusedChange(
  { account, request: found, flag, asked, who }: RefusedChange,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<DueRequest | undefined> {
  const refused = asRefused(who);
  const result = await changeLatest<DueRequest | 'gone'>(
    found,
    async (request, { requests }) => {
      // An ended request can't be changed, and nobody would see it in the queue.
      if (request === undefined || hasEnded(request.status)) return 'gone';
      const promised = promisedAt(request, who.now);
      const isWaiting = request.needsReview.includes(flag);
      const isSaid = promised !== undefined && request.history.some((line) => hasFacts(line, asked));
      if (isWaiting && (isSaid || remembers(request, refused)) && isDue(request)) {
        return (await isOutdated(request, requests, deadline)) ? undefined : request;
      }
      const dueAt = promised ?? callbackDueAt(account, who.now);
      const needsReview = [...new Set([...request.needsReview, flag])];
      const written = changed(request, refused, { to: request.status, ...asked });
      const next = { ...request, ...written, needsReview, dueAt };
      return (await isStored({ next, previous: request }, requests, deadline)) ? next : undefined;
    },
    deps,
    deadline,
  );
  return result === 'gone' ? undefined : result;
}
