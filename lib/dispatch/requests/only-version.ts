import type { RequestStore } from '../ports.ts';
import type { DispatchRequest } from './request.ts';

/** Somebody changed the request since the version on which a change was decided. */
export class VersionChanged extends Error {
  override readonly name = 'VersionChanged';
  /** The request as it stands; undefined if it is gone. */
  readonly current: DispatchRequest | undefined;

  constructor(current: DispatchRequest | undefined) {
    super('The request has another version.');
    this.current = current;
  }
}

/**
 * The store for a change that was decided on one version of a request: a lost race then fails with `VersionChanged`
 * instead of a decision on a state that nobody has seen.
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
      if (isOwn && result.kind === 'changed') throw new VersionChanged(result.current);
      return result;
    },
  };
}
