import * as v from 'valibot';
import { type Account, type OriginKind, originKinds } from '../../accounts/account.ts';
import { parseStoredAccount } from '../../accounts/document/account-document.ts';
import { accountKey } from './request-item.ts';

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
