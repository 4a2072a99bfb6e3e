import {
  originItemKey,
  originsOf,
  type StoredAccount,
  toAccountItem,
  toOriginItem,
} from '../items/account-items.ts';
import type { TransactItems } from '../table/transaction.ts';

/**
 * The transaction that stores an account: the account if its previous version is unchanged, new origins if they are
 * free or its own, and the removal of origins that it no longer names.
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
    { Put: { TableName, Item, ...unchangedSince(before) } },
    ...added.map((origin) => ({ Put: { ...own, Item: toOriginItem(origin, account.accountId) } })),
    ...dropped.map((Key) => ({ Delete: { ...own, Key } })),
  ];
}

function unchangedSince(before: StoredAccount | undefined) {
  if (before === undefined) return { ConditionExpression: 'attribute_not_exists(pk)' };
  return {
    ConditionExpression: '#version = :before',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':before': before.version },
  };
}
