import { StorageUnavailable } from '../faults.ts';
import type { Change, Deadline, RequestStore } from '../ports.ts';
import type { DispatchRequest } from './request.ts';

/** What is kept of the deadline to answer in, milliseconds. */
export const ANSWER_MS = 100;
/** Longest wait before contended items are read again, milliseconds. */
export const MAX_PAUSE_MS = 40;

export interface ChangeDependencies {
  readonly requests: RequestStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after some milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** From 0 to below 1: spreads contenders. */
  readonly random: () => number;
  /** Told of each lost race, for the metrics. */
  readonly onRace?: (() => void) | undefined;
}

/**
 * Changes a request that exists, deciding anew on its latest state after each lost race. `attempt` gets undefined where
 * the request is gone, and gives undefined where it lost. Fails with `StorageUnavailable` past the deadline.
 */
export async function untilSettled<Result>(
  found: DispatchRequest,
  attempt: (request: DispatchRequest | undefined) => Promise<Result | undefined>,
  { requests, now, pause, random, onRace }: ChangeDependencies,
  deadline: Deadline,
): Promise<Result> {
  let request: DispatchRequest | undefined = found;
  while (now() < deadline - ANSWER_MS) {
    const settled: Result | undefined = await attempt(request);
    if (settled !== undefined) return settled;
    onRace?.();
    await pause(random() * MAX_PAUSE_MS);
    request = await requests.get(found.dispatchRequestId, deadline);
  }
  throw new StorageUnavailable({ cause: new Error('The deadline passed among contenders.') });
}

/** Whether a change was stored; if not, its request must be read again. */
export async function isStored(change: Change, requests: RequestStore, deadline: Deadline): Promise<boolean> {
  return (await requests.commit(change, deadline)).kind === 'stored';
}
