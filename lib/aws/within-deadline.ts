import { StorageUnavailable } from '../dispatch/faults.ts';
import type { Deadline } from '../dispatch/ports.ts';

/** What a repository needs of the world beside its table. */
export interface Clockwork {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 200;

/** Errors by which DynamoDB says that it did nothing: the same request may be sent again. */
const refusals = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'ThrottledException',
  'TransactionInProgressException',
]);

/** Whether DynamoDB refused a request before it did anything. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && refusals.has(error.name);
}

const unsent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|did not establish a connection/;

/** Whether a request never left: there was no connection to send it on. */
export function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unsent.test(error.message) || ('code' in error && unsent.test(String(error.code)));
}

const lost = /ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|socket hang up/;

/** Whether nobody knows what became of a request: no answer, or one that the service itself broke down. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  const code = 'code' in error ? String(error.code) : '';
  if (lost.test(code) || lost.test(error.message)) return true;
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return false;
  return Number(metadata.httpStatusCode) >= 500;
}

/** The pause before a further attempt: grows, with full jitter. Milliseconds. */
export function pauseBefore(attempt: number, random: () => number): number {
  return random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
}

/**
 * Runs a read until it succeeds or the deadline has come. The signal aborts what is under way then. Fails with
 * `StorageUnavailable`; faults of our own making are thrown as they are.
 */
export async function withinDeadline<T>(
  deadline: Deadline,
  { now, pause, random }: Clockwork,
  read: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await read({ abortSignal: AbortSignal.timeout(Math.max(1, deadline - now())) });
    } catch (error) {
      if (!isRefusal(error) && !isUncertain(error)) throw error;
      const wait = pauseBefore(attempt, random);
      if (now() + wait >= deadline) throw new StorageUnavailable({ cause: error });
      await pause(wait);
    }
  }
}
