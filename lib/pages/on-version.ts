import type { BookingDependencies } from '../booking/booking-facts.ts';
import type { DispatchRequest } from '../record/request.ts';
import { onlyVersion, VersionChanged } from '../record/retry.ts';
import { type Outcome, refused } from './outcome.ts';
import type { PageVisit } from './page.ts';

/**
 * Changes the version of a request that its sender has seen, and no other.
 * @param isDone says whether the request is already as the sender wants it, such as after a button was pressed twice
 */
export async function onVersion(
  request: DispatchRequest,
  version: number,
  isDone: (request: DispatchRequest) => Outcome | undefined,
  { deps }: Pick<PageVisit, 'deps'>,
  change: (deps: BookingDependencies) => Promise<Outcome>,
): Promise<Outcome> {
  if (request.version !== version) return isDone(request) ?? refused('changed', request);
  try {
    return await change({ ...deps, requests: onlyVersion(deps.requests, request) });
  } catch (error) {
    if (!(error instanceof VersionChanged)) throw error;
    const { current = request } = error;
    return isDone(current) ?? refused('changed', current);
  }
}
