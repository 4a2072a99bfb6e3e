import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { fromRequestItems, requestKey } from '../../lib/aws/items/request-item.ts';
import { blockKey, fromBlockItem } from '../../lib/aws/stores/block-store.ts';
import { scheduleKey } from '../../lib/aws/stores/schedule-reader.ts';
import { type Block, isBlockId } from '../../lib/record/block.ts';
import type { Holding } from '../../lib/record/hold.ts';
import { activeAppointment, isReadable, timesIn } from '../../lib/record/request.ts';
import { bucketsByUtcDate, isHold, layerName, technicianOfLayer } from '../../lib/scheduling/occupancy.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import type { Target } from '../target.ts';

export type Item = Readonly<Record<string, unknown>>;

/** A quarter of an hour of a technician, and the visit or block that claims or holds it. */
interface Place {
  readonly holder: string;
  /** `<UTC date>#<technician>` */
  readonly day: string;
  readonly accountId: string;
  readonly bucket: string;
}

/** What is wrong with a quarter of an hour of a technician. */
export interface ClaimFault extends Place {
  /**
   * `unclaimed`: a visit or block should hold the time, and nothing does. `stray`: what holds the time has no visit or
   * block there. `taken`: something else holds the time of a visit or block, so a person must move one of them. `bare`: a
   * visit or block takes place then without claiming the time, so a person must move it.
   */
  readonly kind: 'unclaimed' | 'stray' | 'taken' | 'bare';
  readonly repaired: boolean;
}

