import type { Deadline } from '../ports.ts';
import type { DispatchRequest } from '../requests/request.ts';
import type { QueueGroup } from '../requests/request-queue.ts';

/** A place in the queue, from which the next page goes on. */
export interface QueuePlace {
  readonly dispatchRequestId: string;
  readonly queueOrder: string;
}

/** The requests of an account that wait for a person. Eventually consistent; fails with `StorageUnavailable`. */
export interface QueueReader {
  /** At most `limit` requests after a place, in order; `next` if there may be more. */
  page(
    accountId: string,
    page: { readonly limit: number; readonly after?: QueuePlace | undefined },
    deadline: Deadline,
  ): Promise<{ readonly requests: readonly DispatchRequest[]; readonly next?: QueuePlace | undefined }>;
  /** How many wait in each group. */
  counts(accountId: string, deadline: Deadline): Promise<Readonly<Record<QueueGroup, number>>>;
}
