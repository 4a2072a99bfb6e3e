import { OutcomeUnknown, StorageUnavailable } from '../dispatch/faults.ts';
import type { Deadline } from '../dispatch/ports.ts';
import { type Contention, pauseAfter } from '../dispatch/requests/until-settled.ts';

/** Errors by which DynamoDB says that it did nothing: the same request may be sent again. A single write may meet a transaction too. */
const refusals = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'ThrottledException',
  'TransactionConflictException',
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

/** Aborts when the clock comes to a deadline, or at once after it. What a timer measures is not yet the clock. */
export function abortAt(deadline: Deadline, now: () => number): AbortSignal {
  const controller = new AbortController();
  const check = () => {
    const left = deadline - now();
    if (left > 0) setTimeout(check, Math.ceil(left)).unref();
    else controller.abort(new DOMException('The deadline has come.', 'TimeoutError'));
  };
  setTimeout(check, Math.max(1, Math.floor(deadline - now()))).unref();
  return controller.signal;
}

/**
 * Runs a read until it succeeds or the deadline has come. The signal aborts what is under way then. Fails with
 * `StorageUnavailable`; faults of our own making are thrown as they are.
 */
export async function withinDeadline<T>(
  deadline: Deadline,
  { now, pause, random }: Contention,
  read: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await read({ abortSignal: abortAt(deadline, now) });
    } catch (error) {
      if (!isRefusal(error) && !isUncertain(error)) throw error;
      const wait = pauseAfter(attempt, random);
      if (now() + wait >= deadline) throw new StorageUnavailable({ cause: error });
      await pause(wait);
    }
  }
}

/**
 * Runs a single write until it succeeds or the deadline has come: the same write may be done twice. Fails with
 * `StorageUnavailable` when it is certain that nothing was stored. An attempt without an answer may have been, even where
 * a later one was refused: that is `OutcomeUnknown`.
 */
export async function writeWithinDeadline<T>(
  deadline: Deadline,
  deps: Contention,
  write: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  let uncertain = false;
  const attempt = async (options: { abortSignal: AbortSignal }): Promise<T> => {
    try {
      return await write(options);
    } catch (error) {
      uncertain ||= isUncertain(error) && !isUnsent(error);
      throw error;
    }
  };
  try {
    return await withinDeadline(deadline, deps, attempt);
  } catch (error) {
    if (error instanceof StorageUnavailable && uncertain) throw new OutcomeUnknown({ cause: error });
    throw error;
  }
}
