import { OutcomeUnknown, StorageUnavailable } from '../faults.ts';
import type { Change, Deadline, RequestStore } from '../ports.ts';
import { type ChangedBy, changed, remembers } from './changed.ts';
import type { DispatchRequest } from './request.ts';

/** Milliseconds of the deadline reserved for answering. */
export const ANSWER_MS = 100;
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 200;

/** Dependencies for retrying under contention. */
export interface Contention {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after some milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** From 0 to below 1; spreads retries. */
  readonly random: () => number;
  /** Called for each lost race, for the metrics. */
  readonly onRace?: (() => void) | undefined;
}

export interface ChangeDependencies extends Contention {
  readonly requests: RequestStore;
}

/** The pause after an attempt (from 0), in milliseconds: exponential with full jitter. */
export function pauseAfter(attempt: number, random: () => number): number {
  return random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
}

/**
 * Repeats an attempt until it returns a result. An attempt returns undefined after a lost race, and must read its
 * facts again. Fails with `StorageUnavailable` past the deadline.
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
 * Changes an existing request, deciding again on its latest state after each lost race. `attempt` gets undefined if
 * the request is gone, and returns undefined after a lost race. Fails as `untilSettled` does.
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

/** Whether a change was stored; otherwise read its request again. */
export async function isStored(change: Change, requests: RequestStore, deadline: Deadline): Promise<boolean> {
  return (await requests.commit(change, deadline)).kind === 'stored';
}

/**
 * Stores the invocation on an unchanged request, so that the same delivery changes nothing later. Faults are ignored,
 * because the answer matters more. Returns whether the request has changed since it was read, for example because an
 * index had not caught up: then its state does not answer the caller.
 */
export async function rememberUnchanged(
  request: DispatchRequest,
  who: ChangedBy,
  requests: RequestStore,
  deadline: Deadline,
): Promise<boolean> {
  if (who.invocation === undefined || remembers(request, who)) return false;
  const next = { ...request, ...changed(request, who, undefined) };
  try {
    return (await requests.commit({ next, previous: request }, deadline)).kind === 'changed';
  } catch (error) {
    if (error instanceof StorageUnavailable || error instanceof OutcomeUnknown) return false;
    throw error;
  }
}
