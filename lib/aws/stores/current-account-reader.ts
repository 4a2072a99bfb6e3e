import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { CurrentAccountReader } from '../../record/ports.ts';
import { accountItemKey, latestAccount } from '../items/account-items.ts';
import type { TableDependencies } from '../table/queries.ts';
import { withinDeadline } from '../table/within-deadline.ts';

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
