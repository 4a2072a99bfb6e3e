import { MOST_TOGETHER } from '../../booking/dispatchers/visit-wishes.ts';
import type { AccountDocuments, AccountReader, Deadline, StoredAccount } from '../../record/ports.ts';
import { activeStatuses } from '../../record/request.ts';
import { storeAccount } from '../../record/store-account.ts';
import { accountKey } from '../items/request-item.ts';
import {
  ifVersion,
  inIndex,
  queryAll,
  readItem,
  type StoreDependencies,
  transact,
  writesOr,
} from '../table/operations.ts';
import {
  createAccountReader,
  fromOriginItem,
  listAccounts,
  originItemKey,
  readAccount,
  toAccountItem,
  toOriginItem,
} from './account-reader.ts';
import { blocksKey } from './block-store.ts';

/** By default a call may take this many milliseconds. An operator is waiting, not a caller. */
const WITHIN_MS = 10_000;

export interface AccountStore extends AccountReader {
  put(document: unknown, decidedOn?: number): Promise<StoredAccount>;
  /** Returns all accounts, sorted by id. Eventually consistent. */
  list(): Promise<StoredAccount[]>;
}

interface AccountStoreDependencies extends StoreDependencies {
  /** A call may take this many milliseconds, retries included. */
  readonly withinMs?: number | undefined;
}

export function createAccountStore({
  withinMs = WITHIN_MS,
  ...deps
}: AccountStoreDependencies): AccountStore {
  const documents = createAccountDocuments(deps);
  return {
    ...createAccountReader({ ...deps, withinMs }),
    put: async (document, decidedOn) =>
      await storeAccount(document, decidedOn, { ...deps, documents }, deps.now() + withinMs),
    list: () => listAccounts({ ...deps, withinMs }),
  };
}

/** The ends of all visits that a job may have. */
const ends = [
  'appointment.endsAt',
  ...Array.from({ length: MOST_TOGETHER - 1 }, (_, index) => `appointment.visits[${index}].endsAt`),
];

function createAccountDocuments(deps: StoreDependencies): AccountDocuments {
  const { tableName: TableName } = deps;
  const isAny = async (key: string, filter: object, values: Record<string, string>, deadline: Deadline) => {
    const all = inIndex('byAccount', key);
    const ExpressionAttributeValues = { ...all.ExpressionAttributeValues, ...values };
    const query = { ...all, ...filter, ExpressionAttributeValues, ProjectionExpression: 'pk' };
    return (await queryAll(query, deps, deadline)).length > 0;
  };
  return {
    get: (accountId, deadline) => readAccount(deps, accountId, deadline),

    async ownerOf(origin, deadline) {
      const item = await readItem(originItemKey(origin), deps, deadline);
      return item && fromOriginItem(item);
    },

    async hasTimeAfter(accountId, at, deadline) {
      const statuses = Object.fromEntries(activeStatuses.map((status) => [`:${status}`, status]));
      const appointments = {
        FilterExpression: `(${ends.map((end) => `${end} > :at`).join(' OR ')}) AND #status IN (${Object.keys(statuses).join(', ')})`,
        ExpressionAttributeNames: { '#status': 'status' },
      };
      const blocks = { FilterExpression: 'endsAt > :at' };
      return (
        (await isAny(accountKey(accountId), appointments, { ':at': at, ...statuses }, deadline)) ||
        (await isAny(blocksKey(accountId), blocks, { ':at': at }, deadline))
      );
    },

    async replace(account, before, { added, dropped }, deadline) {
      const { accountId } = account;
      const own = {
        TableName,
        ConditionExpression: 'attribute_not_exists(pk) OR accountId = :account',
        ExpressionAttributeValues: { ':account': accountId },
      };
      const writes = writesOr('contended' as const, [
        { Put: { TableName, Item: toAccountItem(account), ...ifVersion(before?.version) } },
        ...added.map((origin) => ({ Put: { ...own, Item: toOriginItem(origin, accountId) } })),
        ...dropped.map((origin) => ({ Delete: { ...own, Key: originItemKey(origin) } })),
      ]);
      return await transact({ writes }, deps, deadline);
    },
  };
}
