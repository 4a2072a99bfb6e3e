import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { OutcomeUnknown } from '../../dispatch/faults.ts';
import type { LeadStore } from '../../dispatch/requests/lead.ts';
import { untilSettled } from '../../dispatch/requests/until-settled.ts';
import { transact } from '../transaction.ts';
import { withinDeadline } from '../within-deadline.ts';
import { toRequestItem } from './request-item.ts';
import type { RequestDependencies } from './request-store.ts';

const REMEMBERED_SECONDS = 24 * 60 * 60;
const DeliveryItem = v.object({ dispatchRequestId: v.string() });

/** The key of the item that remembers a delivery. */
export const deliveryKey = (accountId: string, digest: string) => ({
  pk: `DELIVERY#${accountId}#${digest}`,
  sk: 'DELIVERY',
});

/** Leads and their deliveries, written in one transaction. */
export function createLeadStore(deps: RequestDependencies): LeadStore {
  const { document, tableName, now } = deps;
  return {
    async accept({ request, deliveryDigest }, deadline) {
      const Key = deliveryKey(request.accountId, deliveryDigest);
      const seconds = Math.floor(now() / 1000);
      const { dispatchRequestId } = request;
      const delivery = {
        TableName: tableName,
        Item: { ...Key, v: 1, dispatchRequestId, expiresAt: seconds + REMEMBERED_SECONDS },
        // Compares the value, because DynamoDB deletes expired items late.
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
        ExpressionAttributeValues: { ':now': seconds },
      };
      const put = {
        TableName: tableName,
        Item: toRequestItem(request, undefined),
        ConditionExpression: 'attribute_not_exists(pk)',
      };
      const kind = await untilSettled(
        async () => {
          const result = await transact([{ Put: delivery }, { Put: put }], deps, deadline);
          if (result.kind === 'unknown') throw new OutcomeUnknown({ cause: result.cause });
          return result.kind === 'contended' ? undefined : result.kind;
        },
        deps,
        deadline,
      );
      if (kind === 'stored') return { dispatchRequestId, duplicate: false };
      const get = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
      const { Item } = await withinDeadline(deadline, deps, (options) => document.send(get, options));
      return { dispatchRequestId: v.parse(DeliveryItem, Item).dispatchRequestId, duplicate: true };
    },
  };
}
