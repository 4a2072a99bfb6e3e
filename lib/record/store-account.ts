import { type Account, originKinds } from '../accounts/account.ts';
import { parseAccount } from '../accounts/document/account-document.ts';
import { type AccountFault, InvalidAccountDocument } from '../accounts/document/invalid-account-document.ts';
import type { AccountDocuments, Deadline, Origin, StoredAccount } from './ports.ts';
import { type Contention, retry } from './retry.ts';

/** One transaction stores the account and its changed origins; DynamoDB allows a hundred items in it. */
const MAX_CHANGED_ORIGINS = 99;

/** The stored document has changed since the decision. */
export class AccountChanged extends Error {
  constructor(accountId: string) {
    super(`The account ${accountId} has been changed by someone else. Nothing was stored. Try again.`);
  }
}

/**
 * Checks a document and stores it with its origins, all or nothing. Releases origins that the document no longer names.
 * Fails as the stores of requests do.
 * @param decidedOn the version that the document replaces, 0 for none; any version if omitted
 * @throws {InvalidAccountDocument} also if an origin belongs to another account, or if the time zone would change under
 *   appointments or blocks that are not over
 * @throws {AccountChanged} if the stored version is not the one that was decided on
 */
export async function storeAccount(
  document: unknown,
  decidedOn: number | undefined,
  deps: Contention & { readonly documents: AccountDocuments },
  deadline: Deadline,
): Promise<StoredAccount> {
  const parsed = parseAccount(document);
  const { accountId } = parsed;
  const { documents } = deps;
  return await retry(
    async () => {
      const before = await documents.get(accountId, deadline);
      const version = before?.version ?? 0;
      if (decidedOn !== undefined && decidedOn !== version) throw new AccountChanged(accountId);
      const account = { ...parsed, version: version + 1 };
      const [past, now] = [before === undefined ? [] : originsOf(before), originsOf(account)];
      const origins = { added: without(now, past), dropped: without(past, now) };
      const faults = [
        ...(await zoneFaults(account, before, deps, deadline)),
        ...(await foreignOrigins(account, documents, deadline)),
        ...(origins.added.length + origins.dropped.length > MAX_CHANGED_ORIGINS
          ? [
              {
                path: 'origins',
                expected: `at most ${MAX_CHANGED_ORIGINS} origins added and removed at once`,
              },
            ]
          : []),
      ];
      if (faults.length > 0) throw new InvalidAccountDocument(faults);
      return (await documents.replace(account, before, origins, deadline)) === 'stored' ? account : undefined;
    },
    deps,
    deadline,
  );
}

export const originsOf = ({ origins, notify }: Account): readonly Origin[] => {
  const texts = notify?.senders?.sms?.from;
  return [
    ...originKinds.flatMap((kind) =>
      origins[kind].map((externalId, index) => ({ kind, externalId, path: `origins.${kind}[${index}]` })),
    ),
    ...(texts === undefined
      ? []
      : [{ kind: 'texts', externalId: texts, path: 'notify.senders.sms.from' } as const]),
  ];
};

const without = (some: readonly Origin[], others: readonly Origin[]): readonly Origin[] => {
  const nameOf = ({ kind, externalId }: Origin) => `${kind}#${externalId}`;
  const names = new Set(others.map(nameOf));
  return some.filter((origin) => !names.has(nameOf(origin)));
};

/** Returns a fault for each origin that belongs to another account. Only the conditions of the write decide. */
async function foreignOrigins(
  account: Account,
  documents: AccountDocuments,
  deadline: Deadline,
): Promise<AccountFault[]> {
  const checked = originsOf(account).map(async (origin) => {
    const owner = await documents.ownerOf(origin, deadline);
    const isFree = owner === undefined || owner === account.accountId;
    return isFree
      ? []
      : [
          {
            path: origin.path,
            expected: `${origin.kind === 'texts' ? 'a number' : 'an origin'} not used by another account`,
          },
        ];
  });
  return (await Promise.all(checked)).flat();
}

/** Returns a fault if the time zone changes while appointments or blocks are ahead, whose instants would move. */
async function zoneFaults(
  account: Account,
  before: Account | undefined,
  { documents, now }: Contention & { readonly documents: AccountDocuments },
  deadline: Deadline,
): Promise<AccountFault[]> {
  if (before === undefined || before.timezone === account.timezone) return [];
  const at = new Date(now()).toISOString();
  if (!(await documents.hasTimeAfter(account.accountId, at, deadline))) return [];
  const expected = `${before.timezone} until all appointments and blocks of the account are over`;
  return [{ path: 'timezone', expected }];
}
