import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../accounts/account.ts';
import { parseAccount } from '../../accounts/account-document.ts';
import { type AccountFault, InvalidAccountDocument } from '../../accounts/invalid-account-document.ts';
import { activeStatuses } from '../../dispatch/requests/request.ts';
import { blocksKey } from '../block-item.ts';
import { accountKey } from '../requests/request-item.ts';
import type { TransactItems } from '../transaction.ts';
import * as items from './account-items.ts';
import {
  type AccountReader,
  type AccountReaderDependencies,
  createAccountReader,
  readItem,
} from './account-reader.ts';
import { accountWrites } from './account-writes.ts';

/** DynamoDB takes so many items in one transaction. */
const MAX_WRITES = 100;

export interface AccountRepository extends AccountReader {
  /**
   * Checks and stores a document with its origins, all or nothing. Origins that it no longer names are free again.
   * @throws {InvalidAccountDocument} also where an origin is another account's, or the time zone would change under
   * appointments or blocks that are not over
   */
  put(document: unknown): Promise<items.StoredAccount>;
  /** Every account, by id. Reads the whole table: for the command line only. */
  list(): Promise<items.StoredAccount[]>;
}

export interface AccountRepositoryDependencies extends AccountReaderDependencies {
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export function createAccountRepository(deps: AccountRepositoryDependencies): AccountRepository {
  const reader = createAccountReader(deps);
  return {
    ...reader,
    async put(document) {
      const parsed = parseAccount(document);
      const before = await reader.byId(parsed.accountId);
      const account = { ...parsed, version: (before?.version ?? 0) + 1 };
      const writes = accountWrites(deps.tableName, account, before);
      const faults = [
        ...(await zoneFaults(deps, account, before)),
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

/** Appointments and blocks were made in local time; one that is not over would be at another time of the day. */
async function zoneFaults(
  deps: AccountRepositoryDependencies,
  account: Account,
  before: Account | undefined,
): Promise<AccountFault[]> {
  if (before === undefined || before.timezone === account.timezone) return [];
  const { accountId } = account;
  const statuses = Object.fromEntries(activeStatuses.map((status) => [`:${status}`, status]));
  const appointments = {
    KeyConditionExpression: 'accountKey = :account',
    FilterExpression: `appointment.endsAt > :now AND #status IN (${Object.keys(statuses).join(', ')})`,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':account': accountKey(accountId), ...statuses },
  };
  const blocks = {
    KeyConditionExpression: 'accountKey = :account',
    FilterExpression: 'endsAt > :now',
    ExpressionAttributeValues: { ':account': blocksKey(accountId) },
  };
  if (!(await isAnyLater(deps, appointments)) && !(await isAnyLater(deps, blocks))) return [];
  const expected = `${before.timezone} until all appointments and blocks of the account are over`;
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
    const item = await readItem(deps, items.originItemKey(origin));
    const free = item === undefined || items.fromOriginItem(item) === account.accountId;
    return free ? [] : [{ path: origin.path, expected: 'an origin not used by another account' }];
  });
  return (await Promise.all(checked)).flat();
}

async function list({ document, tableName }: AccountRepositoryDependencies): Promise<items.StoredAccount[]> {
  const pages = paginateScan(
    { client: document },
    {
      TableName: tableName,
      FilterExpression: 'sk = :account',
      ExpressionAttributeValues: { ':account': 'ACCOUNT' },
    },
  );
  const found: items.StoredAccount[] = [];
  for await (const { Items = [] } of pages) {
    found.push(...Items.map((item) => items.fromAccountItem(item)));
  }
  return found.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
}
