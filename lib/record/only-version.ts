import { OutcomeUnknown } from './faults.ts';
import type { RequestStore } from './ports.ts';
import type { DispatchRequest } from './request.ts';

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
 * A store for a change of one version of a request: a lost race fails with `VersionChanged` instead of being decided
 * on a state that nobody has seen.
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
