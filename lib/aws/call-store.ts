import { OutcomeUnknown, StorageUnavailable } from '../dispatch/faults.ts';
import type { CallStore } from '../dispatch/ports.ts';
import { type CallEvent, UNASSIGNED } from '../dispatch/request.ts';
import { toCallItems } from './call-item.ts';
import { callKey, callsKey } from './request-item.ts';
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
      const owner = ownerUpdate(event, expiresAt, tableName);
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
 * Whose a call is, and what lists of calls show of it. A call without an account goes to the first that claims it. An
 * event without one never changes whose a call is, and is never refused: what it tells can't be had again.
 */
function ownerUpdate(event: CallEvent, expiresAt: number, TableName: string) {
  const { accountId, caller, agentId } = event;
  const isUnassigned = accountId === UNASSIGNED;
  const claim = (name: string, value: string) =>
    isUnassigned ? `${name}=if_not_exists(${name},${value})` : `${name}=${value}`;
  const told = { caller, agentId };
  const given = Object.entries(told).filter(([, value]) => value !== undefined);
  const sets = [
    ...[claim('accountId', ':account'), claim('accountKey', ':calls')],
    ...['createdAt=if_not_exists(createdAt,:at)', '#v=:v', 'expiresAt=:expiresAt'],
    ...['integration=:integration', 'callId=:callId'],
    ...given.map(([name]) => `${name}=if_not_exists(${name},:${name})`),
  ];
  return {
    TableName,
    Key: { pk: callKey(event.integration, event.callId), sk: 'CALL' },
    UpdateExpression: `SET ${sets.join(',')}`,
    ...(isUnassigned
      ? {}
      : { ConditionExpression: 'attribute_not_exists(pk) OR accountId=:account OR accountId=:unassigned' }),
    ExpressionAttributeNames: { '#v': 'v' },
    ExpressionAttributeValues: {
      ':account': accountId,
      ...(isUnassigned ? {} : { ':unassigned': UNASSIGNED }),
      ...{ ':calls': callsKey(accountId), ':at': event.receivedAt, ':expiresAt': expiresAt, ':v': 1 },
      ...{ ':integration': event.integration, ':callId': event.callId },
      ...Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
    },
  };
}
