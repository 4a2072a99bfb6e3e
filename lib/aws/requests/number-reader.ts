import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Deadline, RequestStore } from '../../dispatch/ports.ts';
import type { DispatchRequest } from '../../dispatch/requests/request.ts';
import type { Contention } from '../../dispatch/requests/until-settled.ts';
import type { IndexName } from '../table.ts';
import { withinDeadline } from '../within-deadline.ts';
import { customerKey, fromRequestItems } from './request-item.ts';

export interface QueryDependencies extends Contention {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** All requests that a query finds, page by page. */
export const queryRequests =
  (deps: QueryDependencies) =>
  async (input: Omit<QueryCommandInput, 'TableName'>, deadline: Deadline): Promise<DispatchRequest[]> => {
    const found: DispatchRequest[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const command = new QueryCommand({ ...input, TableName: deps.tableName, ExclusiveStartKey: from });
      const page = await withinDeadline(deadline, deps, (options) => deps.document.send(command, options));
      found.push(...fromRequestItems(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from !== undefined);
    return found;
  };

/** Reads what is stored under a phone number, apart from the store, so that a function that only reads loads no more. */
export function createNumberReader(deps: QueryDependencies): Pick<RequestStore, 'ofNumber'> {
  const query = queryRequests(deps);
  return {
    async ofNumber(accountId, phone, from, deadline) {
      const number = customerKey(accountId, phone);
      const under = (IndexName: IndexName, key: string) =>
        query(
          {
            IndexName,
            KeyConditionExpression: `${key} = :number AND startsAt >= :from`,
            ExpressionAttributeValues: { ':number': number, ':from': from },
          },
          deadline,
        );
      const [madeFor, madeFrom] = await Promise.all([
        under('byCustomer', 'customerKey'),
        under('byCaller', 'callerKey'),
      ]);
      return [...madeFor, ...madeFrom];
    },
  };
}
