import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import type { Deadline } from '../../record/ports.ts';
import {
  MOST_COUNTED,
  type QueuePage,
  type QueuePageRequest,
  type QueueReader,
} from '../../record/queue-reader.ts';
import {
  BEHIND_QUEUE,
  behindGroup,
  type QueueGroup,
  queueGroups,
  queuePrefix,
} from '../../record/request-queue.ts';
import { fromRequestItems, queueKey, requestKey } from '../items/request-item.ts';
import { type QueryInput, queryPage, type TableDependencies } from '../table/queries.ts';

const Place = v.object({ dispatchRequestId: v.string(), queueOrder: v.string() });

/** The queue of an account, by its index. */
export function createQueueReader(deps: TableDependencies): QueueReader {
  const allOf = (accountId: string): QueryInput => ({
    IndexName: 'byQueue',
    KeyConditionExpression: 'queueKey = :queue',
    ExpressionAttributeValues: { ':queue': queueKey(accountId) },
  });
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

  async function countOf(accountId: string, group: QueueGroup, deadline: Deadline): Promise<number> {
    const query = {
      IndexName: 'byQueue',
      KeyConditionExpression: 'queueKey = :queue AND begins_with(queueOrder, :group)',
      ProjectionExpression: 'queueOrder',
      ExpressionAttributeValues: { ':queue': queueKey(accountId), ':group': queuePrefix(group) },
    };
    return (await queryPage(query, { limit: MOST_COUNTED, from: undefined }, deps, deadline)).items.length;
  }

  return {
    page: (accountId, page, deadline) => pageOf(beforeOf(accountId, BEHIND_QUEUE), accountId, page, deadline),
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
