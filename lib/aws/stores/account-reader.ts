import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { OriginKind } from '../../accounts/account.ts';
import type { Deadline } from '../../record/ports.ts';
import type { Contention } from '../../record/until-settled.ts';
import * as items from '../items/account-items.ts';
import { withinDeadline } from '../table/within-deadline.ts';

export interface AccountReader {
  /** The account that an external id or number belongs to. Two reads in sequence. */
  byOrigin(
    kind: OriginKind,
    externalId: string,
    deadline?: Deadline,
  ): Promise<items.StoredAccount | undefined>;
  /** Like `byOrigin`, fails with `StorageUnavailable` if the table can't be read in time. */
  byId(accountId: string): Promise<items.StoredAccount | undefined>;
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
      const origin = await readItem(deps, items.originItemKey({ kind, externalId }), until);
      if (origin === undefined) return undefined;
      return await readAccount(deps, items.fromOriginItem(origin), until);
    },
    byId: (accountId) => readAccount(deps, accountId, deadline()),
  };
}

/** The stored account. Fails with `StorageUnavailable` past the deadline. */
export async function readAccount(
  deps: ReadDependencies,
  accountId: string,
  deadline: Deadline,
): Promise<items.StoredAccount | undefined> {
  const item = await readItem(deps, items.accountItemKey(accountId), deadline);
  return item === undefined ? undefined : items.fromAccountItem(item);
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
