import { OutcomeUnknown, StorageUnavailable } from '../faults.ts';
import type { Change, Deadline, RequestStore } from '../ports.ts';
import { type ChangedBy, changed, remembers } from './changed.ts';
import type { DispatchRequest } from './request.ts';

/** What is kept of the deadline to answer in, milliseconds. */
export const ANSWER_MS = 100;
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 200;

/** What it takes to try again beside contenders. */
export interface Contention {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after some milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** From 0 to below 1: spreads contenders. */
  readonly random: () => number;
  /** Called for each lost race, for the metrics. */
  readonly onRace?: (() => void) | undefined;
}

export interface ChangeDependencies extends Contention {
  readonly requests: RequestStore;
}

/** The pause after an attempt, counted from 0, in milliseconds: it grows, with full jitter. */
export function pauseAfter(attempt: number, random: () => number): number {
  return random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
}

/**
 * Repeats an attempt, which must read again what it decides on, until it gives a result. It gives undefined where it lost
 * a race. Fails with `StorageUnavailable` past the deadline.
 * @param attempt gets the number of attempts before it
 */
export async function untilSettled<Result>(
  attempt: (round: number) => Promise<Result | undefined>,
  { now, pause, random, onRace }: Contention,
  deadline: Deadline,
): Promise<Result> {
  for (let round = 0; now() < deadline - ANSWER_MS; round++) {
    const result = await attempt(round);
    if (result !== undefined) return result;
    onRace?.();
    await pause(pauseAfter(round, random));
  }
  throw new StorageUnavailable({ cause: new Error('Contended until the deadline.') });
}

/**
 * Changes a request that exists, deciding anew on its latest state after each lost race. `attempt` gets undefined where
 * the request is gone, and gives undefined where it lost. Fails as `untilSettled` does.
 */
export function changeLatest<Result>(
  found: DispatchRequest,
  attempt: (request: DispatchRequest | undefined) => Promise<Result | undefined>,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<Result> {
  const { dispatchRequestId } = found;
  return untilSettled(
    async (round) =>
      await attempt(round === 0 ? found : await deps.requests.get(dispatchRequestId, deadline)),
    deps,
    deadline,
  );
}

/** Whether a change was stored; if not, its request must be read again. */
export async function isStored(change: Change, requests: RequestStore, deadline: Deadline): Promise<boolean> {
  return (await requests.commit(change, deadline)).kind === 'stored';
}

/**
 * Has a request that is as asked already remember who asked, so that the very same delivery changes nothing later either.
 * The answer matters more: a fault or a lost race over it is let go.
 */
export async function rememberRepeat(
  request: DispatchRequest,
  who: ChangedBy,
  requests: RequestStore,
  deadline: Deadline,
): Promise<void> {
  if (who.invocation === undefined || remembers(request, who)) return;
  try {
    await requests.commit(
      { next: { ...request, ...changed(request, who, undefined) }, previous: request },
      deadline,
    );
  } catch (error) {
    if (!(error instanceof StorageUnavailable || error instanceof OutcomeUnknown)) throw error;
  }
}
