import * as v from 'valibot';
import type { Account } from '../../accounts/account.ts';
import { parseStoredAccount } from '../../accounts/account-document.ts';
import { type Integration, integrations } from '../../platforms/index.ts';
import { accountKey } from '../requests/request-item.ts';

/** Version of the items' form. */
const V = 1;

/** Where an origin stands in its account's document. */
export interface Origin {
  readonly integration: Integration;
  readonly externalId: string;
  /** Such as `origins.crm[0]`. */
  readonly path: string;
}

/** An account as it was read. Each write of its document is conditional on the version before. */
export type StoredAccount = Account & { readonly version: number };

const AccountItem = v.object({ v: v.literal(V), version: v.number(), document: v.unknown() });
const OriginItem = v.object({ v: v.literal(V), accountId: v.string() });

export const accountItemKey = (accountId: string) => ({ pk: accountKey(accountId), sk: 'ACCOUNT' });

export const originItemKey = ({ integration, externalId }: Pick<Origin, 'integration' | 'externalId'>) => ({
  pk: `ORIGIN#${integration}#${externalId}`,
  sk: 'ORIGIN',
});

export const toAccountItem = ({ version, ...document }: StoredAccount) => ({
  ...accountItemKey(document.accountId),
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

/** Throws where the item is not one of ours, or its document is no longer accepted; unknown fields in it are. */
export function fromAccountItem(item: unknown): StoredAccount {
  const { document, version } = v.parse(AccountItem, item);
  return { ...parseStoredAccount(document), version };
}

/** The account of an item; the very one that is known if it has the same version. Throws as `fromAccountItem` does. */
export function latestAccount(item: unknown, known: Account): Account {
  return v.parse(AccountItem, item).version === known.version ? known : fromAccountItem(item);
}

/** The id of the account that owns the origin. */
export const fromOriginItem = (item: unknown): string => v.parse(OriginItem, item).accountId;

export const originsOf = ({ origins }: Account): readonly Origin[] =>
  integrations.flatMap((integration) =>
    origins[integration].map((externalId, index) => ({
      integration,
      externalId,
      path: `origins.${integration}[${index}]`,
    })),
  );
