import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Account, type OriginKind, originKinds } from '../../accounts/account.ts';
import { parseStoredAccount } from '../../accounts/document/account-document.ts';
import type { CurrentAccountReader, Deadline } from '../../record/ports.ts';
import type { Contention } from '../../record/until-settled.ts';
import { accountKey } from '../items/request-item.ts';
import type { TableDependencies } from '../table/queries.ts';
import { withinDeadline } from '../table/within-deadline.ts';

export interface AccountReader {
  /** The account that an external id or number belongs to. Two reads in sequence. */
  byOrigin(kind: OriginKind, externalId: string, deadline?: Deadline): Promise<StoredAccount | undefined>;
  /** Like `byOrigin`, fails with `StorageUnavailable` if the table can't be read in time. */
  byId(accountId: string): Promise<StoredAccount | undefined>;
}

export interface ReadDependencies extends Contention {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}

export interface AccountReaderDependencies extends ReadDependencies {
  /** Time limit of a look-up in milliseconds, retries included. */
  readonly withinMs: number;
}

export function createAccountReader(deps: AccountReaderDependencies): AccountReader {
  const deadline = () => deps.now() + deps.withinMs;
  return {
    async byOrigin(kind, externalId, earlier = Number.POSITIVE_INFINITY) {
      const until = Math.min(deadline(), earlier);
      const origin = await readItem(deps, originItemKey({ kind, externalId }), until);
      if (origin === undefined) return undefined;
      return await readAccount(deps, fromOriginItem(origin), until);
    },
    byId: (accountId) => readAccount(deps, accountId, deadline()),
  };
}

/** The stored account. Fails with `StorageUnavailable` past the deadline. */
export async function readAccount(
  deps: ReadDependencies,
  accountId: string,
  deadline: Deadline,
): Promise<StoredAccount | undefined> {
  const item = await readItem(deps, accountItemKey(accountId), deadline);
  return item === undefined ? undefined : fromAccountItem(item);
}

/** A stored item. Fails with `StorageUnavailable` past the deadline. */
export async function readItem(
  deps: ReadDependencies,
  key: Record<'pk' | 'sk', string>,
  deadline: Deadline,
): Promise<unknown> {
  const get = new GetCommand({ TableName: deps.tableName, Key: key, ConsistentRead: true });
  const { Item } = await withinDeadline(deadline, deps, (options) => deps.document.send(get, options));
  return Item;
}

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

/** Version of the item format. */
const V = 1;

/** The path of an origin in its account's document. */
export interface Origin {
  readonly kind: OriginKind;
  readonly externalId: string;
  /** Such as `origins.crm[0]`. */
  readonly path: string;
}

/** A stored account. Each write is conditional on the previous version. */
export type StoredAccount = Account & { readonly version: number };

const AccountItem = v.object({ v: v.literal(V), version: v.number(), document: v.unknown() });
const OriginItem = v.object({ v: v.literal(V), accountId: v.string() });

export const accountItemKey = (accountId: string) => ({ pk: accountKey(accountId), sk: 'ACCOUNT' });

export const originItemKey = ({ kind, externalId }: Pick<Origin, 'kind' | 'externalId'>) => ({
  pk: `ORIGIN#${kind}#${externalId}`,
  sk: 'ORIGIN',
});

/** The key of all accounts in the index `byAccount`, which sorts them by id. */
export const ACCOUNTS_KEY = 'ACCOUNTS';

export const toAccountItem = ({ version, ...document }: StoredAccount) => ({
  ...accountItemKey(document.accountId),
  accountKey: ACCOUNTS_KEY,
  createdAt: document.accountId,
  v: V,
  accountId: document.accountId,
  version,
  document,
});

export const toOriginItem = (origin: Origin, accountId: string) => ({
  ...originItemKey(origin),
  v: V,
  accountId,
});

/** Throws if the item is malformed or its document is no longer valid. Accepts unknown fields. */
export function fromAccountItem(item: unknown): StoredAccount {
  const { document, version } = v.parse(AccountItem, item);
  return { ...parseStoredAccount(document), version };
}

/** The account of an item; the known object if it has the same version. Throws as `fromAccountItem` does. */
export function latestAccount(item: unknown, known: Account): Account {
  return v.parse(AccountItem, item).version === known.version ? known : fromAccountItem(item);
}

/** The id of the account that owns the origin. */
export const fromOriginItem = (item: unknown): string => v.parse(OriginItem, item).accountId;

export const originsOf = ({ origins }: Account): readonly Origin[] =>
  originKinds.flatMap((kind) =>
    origins[kind].map((externalId, index) => ({
      kind,
      externalId,
      path: `origins.${kind}[${index}]`,
    })),
  );
