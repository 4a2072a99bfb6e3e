import type { DispatchRequest } from '../../record/request.ts';
import { toRequestItem } from './request-item.ts';

/** The write of a request, if it has not changed since it was read. `token` marks it as this transaction's. */
export function requestPut(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
  tableName: string,
  token: string,
) {
  const Item = { ...toRequestItem(next, previous), written: token };
  const shared = { TableName: tableName, Item, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  const put =
    previous === undefined
      ? { ...shared, ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ...shared,
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': previous.version },
        };
  return { Put: put };
}
