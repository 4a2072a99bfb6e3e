import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import {
  BEHIND_QUEUE,
  behindGroup,
  type QueueGroup,
  queueGroups,
  queuePrefix,
} from '../../record/attention.ts';
import { isBlockId } from '../../record/block.ts';
import type { DayReader, Deadline, QueuePage, QueuePageRequest, QueueReader } from '../../record/ports.ts';
import { MOST_DAYS_APART, visitsIn } from '../../record/request.ts';
import { addDays } from '../../scheduling/time.ts';
import { dayKey, fromRequestItems, queueKey, requestKey } from '../items/request-item.ts';
import {
  inIndex,
  type QueryInput,
  queryAll,
  queryPage,
  type TableDependencies,
  withinDeadline,
} from '../table/operations.ts';
import { blockKey, fromBlockItem } from './block-store.ts';

/** DynamoDB reads this many keys in one call. */
const MAX_KEYS = 100;

type Key = { readonly pk: string; readonly sk: string };

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
      const months = new Set([date, addDays(date, -MOST_DAYS_APART)].map((day) => day.slice(0, 7)));
      const keys = [date, ...months].map((of) => dayKey(accountId, of));
      const read = keys.map((key) => queryAll(inIndex('byDay', key), deps, deadline));
      return fromRequestItems((await Promise.all(read)).flat()).filter(
        ({ appointment }) =>
          appointment !== undefined && visitsIn(appointment).some((visit) => visit.date === date),
      );
    },
  };
}

/** Reads the existing items of distinct keys, all batches in parallel. */
export async function getAll(keys: readonly Key[], deps: TableDependencies, deadline: Deadline) {
  const batches: Key[][] = [];
  for (let first = 0; first < keys.length; first += MAX_KEYS)
    batches.push(keys.slice(first, first + MAX_KEYS));
  return (await Promise.all(batches.map((batch) => getBatch(batch, deps, deadline)))).flat();
}

/** Reads a batch. DynamoDB may leave keys unread, over 16 MB or when it throttles; they are requested again. */
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

const Place = v.object({ dispatchRequestId: v.string(), queueOrder: v.string() });

export function createQueueReader(deps: TableDependencies): QueueReader {
  const allOf = (accountId: string): QueryInput => inIndex('byQueue', queueKey(accountId));
  const beforeOf = (accountId: string, before: string): QueryInput => ({
    IndexName: 'byQueue',
    KeyConditionExpression: 'queueKey = :queue AND queueOrder < :before',
    ExpressionAttributeValues: { ':queue': queueKey(accountId), ':before': before },
  });

  async function pageOf(
    query: QueryInput,
    accountId: string,
    { limit, after }: QueuePageRequest,
    deadline: Deadline,
  ): Promise<QueuePage> {
    const from = after && {
      ...requestKey(after.dispatchRequestId),
      queueKey: queueKey(accountId),
      queueOrder: after.queueOrder,
    };
    const page = await queryPage(query, { limit, from }, deps, deadline);
    return {
      requests: fromRequestItems(page.items),
      next: page.next === undefined ? undefined : v.parse(Place, page.items.at(-1)),
    };
  }

  const ofGroup = (accountId: string, group: QueueGroup): QueryInput => ({
    IndexName: 'byQueue',
    KeyConditionExpression: 'queueKey = :queue AND begins_with(queueOrder, :group)',
    ExpressionAttributeValues: { ':queue': queueKey(accountId), ':group': queuePrefix(group) },
  });

  async function countOf(accountId: string, group: QueueGroup, deadline: Deadline): Promise<number> {
    const query = { ...ofGroup(accountId, group), ProjectionExpression: 'queueOrder' };
    return (await queryAll(query, deps, deadline)).length;
  }

  return {
    page: (accountId, page, deadline) => {
      const { group } = page;
      const query = group === undefined ? beforeOf(accountId, BEHIND_QUEUE) : ofGroup(accountId, group);
      return pageOf(query, accountId, page, deadline);
    },
    open: (accountId, { through, ...page }, deadline) => {
      const query = through === undefined ? allOf(accountId) : beforeOf(accountId, behindGroup(through));
      return pageOf(query, accountId, page, deadline);
    },
    async counts(accountId, deadline) {
      const counted = await Promise.all(queueGroups.map((group) => countOf(accountId, group, deadline)));
      return mapFields(queueGroups, (group) => counted[queueGroups.indexOf(group)] ?? 0);
    },
  };
}
