import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { fromRequestItem } from '../../lib/aws/items/request-item.ts';
import { fromBlockItem } from '../../lib/aws/stores/block-store.ts';
import { fromHoldItem } from '../../lib/aws/stores/hold-store.ts';
import { dispatchRequestIdFrom } from '../../lib/record/ids.ts';
import {
  activeAppointment,
  type Claim,
  type DispatchRequest,
  hasActiveAppointment,
  timesIn,
} from '../../lib/record/request.ts';
import { endOf, isHold, layerName } from '../../lib/scheduling/occupancy.ts';

type Item = Record<string, unknown>;

const BUCKET_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Reads the whole table and describes what must never be; empty if all is well.
 * @param now epoch milliseconds, at which holds may have expired
 */
export async function violations(
  document: DynamoDBDocumentClient,
  tableName: string,
  now = 0,
): Promise<string[]> {
  const items: Item[] = [];
  const pages = paginateScan({ client: document }, { TableName: tableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) items.push(...Items);
  return violationsIn(items, now);
}

/** What claims time: a request with an active appointment, or a block. */
interface Claimant {
  readonly id: string;
  readonly accountId: string;
  /** When it takes place, and for whom. */
  readonly times: readonly {
    readonly technicianId: string;
    readonly startsAt: string;
    readonly endsAt: string;
  }[];
  readonly claims: readonly Claim[];
}

/** A technician's bucket and who has it. */
type Held = readonly [bucket: string, holder: string];

/** The same for items that were already read. */
export function violationsIn(items: readonly Item[], now = 0): string[] {
  // An expired hold counts as free.
  const held = items.flatMap(bucketsOf).filter(([, holder]) => !isHold(holder) || endOf(holder) > now);
  const holders = new Map(held);
  const requests = items.filter(({ sk }) => sk === 'REQUEST').map(fromRequestItem);
  const blocks = items.filter(({ sk }) => sk === 'BLOCK').map(fromBlockItem);
  const all: Claimant[] = [
    ...requests.filter(hasActiveAppointment).map(({ dispatchRequestId, accountId, appointment }) => ({
      ...{ id: dispatchRequestId, accountId, claims: appointment.claims },
      times: timesIn(appointment),
    })),
    ...blocks.map((block) => ({ ...block, id: block.blockId, times: [block] })),
  ];
  const claims = [...all.flatMap(claimsOf), ...items.flatMap((item) => heldByCall(item, now))];
  const claimants = new Map(claims);
  const stray = held
    .filter(([bucket, holder]) => claimants.get(bucket) !== holder)
    .map(([bucket, holder]) => `${bucket} is held by ${holder}, which does not claim it`);
  const missing = claims
    .filter(([bucket, id]) => holders.get(bucket) !== id)
    .map(([bucket, id]) => `${bucket} is claimed by ${id}, which does not hold it`);
  const bareRequests = requests
    .filter((request) => hasActiveAppointment(request) && request.appointment.claims.length === 0)
    .map(({ dispatchRequestId, status }) => `${dispatchRequestId} is ${status} without a claim`);
  const bareBlocks = blocks
    .filter((block) => block.claims.length === 0)
    .map(({ blockId }) => `${blockId} blocks nothing`);
  return [
    ...twice(claims, 'claimed'),
    ...twice(held, 'held'),
    ...stray,
    ...missing,
    ...items.flatMap(misplaced),
    ...all.flatMap(uncovered),
    ...all.flatMap(needless),
    ...bareRequests,
    ...bareBlocks,
    ...secondAppointments(requests),
  ];
}

/** An instant of a technician, without the date, so that two items can't hide that they claim the same time. */
const bucketKey = (accountId: string, technicianId: string, bucket: number | string): string =>
  `${accountId} ${technicianId} ${bucket}`;

function twice(had: readonly Held[], how: string): string[] {
  const first = new Map<string, string>();
  return had.flatMap(([bucket, id]) => {
    const other = first.get(bucket);
    first.set(bucket, id);
    return other === undefined ? [] : [`${bucket} is ${how} by ${other} and ${id}`];
  });
}

/** The account, date and technician of an item that is a technician's day, and its buckets. */
function dayOf(item: Item) {
  const [kind, accountId = ''] = String(item.pk).split('#');
  const [date = '', ...name] = String(item.sk).split('#');
  const technicianId = name.join('#');
  const names = kind === 'SCHEDULE' ? Object.keys(item).filter((name) => /^\d+$/.test(name)) : [];
  return { accountId, date, technicianId, buckets: names.map(Number) };
}

function bucketsOf(item: Item): Held[] {
  const { accountId, technicianId, buckets } = dayOf(item);
  return buckets.map((bucket) => [bucketKey(accountId, technicianId, bucket), String(item[bucket])]);
}

/** Two claims to a bucket exclude each other only if both use its UTC date. */
function misplaced(item: Item): string[] {
  const { accountId, date, technicianId, buckets } = dayOf(item);
  return buckets
    .filter((bucket) => new Date(bucket * BUCKET_MS).toISOString().slice(0, 10) !== date)
    .map((bucket) => `${bucketKey(accountId, technicianId, bucket)} stands under ${date}`);
}

/** What a call holds, unless the hold has expired or was released. */
function heldByCall(item: Item, now: number): Held[] {
  if (!String(item.pk).startsWith('HOLD#') || item.hold === undefined) return [];
  const { accountId, hold } = fromHoldItem(item);
  if (hold === undefined || endOf(hold.holder) <= now) return [];
  return claimsOf({ id: hold.holder, accountId, claims: hold.claims });
}

function claimsOf({ id, accountId, claims }: Pick<Claimant, 'id' | 'accountId' | 'claims'>): Held[] {
  return claims.flatMap(({ technicianId, layer, buckets }) =>
    buckets.map((bucket): Held => [bucketKey(accountId, layerName(technicianId, layer), bucket), id]),
  );
}

const bucketsAt = ({ startsAt, endsAt }: Claimant['times'][number]): readonly number[] => {
  const first = Math.floor(Date.parse(startsAt) / BUCKET_MS);
  const count = Math.ceil(Date.parse(endsAt) / BUCKET_MS) - first;
  return Array.from({ length: count }, (_, index) => first + index);
};

/** The claims of a claimant must cover the time of everybody at each of its visits; a buffer after it may be added. */
function uncovered({ id, times, claims }: Claimant): string[] {
  const isFree = (time: Claimant['times'][number]) => {
    const own = claims.filter(({ technicianId }) => technicianId === time.technicianId);
    const claimed = new Set(own.flatMap(({ buckets }) => buckets));
    return bucketsAt(time).some((bucket) => !claimed.has(bucket));
  };
  return times.some(isFree) ? [`${id} does not claim all of its time`] : [];
}

/** Nobody's time is claimed on a day on which they don't come. */
function needless({ id, times, claims }: Claimant): string[] {
  const needed = claims.every(({ technicianId, buckets }) =>
    buckets.every((bucket) =>
      times.some(
        (time) =>
          time.technicianId === technicianId &&
          bucket * BUCKET_MS > Date.parse(time.startsAt) - DAY_MS &&
          bucket * BUCKET_MS < Date.parse(time.endsAt) + DAY_MS,
      ),
    ),
  );
  return needed ? [] : [`${id} claims time that it does not need`];
}

/** A call has one appointment per service, except for additional visits, whose ids have a form of their own. */
function secondAppointments(requests: readonly DispatchRequest[]): string[] {
  const seen = new Map<string, string>();
  return requests.flatMap((request) => {
    const { accountId, source, callId, caller = '', serviceTypeId = '', dispatchRequestId } = request;
    if (activeAppointment(request) === undefined || callId === undefined) return [];
    const key = ['booking', accountId, source, caller, callId, serviceTypeId];
    const idOf = ([date = '', minute = '']: Start) => dispatchRequestIdFrom([...key, date, minute]);
    if (startsOf(request).some((start) => idOf(start) === dispatchRequestId)) return [];
    const other = seen.get(JSON.stringify(key));
    seen.set(JSON.stringify(key), dispatchRequestId);
    return other === undefined
      ? []
      : [`${callId} holds ${other} and ${dispatchRequestId} for ${serviceTypeId}`];
  });
}

type Start = readonly [date: string, minute: string];

/** Every start that a request has had, according to its history; an additional visit keeps the id of its first. */
function startsOf({ history, appointment }: DispatchRequest): readonly Start[] {
  const starts = history.flatMap(({ visit }) => (visit?.technicianId === undefined ? [] : visit));
  return [...starts, { ...appointment }].map(({ date = '', minute }) => [date, String(minute)]);
}
