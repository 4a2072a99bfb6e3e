import * as v from 'valibot';
import type { DueKind } from '../../record/outbox/outbox.ts';
import type { Deadline, Due, ReminderKind, Reminders } from '../../record/ports.ts';
import { changeableRequest, remindAtOf, reminderKey } from '../items/request-item.ts';
import { type QueryInput, queryPage, type StoreDependencies } from '../table/operations.ts';

/** A page of an account's list has this many requests. */
const PAGE = 100;
/**
 * A page may take this many milliseconds: less than a run has, so that a database that doesn't answer is a fault, and not
 * the end of the run's time.
 */
const PAGE_MS = 4_000;
const Listed = v.object({ dispatchRequestId: v.string() });
const Place = v.object({ remindAt: v.string() });

export function createReminderReader(deps: StoreDependencies): Reminders {
  const { accounts, items } = createDueReader(deps);
  return {
    accounts,
    async *due(kind, accountId, now, deadline) {
      for await (const item of items(kind, accountId, now, deadline)) yield dueOf(item);
    },
  };
}

/** Reads what is due by its kind, account after account. */
export function createDueReader(deps: StoreDependencies) {
  const pageEnd = (deadline: Deadline): Deadline => Math.min(deadline, deps.now() + PAGE_MS);
  return {
    async accounts(
      kind: ReminderKind | DueKind,
      now: string,
      deadline: Deadline,
    ): Promise<readonly string[]> {
      const found: string[] = [];
      let after = '';
      for (;;) {
        // Each query reads one item, the first of the next account, so a long list of one account takes no longer.
        const page = await queryPage(
          behind(reminderKey(kind), after),
          { limit: 1, from: undefined },
          deps,
          pageEnd(deadline),
        );
        const [first] = page.items;
        if (first === undefined) return found;
        const { remindAt } = v.parse(Place, first);
        const accountId = remindAt.slice(0, remindAt.indexOf('#'));
        if (remindAt <= remindAtOf(accountId, now)) found.push(accountId);
        after = behindAccount(accountId);
      }
    },

    async *items(kind: ReminderKind | DueKind, accountId: string, now: string, deadline: Deadline) {
      const query = {
        ...INDEX,
        KeyConditionExpression: 'reminderKey = :kind AND remindAt BETWEEN :first AND :now',
        ExpressionAttributeValues: {
          ':kind': reminderKey(kind),
          ':first': remindAtOf(accountId, ''),
          ':now': remindAtOf(accountId, now),
        },
      };
      let from: Record<string, unknown> | undefined;
      do {
        const page = await queryPage(query, { limit: PAGE, from }, deps, pageEnd(deadline));
        yield* page.items;
        from = page.next;
      } while (from !== undefined);
    },
  };
}

const INDEX = { IndexName: 'byReminder' } as const;

const behind = (kind: string, place: string): QueryInput => ({
  ...INDEX,
  KeyConditionExpression: place === '' ? 'reminderKey = :kind' : 'reminderKey = :kind AND remindAt > :place',
  ExpressionAttributeValues: { ':kind': kind, ...(place === '' ? {} : { ':place': place }) },
});

/** Returns what sorts after an account's requests and before the next account's: '$' is the one after '#'. */
const behindAccount = (accountId: string): string => `${accountId}$`;

const dueOf = (item: unknown): Due => ({
  dispatchRequestId: v.parse(Listed, item).dispatchRequestId,
  read: () => changeableRequest(item),
});
