import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { StorageUnavailable } from '../../dispatch/faults.ts';
import type { Integration } from '../../platforms/index.ts';
import { isRefusal, isUncertain } from '../within-deadline.ts';
import * as items from './account-items.ts';

/** Milliseconds for one read, the client's own attempts included: a caller may be waiting. */
const READ_MS = 1000;

export interface AccountReader {
  /** The account that an external id belongs to. Two reads, one after the other. */
  byOrigin(integration: Integration, externalId: string): Promise<items.StoredAccount | undefined>;
  /** Like `byOrigin`, it fails with `StorageUnavailable` where the table can't be read. */
  byId(accountId: string): Promise<items.StoredAccount | undefined>;
}

export interface AccountReaderDependencies {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}

export function createAccountReader(deps: AccountReaderDependencies): AccountReader {
  return {
    async byOrigin(integration, externalId) {
      const origin = await readItem(deps, items.originItemKey({ integration, externalId }));
      if (origin === undefined) return undefined;
      return await readAccount(deps, items.fromOriginItem(origin));
    },
    byId: (accountId) => readAccount(deps, accountId),
  };
}

async function readAccount(
  deps: AccountReaderDependencies,
  accountId: string,
): Promise<items.StoredAccount | undefined> {
  const item = await readItem(deps, items.accountItemKey(accountId));
  return item === undefined ? undefined : items.fromAccountItem(item);
}

export async function readItem(
  { document, tableName }: AccountReaderDependencies,
  key: Record<'pk' | 'sk', string>,
): Promise<unknown> {
  const get = new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true });
  try {
    const { Item } = await document.send(get, { abortSignal: AbortSignal.timeout(READ_MS) });
    return Item;
  } catch (error) {
    throw isRefusal(error) || isUncertain(error) ? new StorageUnavailable({ cause: error }) : error;
  }
}
