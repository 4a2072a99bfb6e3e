import type { Account, FoundBy } from './account.ts';

export interface AccountSource {
  /** @param deadline epoch milliseconds, if it is earlier than that of the source itself */
  byOrigin(kind: FoundBy, externalId: string, deadline?: number): Promise<Account | undefined>;
}

const FRESH_MS = 60_000;

interface Copy {
  readonly account: Account;
  /** The reading of the account began then, in epoch milliseconds. */
  readonly readAt: number;
}

/**
 * Caches accounts for at most 60 seconds. Reloads an older copy within the request, because a Lambda is frozen between
 * requests. While the source fails, an old copy is used, however old it is: it has the numbers of people to dial, and
 * bookings are decided on the account read again. Concurrent look-ups of one origin share one read. Unknown origins are
 * not cached.
 * @param now epoch milliseconds
 */
export function cacheAccounts(source: AccountSource, now: () => number): AccountSource {
  const copies = new Map<string, Copy>();
  const underWay = new Map<string, Promise<Account | undefined>>();

  async function read(key: string, kind: FoundBy, externalId: string, deadline?: number) {
    const readAt = now();
    try {
      const account = await source.byOrigin(kind, externalId, deadline);
      if (account === undefined) copies.delete(key);
      else copies.set(key, { account, readAt });
      return account;
    } catch (error) {
      const old = copies.get(key);
      if (old !== undefined) return old.account;
      throw error;
    } finally {
      underWay.delete(key);
    }
  }

  return {
    async byOrigin(kind, externalId, deadline) {
      const key = `${kind}#${externalId}`;
      const copy = copies.get(key);
      if (copy !== undefined && now() - copy.readAt < FRESH_MS) return copy.account;
      const shared = underWay.get(key);
      if (shared !== undefined) return shared;
      const reading = read(key, kind, externalId, deadline);
      underWay.set(key, reading);
      return reading;
    },
  };
}