/** The items of a table, page by page. */
export async function* scan({ document, tableName }: Target): AsyncGenerator<readonly Item[]> {
  const pages = paginateScan({ client: document }, { TableName: tableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) yield Items;
}

/** Reads one item; undefined if there is none. */
export async function readItem(
  Key: { readonly pk: unknown; readonly sk: unknown },
  { document, tableName }: Target,
): Promise<Item | undefined> {
  const get = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
  return (await document.send(get)).Item;
}

/** A visit or block with what it claims. */
export interface Claimant extends Holding {
  readonly accountId: string;
  /** When it takes place; absent if it needs no time, such as a canceled visit. */
  readonly time?: readonly Pick<Block, 'technicianId' | 'startsAt' | 'endsAt'>[] | undefined;
}

/**
 * Returns what a visit or block claims; undefined for items of other kinds, and for requests that this release can't read
 * because a newer one stored them.
 */
export function claimantOf(item: Item): Claimant | undefined {
  if (item.sk === 'BLOCK') {
    const block = fromBlockItem(item);
    return { accountId: block.accountId, holder: block.blockId, claims: block.claims, time: [block] };
  }
  if (item.sk !== 'REQUEST') return undefined;
  const [request] = fromRequestItems([item], () => undefined);
  if (request === undefined || !isReadable(request)) return undefined;
  const { accountId, dispatchRequestId: holder } = request;
  const appointment = activeAppointment(request);
  if (appointment === undefined) return { accountId, holder, claims: [] };
  return { accountId, holder, claims: appointment.claims, time: timesIn(appointment) };
}

/**
 * Compares the technicians' time with the visits and blocks of a table. Each finding is read again, because the service
 * may write meanwhile. With `repair`, claims what is free and releases what is stray.
 */
export async function checkTable(target: Target, repair: boolean): Promise<readonly ClaimFault[]> {
  const wanted = new Map<string, Place>();
  const held = new Map<string, Place>();
  for await (const items of scan(target))
    for (const item of items) {
      const claimant = claimantOf(item);
      for (const place of [...placesOf(claimant), ...bareIn(claimant)]) wanted.set(keyOf(place), place);
      for (const place of heldIn(item)) held.set(keyOf(place), place);
    }
  // Stray time comes first, because it may be what a visit lacks.
  const suspects = [
    ...[...held].filter(([key]) => !wanted.has(key)),
    ...[...wanted].filter(([key]) => !held.has(key)),
  ];
  const faults: ClaimFault[] = [];
  for (const [, place] of suspects) faults.push(...(await judge(place, target, repair)));
  return faults;
}

const keyOf = ({ accountId, day, bucket, holder }: Place) => `${accountId} ${day} ${bucket} ${holder}`;

function placesOf(claimant: Claimant | undefined): readonly Place[] {
  if (claimant === undefined) return [];
  const { accountId, holder, claims } = claimant;
  return claims.flatMap(({ date, technicianId, layer, buckets }) =>
    buckets.map((bucket) => ({
      ...{ accountId, holder },
      ...{ day: `${date}#${layerName(technicianId, layer)}`, bucket: String(bucket) },
    })),
  );
}

/** Returns the time in which a visit or block takes place and that it doesn't claim in any layer. */
function bareIn(claimant: Claimant | undefined): readonly Place[] {
  if (claimant?.time === undefined) return [];
  const { accountId, holder, time } = claimant;
  const claimed = new Set(
    placesOf(claimant).map((place) => keyOf({ ...place, day: technicianOfLayer(place.day) })),
  );
  return time
    .flatMap(({ technicianId, startsAt, endsAt }) =>
      bucketsByUtcDate({
        from: Date.parse(startsAt) / MINUTE_MS,
        to: Date.parse(endsAt) / MINUTE_MS,
      }).flatMap(({ date, buckets }) =>
        placesOf({ accountId, holder, claims: [{ date, technicianId, buckets }] }),
      ),
    )
    .filter((place) => !claimed.has(keyOf(place)));
}

const SCHEDULE = scheduleKey('', '', '').pk;

export const isDay = ({ pk }: Item): boolean => typeof pk === 'string' && pk.startsWith(SCHEDULE);

/** Returns the time that is held in a technician's day, without that of callers' holds, which end by themselves. */
function heldIn({ pk, sk, ...rest }: Item): readonly Place[] {
  if (!isDay({ pk })) return [];
  const accountId = String(pk).slice(SCHEDULE.length);
  return Object.entries(rest).flatMap(([bucket, holder]) =>
    /^\d+$/.test(bucket) && typeof holder === 'string' && !isHold(holder)
      ? [{ accountId, holder, day: String(sk), bucket }]
      : [],
  );
}

/** Returns the fault of a place as it is stored now, if there is one. */
async function judge(place: Place, target: Target, repair: boolean): Promise<readonly ClaimFault[]> {
  const { accountId, day, bucket, holder } = place;
  const key = { pk: `${SCHEDULE}${accountId}`, sk: day };
  const [stored, owner] = await Promise.all([
    readItem(key, target),
    readItem(isBlockId(holder) ? blockKey(holder) : requestKey(holder), target),
  ]);
  const claimant = owner && claimantOf(owner);
  // A newer release stored the request, so its time is left alone.
  if (owner !== undefined && claimant === undefined) return [];
  const isSame = (one: Place) => one.day === day && one.bucket === bucket;
  if (bareIn(claimant).some(isSame)) return [{ ...place, kind: 'bare', repaired: false }];
  const isWanted = placesOf(claimant).some(isSame);
  const now = stored?.[bucket];
  if (isWanted === (now === holder)) return [];
  if (!isWanted) {
    const repaired = repair && (await update('REMOVE #b', '#b=:holder', place, key, target));
    return [{ ...place, kind: 'stray', repaired }];
  }
  const isFree = now === undefined || (typeof now === 'string' && isHold(now));
  if (!isFree) return [{ ...place, kind: 'taken', repaired: false }];
  const seen = now === undefined ? 'attribute_not_exists(#b)' : '#b=:seen';
  const repaired = repair && (await update('SET #b=:holder', seen, place, key, target, now));
  return [{ ...place, kind: 'unclaimed', repaired }];
}

/** Changes a technician's day. Resolves to false if something else has changed the place meanwhile. */
async function update(
  UpdateExpression: string,
  ConditionExpression: string,
  { bucket, holder }: Place,
  Key: { readonly pk: string; readonly sk: string },
  { document, tableName: TableName }: Target,
  seen?: unknown,
): Promise<boolean> {
  try {
    await document.send(
      new UpdateCommand({
        ...{ TableName, Key, UpdateExpression, ConditionExpression },
        ExpressionAttributeNames: { '#b': bucket },
        ExpressionAttributeValues: { ':holder': holder, ...(seen === undefined ? {} : { ':seen': seen }) },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
