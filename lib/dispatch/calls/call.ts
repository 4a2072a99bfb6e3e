import type { CallEvent } from '../requests/request.ts';

/** What a platform says of a call, in the same words for both. */
export interface Call {
  readonly callId?: string | undefined;
  /** Agents or assistants, each once, the one that counts most first: they find the account. */
  readonly agentIds: readonly string[];
  /** The other side's number as the platform reports it; not yet known to be a phone number. */
  readonly caller?: string | undefined;
  /** Identifies the invocation of a function, so that a late retry is known for one. */
  readonly invocationId?: string | undefined;
}

/** What a platform tells about a call that has ended: an event without what only we know of it. */
export type CallReport = Omit<CallEvent, 'integration' | 'accountId' | 'receivedAt'>;

/** Longest texts of a report that stand in one item of the table, UTF-16 units; only its transcript may be of any size. */
export const MAX_SUMMARY = 20_000;
export const MAX_REASON = 200;
export const MAX_CALLER = 100;
