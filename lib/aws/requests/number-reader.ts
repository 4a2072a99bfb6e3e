import type { Deadline, RequestStore } from '../../dispatch/ports.ts';
import type { DispatchRequest } from '../../dispatch/requests/request.ts';
import { type QueryInput, queryAll, type TableDependencies } from '../queries.ts';
import type { IndexName } from '../table.ts';
import { customerKey, fromRequestItems } from './request-item.ts';

/** All requests that a query finds. */
export const queryRequests =
  (deps: TableDependencies) =>
  async (input: QueryInput, deadline: Deadline): Promise<DispatchRequest[]> =>
    fromRequestItems(await queryAll(input, deps, deadline));

/** Reads what is stored under a phone number. Separate from the store, so that functions that only read load less. */
export function createNumberReader(deps: TableDependencies): Pick<RequestStore, 'ofNumber'> {
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
