import { StorageUnavailable } from '../record/faults.ts';
import type { CallStore, CustomerStore, HoldStore, RequestStore } from '../record/ports.ts';
import { MINUTE_MS } from '../scheduling/time.ts';
import type { Leads } from './accept-lead.ts';

/** An account exceeded its write quota in this container, and nothing was stored. Causes a `StorageUnavailable`. */
export class QuotaExceeded extends Error {
  override readonly name = 'QuotaExceeded';
}

export interface WriteQuota {
  /**
   * Takes one write from an account's quota and, for a call without a number, from the part that all such calls share.
   * @throws {StorageUnavailable} if either is used up
   */
  take(accountId: string, call?: { readonly isHidden: boolean }): void;
}

interface WriteQuotaOptions {
  /** Each account may write this many times at once, and as many again per minute. Infinity means no limit. */
  readonly perMinute: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Calls with a withheld number share this part of an account's writes, because they can't be told apart. */
const HIDDEN_SHARE = 0.25;

/** Creates one token bucket per account in the container's memory, which needs no round trip and no shared item. */
export function createWriteQuota({ perMinute, now }: WriteQuotaOptions): WriteQuota {
  const takeAny = createBuckets({ perMinute, now });
  const takeHidden = createBuckets({ perMinute: Math.max(1, perMinute * HIDDEN_SHARE), now });
  return {
    take(accountId, { isHidden } = { isHidden: false }) {
      if (isHidden) takeHidden(accountId);
      takeAny(accountId);
    },
  };
}

function createBuckets({ perMinute, now }: WriteQuotaOptions): (accountId: string) => void {
  const buckets = new Map<string, { left: number; at: number }>();
  return (accountId) => {
    const at = now();
    const bucket = buckets.get(accountId) ?? { left: perMinute, at };
    // Infinity times zero is NaN, which happens without a limit and elapsed time.
    const returned = ((at - bucket.at) / MINUTE_MS) * perMinute;
    const left = Math.min(perMinute, bucket.left + Math.max(0, returned || 0));
    const isEnough = left >= 1;
    buckets.set(accountId, { left: isEnough ? left - 1 : left, at });
    if (!isEnough) throw new StorageUnavailable({ cause: new QuotaExceeded() });
  };
}

/** Limits the store by the account's quota. Emergencies are always stored. */
export const limitLeads = (leads: Leads, quota: WriteQuota): Leads => ({
  async accept(lead, deadline) {
    if (lead.request.urgency !== 'emergency') quota.take(lead.request.accountId);
    return await leads.accept(lead, deadline);
  },
});

export const limitCalls = (calls: CallStore, quota: WriteQuota): CallStore => ({
  ...calls,
  async put(report, callRetentionDays, deadline) {
    quota.take(report.accountId);
    return await calls.put(report, callRetentionDays, deadline);
  },
});

/** Limits the store by the account's quota. Emergencies are always written. */
export const limitRequests = (requests: RequestStore, quota: WriteQuota): RequestStore => ({
  ...requests,
  async commit(change, deadline) {
    const { urgency, accountId, callId, caller } = change.next;
    const isHidden = callId !== undefined && caller === undefined;
    if (urgency !== 'emergency') quota.take(accountId, { isHidden });
    return await requests.commit(change, deadline);
  },
});

/** Limits the store by the account's quota. Holds can always be released. */
const limitHolds = (holds: HoldStore, quota: WriteQuota): HoldStore => ({
  ...holds,
  async commit(change, deadline) {
    quota.take(change.next.accountId);
    return await holds.commit(change, deadline);
  },
});

interface BookingStores {
  readonly holds: HoldStore;
  readonly requests: RequestStore;
  readonly customers: CustomerStore;
}

/** Limits the stores by the account's quota. Emergencies are always written. */
export function limitBookings<Stores extends BookingStores>(stores: Stores, quota: WriteQuota): Stores {
  const { requests, customers, holds } = stores;
  return {
    ...stores,
    holds: limitHolds(holds, quota),
    requests: limitRequests(requests, quota),
    customers: {
      ...customers,
      async put(details, deadline) {
        quota.take(details.accountId);
        return await customers.put(details, deadline);
      },
    },
  };
}
