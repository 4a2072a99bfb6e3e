import type { Account } from '../../accounts/account.ts';
import { parseAccount } from '../../accounts/document/account-document.ts';
import {
  type AccountFault,
  InvalidAccountDocument,
} from '../../accounts/document/invalid-account-document.ts';
import type { AccountReader, Deadline, StoredAccount } from '../../record/ports.ts';
import { activeStatuses } from '../../record/request.ts';
import { untilSettled } from '../../record/until-settled.ts';
import { accountKey } from '../items/request-item.ts';
import { type QueryInput, queryAll, readItem, type TableDependencies } from '../table/queries.ts';
import { type StoreDependencies, type TransactItems, transact, writesOr } from '../table/transaction.ts';
import { ifVersion } from '../table/update.ts';
import {
  createAccountReader,
  fromOriginItem,
  listAccounts,
  originItemKey,
  originsOf,
  readAccount,
  toAccountItem,
  toOriginItem,
} from './account-reader.ts';
import { blocksKey } from './block-store.ts';

/** By default a call may take this many milliseconds. An operator is waiting, not a caller. */
const WITHIN_MS = 10_000;

/** DynamoDB allows this many items in a transaction. */
const MAX_WRITES = 100;

/** The stored document has changed since the decision. */
export class AccountChanged extends Error {
  constructor(accountId: string) {
    super(`The account ${accountId} has been changed by someone else. Nothing was stored. Try again.`);
  }
}

export interface AccountStore extends AccountReader {
  /**
   * Checks and stores a document with its origins, all or nothing. Releases origins that the document no longer
   * names. Fails as the stores of requests do.
   * @param decidedOn the version that the document replaces, 0 for none; any version if omitted
   * @throws {InvalidAccountDocument} also if an origin belongs to another account, or if the time zone would change
   * under appointments or blocks that are not over
   * @throws {AccountChanged} if the stored version is not the one that was decided on
   */
  put(document: unknown, decidedOn?: number): Promise<StoredAccount>;
  /** Returns all accounts, sorted by id. Eventually consistent. */
  list(): Promise<StoredAccount[]>;
}

export interface AccountStoreDependencies extends StoreDependencies {
  /** Time limit of a call in milliseconds, retries included. */
  readonly withinMs?: number | undefined;
}

export function createAccountStore(deps: AccountStoreDependencies): AccountStore {
  const { withinMs = WITHIN_MS } = deps;
  return {
    ...createAccountReader({ ...deps, withinMs }),
    async put(document, decidedOn) {
      const parsed = parseAccount(document);
      const deadline = deps.now() + withinMs;
      return await untilSettled(() => putOnce(deps, parsed, decidedOn, deadline), deps, deadline);
    },
    list: () => listAccounts({ ...deps, withinMs }),
  };
}

/** Returns the stored account; undefined if another write came first. */
async function putOnce(
  deps: AccountStoreDependencies,
  parsed: Account,
  decidedOn: number | undefined,
  deadline: Deadline,
): Promise<StoredAccount | undefined> {
  const { accountId } = parsed;
  const before = await readAccount(deps, accountId, deadline);
  const version = before?.version ?? 0;
  if (decidedOn !== undefined && decidedOn !== version) throw new AccountChanged(accountId);
  const account = { ...parsed, version: version + 1 };
  const writes = accountWrites(deps.tableName, account, before);
  const faults = [
    ...(await zoneFaults(deps, account, before, deadline)),
    ...(await foreignOrigins(deps, account, deadline)),
    ...(writes.length > MAX_WRITES
      ? [{ path: 'origins', expected: `at most ${MAX_WRITES - 1} origins added and removed at once` }]
      : []),
  ];
  if (faults.length > 0) throw new InvalidAccountDocument(faults);
  const result = await transact({ writes: writesOr('contended', writes) }, deps, deadline);
  return result === 'stored' ? account : undefined;
}

/** Returns a fault for each origin that belongs to another account. Only the transaction's conditions decide. */
async function foreignOrigins(
  deps: AccountStoreDependencies,
  account: Account,
  deadline: Deadline,
): Promise<AccountFault[]> {
  const checked = originsOf(account).map(async (origin) => {
    const item = await readItem(originItemKey(origin), deps, deadline);
    const free = item === undefined || fromOriginItem(item) === account.accountId;
    return free ? [] : [{ path: origin.path, expected: 'an origin not used by another account' }];
  });
  return (await Promise.all(checked)).flat();
}

/**
 * Returns the writes that store an account if its previous version is unchanged, add new origins if they are free or
 * its own, and remove origins that the account no longer names.
 */
export function accountWrites(
  TableName: string,
  account: StoredAccount,
  before: StoredAccount | undefined,
): TransactItems {
  const now = originsOf(account);
  const past = before === undefined ? [] : originsOf(before);
  const keysOf = (origins: typeof now) => new Set(origins.map((origin) => originItemKey(origin).pk));
  const [nowKeys, pastKeys] = [keysOf(now), keysOf(past)];
  const added = now.filter((origin) => !pastKeys.has(originItemKey(origin).pk));
  const dropped = past.map(originItemKey).filter(({ pk }) => !nowKeys.has(pk));
  const own = {
    TableName,
    ConditionExpression: 'attribute_not_exists(pk) OR accountId = :account',
    ExpressionAttributeValues: { ':account': account.accountId },
  };
  const Item = toAccountItem(account);
  return [
    { Put: { TableName, Item, ...ifVersion(before?.version) } },
    ...added.map((origin) => ({ Put: { ...own, Item: toOriginItem(origin, account.accountId) } })),
    ...dropped.map((Key) => ({ Delete: { ...own, Key } })),
  ];
}

/**
 * Returns a fault if appointments or blocks are not over: they were made in local time, and a new zone would move
 * them.
 */
export async function zoneFaults(
  deps: TableDependencies,
  account: Account,
  before: Account | undefined,
  deadline: Deadline,
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
  if (!(await isAnyLater(deps, appointments, deadline)) && !(await isAnyLater(deps, blocks, deadline)))
    return [];
  const expected = `${before.timezone} until all appointments and blocks of the account are over`;
  return [{ path: 'timezone', expected }];
}

/** True if a query of the index `byAccount`, which compares with `:now`, an ISO instant, finds anything. */
async function isAnyLater(
  deps: TableDependencies,
  query: QueryInput & { readonly ExpressionAttributeValues: Readonly<Record<string, string>> },
  deadline: Deadline,
): Promise<boolean> {
  const now = new Date(deps.now()).toISOString();
  const values = { ...query.ExpressionAttributeValues, ':now': now };
  const input = { ...query, IndexName: 'byAccount', ExpressionAttributeValues: values };
  return (await queryAll({ ...input, ProjectionExpression: 'pk' }, deps, deadline)).length > 0;
}
