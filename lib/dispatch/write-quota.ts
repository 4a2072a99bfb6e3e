import { StorageUnavailable } from './faults.ts';
import type { CallStore, CustomerStore, RequestStore } from './ports.ts';
import type { LeadStore } from './requests/lead.ts';

/** An account wrote more than its share in this container. It is the cause of a `StorageUnavailable`: nothing was stored. */
export class QuotaExceeded extends Error {
  override readonly name = 'QuotaExceeded';
}

export interface WriteQuota {
  /** Takes one write from an account's share. Throws `StorageUnavailable` where nothing is left of it. */
  take(accountId: string): void;
}

export interface WriteQuotaOptions {
  /** How many writes an account may make at once, and how many come back in a minute. Infinity sets no limit. */
  readonly perMinute: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const MINUTE_MS = 60_000;

/** One bucket of tokens for each account, in the memory of the container: no round trip and no item that all write to. */
export function createWriteQuota({ perMinute, now }: WriteQuotaOptions): WriteQuota {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(accountId) {
      const at = now();
      const bucket = buckets.get(accountId) ?? { left: perMinute, at };
      // Without a limit and without time gone by it is no number: infinity times zero.
      const returned = ((at - bucket.at) / MINUTE_MS) * perMinute;
      const left = Math.min(perMinute, bucket.left + Math.max(0, returned || 0));
      const isEnough = left >= 1;
      buckets.set(accountId, { left: isEnough ? left - 1 : left, at });
      if (!isEnough) throw new StorageUnavailable({ cause: new QuotaExceeded() });
    },
  };
}

/** The store, with each lead taken from its account's share. An emergency is always stored. */
export const limitLeads = (leads: LeadStore, quota: WriteQuota): LeadStore => ({
  async accept(lead, deadlineAt) {
    if (lead.request.urgency !== 'emergency') quota.take(lead.request.accountId);
    return await leads.accept(lead, deadlineAt);
  },
});

/** The store, with each report taken from its account's share. */
export const limitCalls = (calls: CallStore, quota: WriteQuota): CallStore => ({
  async put(event, retentionDays, deadline) {
    quota.take(event.accountId);
    return await calls.put(event, retentionDays, deadline);
  },
});

interface BookingStores {
  readonly requests: RequestStore;
  readonly customers: CustomerStore;
}

/** The stores, with each write taken from its account's share. An emergency is always written. */
export function limitBookings<Stores extends BookingStores>(stores: Stores, quota: WriteQuota): Stores {
  const { requests, customers } = stores;
  return {
    ...stores,
    requests: {
      ...requests,
      async commit(change, deadline) {
        if (change.next.urgency !== 'emergency') quota.take(change.next.accountId);
        return await requests.commit(change, deadline);
      },
    },
    customers: {
      ...customers,
      async put(details, deadline) {
        quota.take(details.accountId);
        return await customers.put(details, deadline);
      },
    },
  };
}
