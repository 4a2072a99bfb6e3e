import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { DayReader } from '../../booking/dispatchers/read-day-board.ts';
import { isBlockId } from '../../record/block.ts';
import type { Deadline } from '../../record/ports.ts';
import { blockKey, fromBlockItem } from '../items/block-item.ts';
import { dayKey, fromRequestItems, requestKey } from '../items/request-item.ts';
import { queryAll, type TableDependencies } from '../table/queries.ts';
import { withinDeadline } from '../table/within-deadline.ts';

/** DynamoDB's maximum of keys in one call. */
const MAX_KEYS = 100;

type Key = { readonly pk: string; readonly sk: string };

/** Days as the board reads them. */
export function createDayReader(deps: TableDependencies): DayReader {
  return {
    async holders(ids, deadline) {
      const [requests, blocks] = await Promise.all([
        getAll(ids.filter((id) => !isBlockId(id)).map(requestKey), deps, deadline),
        getAll(ids.filter(isBlockId).map(blockKey), deps, deadline),
      ]);
      return { requests: fromRequestItems(requests), blocks: blocks.map(fromBlockItem) };
    },

    async releasedOn(accountId, date, deadline) {
      const query = {
        IndexName: 'byDay',
        KeyConditionExpression: 'dayKey = :day',
        ExpressionAttributeValues: { ':day': dayKey(accountId, date) },
      };
      return fromRequestItems(await queryAll(query, deps, deadline));
    },
  };
}

/** The existing items of distinct keys; batches are read in parallel. */
async function getAll(keys: readonly Key[], deps: TableDependencies, deadline: Deadline) {
  const batches: Key[][] = [];
  for (let first = 0; first < keys.length; first += MAX_KEYS)
    batches.push(keys.slice(first, first + MAX_KEYS));
  return (await Promise.all(batches.map((batch) => getBatch(batch, deps, deadline)))).flat();
}

/** DynamoDB may leave keys unread, over 16 MB or when throttled; those are requested again. */
async function getBatch(batch: readonly Key[], deps: TableDependencies, deadline: Deadline) {
  const { document, tableName } = deps;
  const found: Record<string, unknown>[] = [];
  let keys: readonly Record<string, unknown>[] = batch;
  while (keys.length > 0) {
    const request = { Keys: [...keys], ConsistentRead: true };
    const command = new BatchGetCommand({ RequestItems: { [tableName]: request } });
    const answer = await withinDeadline(deadline, deps, (options) => document.send(command, options));
    found.push(...(answer.Responses?.[tableName] ?? []));
    keys = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return found;
}
