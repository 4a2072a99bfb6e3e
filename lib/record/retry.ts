import { isStorageFault, OutcomeUnknown, StorageUnavailable } from './faults.ts';
import type { Change, ChangeResult, Deadline, RequestStore } from './ports.ts';
import { type ChangedBy, changed, type DispatchRequest, isReadable, remembers } from './request.ts';

/** The answer needs this much time before the deadline, in milliseconds. */
export const ANSWER_MS = 100;
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 200;

export interface Contention {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after some milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** Returns a number from 0 to below 1, which spreads retries. */
  readonly random: () => number;
  /** Each lost race calls this, for the metrics. */
  readonly onRace?: (() => void) | undefined;
}

export interface ChangeDependencies extends Contention {
  readonly requests: RequestStore;
}

type Contending = Contention & { readonly requests?: Partial<RequestStore> };

/** Returns the pause after an attempt (counted from 0) in milliseconds: exponential with full jitter. */
export function pauseAfter(attempt: number, random: () => number): number {
  return random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
}

/**
 * Repeats an attempt until it returns a result. An attempt returns undefined after a lost race, and must read its facts
 * again. Past the deadline throws `StorageUnavailable` or, if an attempt may have been stored, `OutcomeUnknown`.
 * @param attempt gets the number of attempts before it, and the dependencies that it must write with
 */
export async function retry<Result, Dependencies extends Contending = Contending>(
  attempt: (round: number, deps: Dependencies) => Promise<Result | undefined>,
  deps: Dependencies,
  deadline: Deadline,
): Promise<Result> {
  const { now, pause, random, onRace, requests } = deps;
  let mayBeStored = false;
  const commit = requests?.commit;
  const noticing = commit && {
    ...requests,
    async commit(change: Change, until: Deadline) {
      const result = await commit(change, until);
      mayBeStored ||= result.kind === 'changed' && result.isUncertain === true;
      return result;
    },
  };
  const own = noticing === undefined ? deps : { ...deps, requests: noticing };
  try {
    for (let round = 0; now() < deadline - ANSWER_MS; round++) {
      const result = await attempt(round, own);
      if (result !== undefined) return result;
      onRace?.();
      await pause(pauseAfter(round, random));
    }
    throw new StorageUnavailable({ cause: new Error('Contended until the deadline.') });
  } catch (error) {
    throw mayBeStored && error instanceof StorageUnavailable ? new OutcomeUnknown({ cause: error }) : error;
  }
}

/**
 * Changes an existing request, deciding again on its latest state after each lost race. `attempt` gets undefined if
 * the request is gone, and returns undefined after a lost race. Fails as `retry` does.
 */
export function changeLatest<Result, Dependencies extends ChangeDependencies = ChangeDependencies>(
  found: DispatchRequest,
  attempt: (request: DispatchRequest | undefined, deps: Dependencies) => Promise<Result | undefined>,
  deps: Dependencies,
  deadline: Deadline,
): Promise<Result> {
  const { dispatchRequestId } = found;
  return retry<Result, Dependencies>(
    async (round, own) =>
      await attempt(round === 0 ? found : await own.requests.get(dispatchRequestId, deadline), own),
    deps,
    deadline,
  );
}

/** True if a change was stored. If not, read its request again. */
export async function isStored(change: Change, requests: RequestStore, deadline: Deadline): Promise<boolean> {
  return (await requests.commit(change, deadline)).kind === 'stored';
}

/**
 * Stores the invocation on an unchanged request, so that the same delivery changes nothing later. Ignores a fault of
 * this write, because the answer matters more; then reads the request, which an index that lags may have found. Returns
 * true if the request has changed since: its state then doesn't answer the caller.
 */
export async function rememberUnchanged(
  request: DispatchRequest,
  who: ChangedBy,
  requests: RequestStore,
  deadline: Deadline,
): Promise<boolean> {
  const kind = await remember(request, who, requests, deadline);
  if (kind === 'stored' || kind === 'changed') return kind === 'changed';
  return await isOutdated(request, requests, deadline);
}

export async function isOutdated(
  { dispatchRequestId, version }: DispatchRequest,
  requests: RequestStore,
  deadline: Deadline,
): Promise<boolean> {
  return (await requests.get(dispatchRequestId, deadline))?.version !== version;
}

async function remember(
  request: DispatchRequest,
  who: ChangedBy,
  requests: RequestStore,
  deadline: Deadline,
): Promise<ChangeResult['kind'] | undefined> {
  if (who.invocation === undefined || remembers(request, who) || !isReadable(request)) return undefined;
  const next = { ...request, ...changed(request, who, undefined) };
  try {
    return (await requests.commit({ next, previous: request }, deadline)).kind;
  } catch (error) {
    if (isStorageFault(error)) return undefined;
    throw error;
  }
}

/** The request has changed since the version on which the change was decided. */
export class VersionChanged extends Error {
  override readonly name = 'VersionChanged';
  /** The current request; undefined if it is gone. */
  readonly current: DispatchRequest | undefined;

  constructor(current: DispatchRequest | undefined) {
    super('The request has another version.');
    this.current = current;
  }
}

/**
 * Returns a store that changes only one version of a request: a lost race fails with `VersionChanged` instead of being
 * decided on a state that nobody has seen.
 */
export function onlyVersion(
  requests: RequestStore,
  { dispatchRequestId, version }: DispatchRequest,
): RequestStore {
  return {
    ...requests,
    async get(id, deadline) {
      const found = await requests.get(id, deadline);
      if (id === dispatchRequestId && found?.version !== version) throw new VersionChanged(found);
      return found;
    },
    async commit(change, deadline) {
      const result = await requests.commit(change, deadline);
      const isOwn = change.next.dispatchRequestId === dispatchRequestId;
      if (isOwn && result.kind === 'changed') {
        const changed = new VersionChanged(result.current);
        throw result.isUncertain ? new OutcomeUnknown({ cause: changed }) : changed;
      }
      return result;
    },
  };
}
