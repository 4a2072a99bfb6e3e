import type { Deadline } from './ports.ts';
import type { DispatchRequest } from './request.ts';
import type { QueueGroup } from './request-queue.ts';

/** Counting stops here: the page asks every few seconds, and each counted request is one read. */
export const MOST_COUNTED = 100;

/** A place in the queue, from which the next page goes on. */
export interface QueuePlace {
  readonly dispatchRequestId: string;
  readonly queueOrder: string;
}

/** Which part of a list to read: at most `limit` requests after a place. */
export interface QueuePageRequest {
  readonly limit: number;
  readonly after?: QueuePlace | undefined;
}

export interface OpenPageRequest extends QueuePageRequest {
  /** The last group to read; all without it. */
  readonly through?: QueueGroup | undefined;
}

export interface QueuePage {
  readonly requests: readonly DispatchRequest[];
  /** Present if there may be more. */
  readonly next?: QueuePlace | undefined;
}

/** The open requests of an account. Eventually consistent; fails with `StorageUnavailable`. */
export interface QueueReader {
  /** Those that wait for a person, in order. */
  page(accountId: string, page: QueuePageRequest, deadline: Deadline): Promise<QueuePage>;
  /** All that have not ended: first those that wait for a person, then those with an appointment by its start. */
  open(accountId: string, page: OpenPageRequest, deadline: Deadline): Promise<QueuePage>;
  /** How many wait in each group; `MOST_COUNTED` means that many or more. */
  counts(accountId: string, deadline: Deadline): Promise<Readonly<Record<QueueGroup, number>>>;
}
