import * as v from 'valibot';
import type { Account } from '../../accounts/account.ts';
import { parseStoredAccount } from '../../accounts/document/account-document.ts';
import type {
  AccountReader,
  CurrentAccountReader,
  Deadline,
  Origin,
  StoredAccount,
} from '../../record/ports.ts';
import { accountKey } from '../items/request-item.ts';
import { inIndex, queryOnce, readItem, type TableDependencies } from '../table/operations.ts';

interface AccountReaderDependencies extends TableDependencies {
  /** A look-up may take this many milliseconds, retries included. */
  readonly withinMs: number;
}

export function createAccountReader(deps: AccountReaderDependencies): AccountReader {
  const deadline = () => deps.now() + deps.withinMs;
  return {
    async byOrigin(kind, externalId, earlier = Number.POSITIVE_INFINITY) {
      const until = Math.min(deadline(), earlier);
      const origin = await readItem(originItemKey({ kind, externalId }), deps, until);
      if (origin === undefined) return undefined;
      return await readAccount(deps, fromOriginItem(origin), until);
    },
    byId: (accountId) => readAccount(deps, accountId, deadline()),
  };
}

/**
 * Reads a stored account.
 * @throws {StorageUnavailable} past the deadline
 */
export async function readAccount(
  deps: TableDependencies,
  accountId: string,
  deadline: Deadline,
): Promise<StoredAccount | undefined> {
  const item = await readItem(accountItemKey(accountId), deps, deadline);
  return item === undefined ? undefined : fromAccountItem(item);
}

/**
 * Reads all accounts, sorted by id. Eventually consistent. Each page has the full time limit.
 * @throws {StorageUnavailable} past the time limit
 */
export async function listAccounts(deps: AccountReaderDependencies): Promise<StoredAccount[]> {
  const found: StoredAccount[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const query = { ...inIndex('byAccount', ACCOUNTS_KEY), ExclusiveStartKey: from };
    const page = await queryOnce(query, deps, deps.now() + deps.withinMs);
    found.push(...page.items.map(fromAccountItem));
    from = page.next;
  } while (from !== undefined);
  return found;
}

/** Reads accounts past any cache. */
export const createCurrentAccountReader = (deps: TableDependencies): CurrentAccountReader => ({
  current: async (known, deadline) =>
    latestAccount(await readItem(accountItemKey(known.accountId), deps, deadline), known),
});

const V = 1;

const AccountItem = v.object({ v: v.literal(V), version: v.number(), document: v.unknown() });
const OriginItem = v.object({ v: v.literal(V), accountId: v.string() });

export const accountItemKey = (accountId: string) => ({ pk: accountKey(accountId), sk: 'ACCOUNT' });

export const originItemKey = ({ kind, externalId }: Pick<Origin, 'kind' | 'externalId'>) => ({
  pk: `ORIGIN#${kind}#${externalId}`,
  sk: 'ORIGIN',
});

/** All accounts have this key in the index `byAccount`, which sorts them by id. */
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

/**
 * Returns the account of an item. Accepts unknown fields.
 * @throws {Error} if the item is malformed or its document is no longer valid
 */
function fromAccountItem(item: unknown): StoredAccount {
  const { document, version } = v.parse(AccountItem, item);
  return { ...parseStoredAccount(document), version };
}

/** Returns the account of an item; the known object if it has the same version. Throws as `fromAccountItem` does. */
function latestAccount(item: unknown, known: Account): Account {
  return v.parse(AccountItem, item).version === known.version ? known : fromAccountItem(item);
}

export const fromOriginItem = (item: unknown): string => v.parse(OriginItem, item).accountId;
