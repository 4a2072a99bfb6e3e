import { OutcomeUnknown, StorageUnavailable } from '../../record/faults.ts';
import type { Deadline } from '../../record/ports.ts';
import { type Contention, pauseAfter } from '../../record/retry.ts';

/** DynamoDB did nothing before these errors, so the request may be sent again. Single writes may conflict, too. */
const refusals = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'ThrottledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/** True if DynamoDB refused a request before it did anything. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && refusals.has(error.name);
}

const unsent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|did not establish a connection/;

/** True if a request was never sent, for lack of a connection. */
export function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unsent.test(error.message) || ('code' in error && unsent.test(String(error.code)));
}

const lost = /ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|socket hang up/;

/** True if the outcome of a request is unknown: after an internal error of DynamoDB, or without an answer. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  const code = 'code' in error ? String(error.code) : '';
  if (lost.test(code) || lost.test(error.message)) return true;
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return false;
  return Number(metadata.httpStatusCode) >= 500;
}

/** A timer may have this delay in milliseconds; Node fires one with a longer delay after 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Sends a request with a signal that aborts when the clock reaches a deadline, or at once if it has passed. Looks at
 * the clock again, because timers may fire early.
 */
export async function abortedAt<T>(
  deadline: Deadline,
  now: () => number,
  send: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const wait = () => {
    const left = Math.max(0, deadline - now());
    return setTimeout(check, Math.min(left, MAX_TIMER_MS)).unref();
  };
  const check = () => {
    if (now() < deadline) timer = wait();
    else controller.abort(new DOMException('The deadline has come.', 'TimeoutError'));
  };
  let timer = wait();
  try {
    return await send({ abortSignal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Retries a read until it succeeds or the deadline passes, when the signal aborts the read.
 * @throws {StorageUnavailable} past the deadline; other errors are thrown at once
 */
export async function withinDeadline<T>(
  deadline: Deadline,
  { now, pause, random }: Contention,
  read: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await abortedAt(deadline, now, read);
    } catch (error) {
      if (!isRefusal(error) && !isUncertain(error)) throw error;
      const wait = pauseAfter(attempt, random);
      if (now() + wait >= deadline) throw new StorageUnavailable({ cause: error });
      await pause(wait);
    }
  }
}

/**
 * Retries a single idempotent write until it succeeds or the deadline passes.
 * @throws {StorageUnavailable} if it is certain that nothing was stored
 * @throws {OutcomeUnknown} if an attempt got no answer, even if a later attempt was refused
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
