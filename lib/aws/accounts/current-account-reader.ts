import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { CurrentAccountReader } from '../../dispatch/ports.ts';
import type { TableDependencies } from '../queries.ts';
import { withinDeadline } from '../within-deadline.ts';
import { accountItemKey, latestAccount } from './account-items.ts';

/** Reads accounts past any cache. */
export function createCurrentAccountReader(deps: TableDependencies): CurrentAccountReader {
  const { document, tableName } = deps;
  return {
    async current(known, deadline) {
      const Key = accountItemKey(known.accountId);
      const command = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
      const { Item } = await withinDeadline(deadline, deps, (options) => document.send(command, options));
      return latestAccount(Item, known);
    },
  };
}
