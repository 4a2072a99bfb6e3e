import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Account } from '../accounts/account.ts';
import { parseAccount } from '../accounts/account-document.ts';
import { type AccountFault, InvalidAccountDocument } from '../accounts/invalid-account-document.ts';
import { StorageUnavailable } from '../dispatch/faults.ts';
import type { Integration } from '../routes.ts';
import * as items from './account-items.ts';
import { accountWrites } from './account-writes.ts';
import { blocksKey } from './block-item.ts';
import { accountKey } from './request-item.ts';
import type { TransactItems } from './transaction.ts';
import { isRefusal, isUncertain } from './within-deadline.ts';

/** DynamoDB takes so many items in one transaction. */
const MAX_WRITES = 100;
/** Milliseconds for one read, the client's own attempts included: a caller may be waiting. */
const READ_MS = 1000;

export interface AccountRepository {
  /** The account that an external id belongs to. Two reads, one after the other. */
  byOrigin(integration: Integration, externalId: string): Promise<Account | undefined>;
  /** Like `byOrigin`, it fails with `StorageUnavailable` where the table can't be read. */
  byId(accountId: string): Promise<Account | undefined>;
  /**
   * Checks and stores a document with its origins, all or nothing. Origins that it no longer names are free again.
   * @throws {InvalidAccountDocument} also where an origin is another account's, or the time zone would change under
   * future appointments or blocks
   */
  put(document: unknown): Promise<Account>;
  /** Every account, by id. Reads the whole table: for the command line only. */
  list(): Promise<Account[]>;
}

export interface AccountRepositoryDependencies {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createAccountRepository(deps: AccountRepositoryDependencies): AccountRepository {
  return {
    async byOrigin(integration, externalId) {
      const origin = await read(deps, items.originItemKey({ integration, externalId }));
      if (origin === undefined) return undefined;
      return (await stored(deps, items.fromOriginItem(origin)))?.account;
    },
    byId: async (accountId) => (await stored(deps, accountId))?.account,
    async put(document) {
      const account = parseAccount(document);
      const before = await stored(deps, account.accountId);
      const writes = accountWrites(deps.tableName, account, before);
      const faults = [
        ...(await zoneFaults(deps, account, before?.account)),
        ...(await foreignOrigins(deps, account)),
        ...(writes.length > MAX_WRITES
          ? [{ path: 'origins', expected: `at most ${MAX_WRITES - 1} origins added and dropped at once` }]
          : []),
      ];
      if (faults.length > 0) throw new InvalidAccountDocument(faults);
      await write(deps, account, writes);
      return account;
    },
    list: () => list(deps),
  };
}

async function read(
  { document, tableName }: AccountRepositoryDependencies,
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

async function stored(deps: AccountRepositoryDependencies, accountId: string) {
  const item = await read(deps, items.accountItemKey(accountId));
  return item === undefined ? undefined : items.fromAccountItem(item);
}

/** Appointments were made and told in local time, and claims stand under local dates. */
async function zoneFaults(
  deps: AccountRepositoryDependencies,
  account: Account,
  before: Account | undefined,
): Promise<AccountFault[]> {
  if (before === undefined || before.timezone === account.timezone) return [];
  const { accountId } = account;
  const startsLater = 'appointment.startsAt > :now AND #status IN (:scheduled, :dispatched)';
  const appointments = {
    KeyConditionExpression: 'accountKey = :account',
    FilterExpression: startsLater,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':account': accountKey(accountId),
      ':scheduled': 'scheduled',
      ':dispatched': 'dispatched',
    },
  };
  const blocks = {
    KeyConditionExpression: 'accountKey = :account',
    FilterExpression: 'endsAt > :now',
    ExpressionAttributeValues: { ':account': blocksKey(accountId) },
  };
  if (!(await isAnyLater(deps, appointments)) && !(await isAnyLater(deps, blocks))) return [];
  const expected = `${before.timezone} to stay while the account has future appointments or blocks`;
  return [{ path: 'timezone', expected }];
}

/** Whether a query of the index by account finds anything; it compares with `:now`, an ISO instant. */
async function isAnyLater(
  { document, tableName, now }: AccountRepositoryDependencies,
  query: Pick<
    QueryCommandInput,
    'KeyConditionExpression' | 'FilterExpression' | 'ExpressionAttributeNames'
  > & {
    readonly ExpressionAttributeValues: Readonly<Record<string, string>>;
  },
): Promise<boolean> {
  const values = { ...query.ExpressionAttributeValues, ':now': new Date(now()).toISOString() };
  const pages = paginateQuery(
    { client: document },
    { ...query, TableName: tableName, IndexName: 'byAccount', ExpressionAttributeValues: values },
  );
  for await (const { Items = [] } of pages) if (Items.length > 0) return true;
  return false;
}

async function write(
  deps: AccountRepositoryDependencies,
  account: Account,
  writes: TransactItems,
): Promise<void> {
  try {
    await deps.document.send(new TransactWriteCommand({ TransactItems: writes }));
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const taken = await foreignOrigins(deps, account);
    if (taken.length > 0) throw new InvalidAccountDocument(taken);
    const message = `Account ${account.accountId} or its origins were changed meanwhile. Try again.`;
    throw new Error(message, { cause: error });
  }
}

/** The transaction's own conditions decide; this tells which origins are another's, all of them. */
async function foreignOrigins(
  deps: AccountRepositoryDependencies,
  account: Account,
): Promise<AccountFault[]> {
  const checked = items.originsOf(account).map(async (origin) => {
    const item = await read(deps, items.originItemKey(origin));
    const free = item === undefined || items.fromOriginItem(item) === account.accountId;
    return free ? [] : [{ path: origin.path, expected: 'an origin not used by another account' }];
  });
  return (await Promise.all(checked)).flat();
}

async function list({ document, tableName }: AccountRepositoryDependencies): Promise<Account[]> {
  const pages = paginateScan(
    { client: document },
    {
      TableName: tableName,
      FilterExpression: 'sk = :account',
      ExpressionAttributeValues: { ':account': 'ACCOUNT' },
    },
  );
  const found: Account[] = [];
  for await (const { Items = [] } of pages) {
    found.push(...Items.map((item) => items.fromAccountItem(item).account));
  }
  return found.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
}
