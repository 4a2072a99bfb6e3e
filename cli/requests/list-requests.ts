import { createQueueReader } from '../../lib/aws/stores/board-reader.ts';
import { createRequestReader } from '../../lib/aws/stores/request-store.ts';
import type { QueuePlace } from '../../lib/record/ports.ts';
import type { DispatchRequest } from '../../lib/record/request.ts';
import { behindGroup, type QueueGroup, queueOrder } from '../../lib/record/request-queue.ts';
import { type ChangeDependencies, changeDependencies } from '../change-dependencies.ts';
import { CliFault } from '../fault.ts';
import type { CliContext, Target } from '../target.ts';

/** Read at once, so that a short list takes one round trip. */
const PAGE = 100;

export type Wanted = (request: DispatchRequest) => boolean;

/** Every request that was created in a range of dates. */
export function listAll(
  target: Target,
  account: string,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<DispatchRequest[]> {
  // Every instant of a date sorts before the date followed by a character greater than `T`.
  return createRequestReader(target).list(account, { from, to: to === undefined ? to : `${to}U` });
}

/** What to list. */
export interface OpenList {
  readonly account: string;
  readonly wanted: Wanted;
  /** At most this many; may be infinite. */
  readonly limit: number;
  /** The id of the last request of the page before. */
  readonly after?: string | undefined;
  /** The last group of the queue in which a request may match; all without it. */
  readonly through?: QueueGroup | undefined;
}

/** The open requests that match, page by page until there are enough. */
export async function listOpen(
  target: Target,
  cli: CliContext,
  { account, wanted, limit, after, through }: OpenList,
): Promise<{ readonly found: readonly DispatchRequest[]; readonly more: boolean }> {
  const deps = changeDependencies(target, cli);
  const queue = createQueueReader(deps);
  const found: DispatchRequest[] = [];
  let place = after === undefined ? undefined : await placeOf(after, deps);
  // Nothing after it matches, and DynamoDB refuses to start a query outside of its range.
  if (through !== undefined && place !== undefined && place.queueOrder >= behindGroup(through))
    return { found: [], more: false };
  do {
    const page = await queue.open(account, { limit: PAGE, after: place, through }, deps.deadline);
    found.push(...page.requests.filter(wanted));
    place = page.next;
  } while (place !== undefined && found.length <= limit);
  return { found: found.slice(0, limit), more: found.length > limit };
}

async function placeOf(id: string, { requests, deadline }: ChangeDependencies): Promise<QueuePlace> {
  const request = await requests.get(id, deadline);
  const order = request === undefined ? undefined : queueOrder(request);
  if (order === undefined)
    throw new CliFault(`--after: there is no open request ${id}; list from the start.`);
  return { dispatchRequestId: id, queueOrder: order };
}
