import { OutcomeUnknown, StorageUnavailable } from '../dispatch/faults.ts';
import type { CallStore } from '../dispatch/ports.ts';
import { UNASSIGNED } from '../dispatch/request.ts';
import { toCallItems } from './call-item.ts';
import { callKey } from './request-item.ts';
import type { RequestDependencies } from './request-repository.ts';
import { type TransactItems, transact } from './transaction.ts';
import { pauseBefore } from './within-deadline.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Calls: an item that says whose a call is, then one per event, written together. A repeat changes nothing. */
export function createCallStore(deps: RequestDependencies): CallStore {
  const { tableName, now } = deps;
  return {
    async put(event, retentionDays, deadline) {
      const expiresAt = Math.floor(now() / 1000) + retentionDays * DAY_SECONDS;
      const owner = {
        TableName: tableName,
        Key: { pk: callKey(event.integration, event.callId), sk: 'CALL' },
        ...ownership(event.accountId),
        ExpressionAttributeNames: { '#v': 'v' },
        ExpressionAttributeValues: {
          ':account': event.accountId,
          ...(event.accountId === UNASSIGNED ? {} : { ':unassigned': UNASSIGNED }),
          ':expiresAt': expiresAt,
          ':v': 1,
        },
      };
      const puts = toCallItems(event, expiresAt).map((Item) => ({
        Put: { TableName: tableName, Item, ConditionExpression: 'attribute_not_exists(pk)' },
      }));
      const items: TransactItems = [{ Update: owner }, ...puts];
      for (let attempt = 0; ; attempt++) {
        const result = await transact(items, deps, deadline);
        if (result.kind === 'stored') return 'stored';
        if (result.kind === 'unknown') throw new OutcomeUnknown({ cause: result.cause });
        if (result.kind === 'refused') {
          return result.refusals[0]?.code === 'ConditionalCheckFailed' ? 'foreign' : 'stored';
        }
        const wait = pauseBefore(attempt, deps.random);
        if (now() + wait >= deadline)
          throw new StorageUnavailable({ cause: new Error('Contended until the deadline.') });
        await deps.pause(wait);
      }
    },
  };
}

/**
 * A call without an account goes to the first that claims it. An event without one never changes whose a call is, and is
 * never refused: what it tells can't be had again.
 */
function ownership(accountId: string) {
  const rest = '#v=:v,expiresAt=:expiresAt';
  if (accountId === UNASSIGNED)
    return { UpdateExpression: `SET accountId=if_not_exists(accountId,:account),${rest}` };
  return {
    UpdateExpression: `SET accountId=:account,${rest}`,
    ConditionExpression: 'attribute_not_exists(pk) OR accountId=:account OR accountId=:unassigned',
  };
}
