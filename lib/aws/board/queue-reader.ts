import * as v from 'valibot';
import type { QueueReader } from '../../dispatch/board/queue-reader.ts';
import { BEHIND_QUEUE, queueGroups } from '../../dispatch/requests/request-queue.ts';
import { queryAll, queryPage, type TableDependencies } from '../queries.ts';
import { fromRequestItems, queueKey, requestKey } from '../requests/request-item.ts';

const Place = v.object({ dispatchRequestId: v.string(), queueOrder: v.string() });

/** The queue of an account, by its index. */
export function createQueueReader(deps: TableDependencies): QueueReader {
  const openOf = (accountId: string) => ({
    IndexName: 'byQueue',
    KeyConditionExpression: 'queueKey = :queue',
    ExpressionAttributeValues: { ':queue': queueKey(accountId) },
  });
  const waitingOf = (accountId: string) => ({
    IndexName: 'byQueue',
    KeyConditionExpression: 'queueKey = :queue AND queueOrder < :behind',
    ExpressionAttributeValues: { ':queue': queueKey(accountId), ':behind': BEHIND_QUEUE },
  });

  const pageOf =
    (listOf: typeof openOf): QueueReader['page'] =>
    async (accountId, { limit, after }, deadline) => {
      const from = after && {
        ...requestKey(after.dispatchRequestId),
        queueKey: queueKey(accountId),
        queueOrder: after.queueOrder,
      };
      const page = await queryPage(listOf(accountId), { limit, from }, deps, deadline);
      return {
        requests: fromRequestItems(page.items),
        next: page.next === undefined ? undefined : v.parse(Place, page.items.at(-1)),
      };
    };

  return {
    page: pageOf(waitingOf),
    open: pageOf(openOf),

    async counts(accountId, deadline) {
      const query = { ...waitingOf(accountId), ProjectionExpression: 'queueOrder' };
      const counts = { emergencies: 0, messages: 0, review: 0, unscheduled: 0, on_hold: 0 };
      for (const item of await queryAll(query, deps, deadline)) {
        const group =
          queueGroups[Number.parseInt(v.parse(v.object({ queueOrder: v.string() }), item).queueOrder, 10)];
        if (group !== undefined) counts[group] += 1;
      }
      return counts;
    },
  };
}
