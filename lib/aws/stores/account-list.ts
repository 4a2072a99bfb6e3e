import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ACCOUNTS_KEY, fromAccountItem, type StoredAccount } from '../items/account-items.ts';
import { withinDeadline } from '../table/within-deadline.ts';
import type { AccountReaderDependencies } from './account-reader.ts';

/** All accounts by id. Eventually consistent; fails with `StorageUnavailable`. Each page has the full time limit. */
export async function listAccounts(deps: AccountReaderDependencies): Promise<StoredAccount[]> {
  const found: StoredAccount[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const query = new QueryCommand({
      TableName: deps.tableName,
      IndexName: 'byAccount',
      KeyConditionExpression: 'accountKey = :accounts',
      ExpressionAttributeValues: { ':accounts': ACCOUNTS_KEY },
      ExclusiveStartKey: from,
    });
    const deadline = deps.now() + deps.withinMs;
    const page = await withinDeadline(deadline, deps, (options) => deps.document.send(query, options));
    found.push(...(page.Items ?? []).map(fromAccountItem));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return found;
}
