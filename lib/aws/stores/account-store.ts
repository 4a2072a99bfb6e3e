import type { Account } from '../../accounts/account.ts';
import { parseAccount } from '../../accounts/document/account-document.ts';
import {
  type AccountFault,
  InvalidAccountDocument,
} from '../../accounts/document/invalid-account-document.ts';
import { OutcomeUnknown } from '../../record/faults.ts';
import type { Deadline } from '../../record/ports.ts';
import { untilSettled } from '../../record/until-settled.ts';
import * as items from '../items/account-items.ts';
import { type TransactionDependencies, transact } from '../table/transaction.ts';
import { listAccounts } from './account-list.ts';
import { type AccountReader, createAccountReader, readAccount, readItem } from './account-reader.ts';
import { accountWrites } from './account-writes.ts';
import { zoneFaults } from './zone-faults.ts';

/** Default time limit of a call in milliseconds. An operator is waiting, not a caller. */
const WITHIN_MS = 10_000;

/** DynamoDB's maximum of items in a transaction. */
const MAX_WRITES = 100;

/** The stored document has changed since the decision. */
export class AccountChanged extends Error {
  constructor(accountId: string) {
    super(`The account ${accountId} has been changed by someone else. Nothing was stored. Try again.`);
  }
}

export interface AccountStore extends AccountReader {
  /**
   * Checks and stores a document with its origins, all or nothing. Releases origins that it no longer names. Fails with
   * `StorageUnavailable` and `OutcomeUnknown` like the stores of requests.
   * @param decidedOn the version that the document replaces, 0 for none; any version if omitted
   * @throws {InvalidAccountDocument} also if an origin belongs to another account, or if the time zone would change
   * under appointments or blocks that are not over
   * @throws {AccountChanged} if the stored version is not the one that was decided on
   */
  put(document: unknown, decidedOn?: number): Promise<items.StoredAccount>;
  /** All accounts by id. Eventually consistent. */
  list(): Promise<items.StoredAccount[]>;
}

export interface AccountStoreDependencies extends TransactionDependencies {
  readonly tableName: string;
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

/** The stored account; undefined if another write came first. */
async function putOnce(
  deps: AccountStoreDependencies,
  parsed: Account,
  decidedOn: number | undefined,
  deadline: Deadline,
): Promise<items.StoredAccount | undefined> {
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
  const result = await transact(writes, deps, deadline);
  if (result.kind === 'unknown') throw new OutcomeUnknown({ cause: result.cause });
  return result.kind === 'stored' ? account : undefined;
}

/** The transaction's conditions decide; this lists all origins that belong to other accounts. */
async function foreignOrigins(
  deps: AccountStoreDependencies,
  account: Account,
  deadline: Deadline,
): Promise<AccountFault[]> {
  const checked = items.originsOf(account).map(async (origin) => {
    const item = await readItem(deps, items.originItemKey(origin), deadline);
    const free = item === undefined || items.fromOriginItem(item) === account.accountId;
    return free ? [] : [{ path: origin.path, expected: 'an origin not used by another account' }];
  });
  return (await Promise.all(checked)).flat();
}
