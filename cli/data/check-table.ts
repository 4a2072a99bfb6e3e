import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { fromRequestItems, requestKey } from '../../lib/aws/items/request-item.ts';
import { blockKey, fromBlockItem } from '../../lib/aws/stores/block-store.ts';
import { scheduleKey } from '../../lib/aws/stores/schedule-reader.ts';
import { isBlockId } from '../../lib/record/block.ts';
import { activeAppointment, type Claim, isReadable } from '../../lib/record/request.ts';
import { isHold } from '../../lib/scheduling/holds.ts';
import type { Target } from '../target.ts';

/** What is wrong with a technician's quarter of an hour. */
export interface ClaimFault {
  /**
   * `unclaimed`: a visit or block should hold the time, and nothing does. `stray`: what holds it has no visit or block there.
   * `taken`: something else holds it, so a person must move one of them.
   */
  readonly kind: 'unclaimed' | 'stray' | 'taken';
  /** The visit or block. */
  readonly holder: string;
  /** `<UTC date>#<technician>` */
  readonly day: string;
  readonly accountId: string;
  readonly bucket: string;
  readonly repaired: boolean;
}

type Item = Readonly<Record<string, unknown>>;
type Place = Pick<ClaimFault, 'holder' | 'day' | 'accountId' | 'bucket'>;
const BUCKET = /^\d+$/;

/**
 * Compares the technicians' time with the visits and blocks of a table. Each finding is read again, because the service may
 * write meanwhile. With `repair`, claims what is free and releases what is stray.
 */
export async function checkTable(target: Target, repair: boolean): Promise<readonly ClaimFault[]> {
  const wanted = new Map<string, Place>();
  const held = new Map<string, Place>();
  const placeOf = (accountId: string, day: string, bucket: string, holder: string): [string, Place] => [
    `${accountId} ${day} ${bucket} ${holder}`,
    { accountId, day, bucket, holder },
  ];
  const pages = paginateScan(
    { client: target.document },
    { TableName: target.tableName, ConsistentRead: true },
  );
  for await (const { Items = [] } of pages)
    for (const item of Items) {
      for (const place of claimsOf(item) ?? [])
        wanted.set(...placeOf(place.accountId, place.day, place.bucket, place.holder));
      for (const place of heldIn(item))
        held.set(...placeOf(place.accountId, place.day, place.bucket, place.holder));
    }
  const faults: ClaimFault[] = [];
  // Stray time first: it may be that of a visit.
  const suspects = [
    ...[...held].filter(([key]) => !wanted.has(key)),
    ...[...wanted].filter(([key]) => !held.has(key)),
  ];
  for (const [, place] of suspects) faults.push(...(await judge(place, target, repair)));
  return faults;
}

/** The time that a visit or a block should hold. Undefined if this release can't read it. */
function claimsOf(item: Item): readonly Place[] | undefined {
  const places = (accountId: string, holder: string, claims: readonly Claim[]) =>
    claims.flatMap(({ date, technicianId, buckets }) =>
      buckets.map((bucket) => ({
        accountId,
        holder,
        day: `${date}#${technicianId}`,
        bucket: String(bucket),
      })),
    );
  if (item.sk === 'BLOCK') {
    const { accountId, blockId, claims } = fromBlockItem(item);
    return places(accountId, blockId, claims);
  }
  if (item.sk !== 'REQUEST') return [];
  const [request] = fromRequestItems([item], () => undefined);
  if (request === undefined || !isReadable(request)) return undefined;
  return places(request.accountId, request.dispatchRequestId, activeAppointment(request)?.claims ?? []);
}

const SCHEDULE = scheduleKey('', '', '').pk;

/** The time that is held in a technician's day, except by calls: that ends by itself. */
function heldIn({ pk, sk, ...rest }: Item): readonly Place[] {
  if (typeof pk !== 'string' || typeof sk !== 'string' || !pk.startsWith(SCHEDULE)) return [];
  return Object.entries(rest).flatMap(([bucket, holder]) =>
    BUCKET.test(bucket) && typeof holder === 'string' && !isHold(holder)
      ? [{ accountId: pk.slice(SCHEDULE.length), day: sk, bucket, holder }]
      : [],
  );
}

/** The fault of a place as it is stored now, if there is one. */
async function judge(place: Place, target: Target, repair: boolean): Promise<readonly ClaimFault[]> {
  const { accountId, day, bucket, holder } = place;
  const key = { pk: `${SCHEDULE}${accountId}`, sk: day };
  const [stored, owner] = await Promise.all([
    read(key, target),
    read(isBlockId(holder) ? blockKey(holder) : requestKey(holder), target),
  ]);
  const claims = owner === undefined ? [] : claimsOf(owner);
  // A newer release wrote it: its time is left alone.
  if (claims === undefined) return [];
  const isWanted = claims.some((one) => one.day === day && one.bucket === bucket);
  const now = stored?.[bucket];
  if (isWanted === (now === holder)) return [];
  if (!isWanted) {
    const isDone = repair && (await update('REMOVE #b', '#b=:holder', place, key, target));
    return [{ ...place, kind: 'stray', repaired: isDone }];
  }
  const isFree = now === undefined || (typeof now === 'string' && isHold(now));
  if (!isFree) return [{ ...place, kind: 'taken', repaired: false }];
  const seen = now === undefined ? 'attribute_not_exists(#b)' : '#b=:seen';
  const isDone = repair && (await update('SET #b=:holder', seen, place, key, target, now));
  return [{ ...place, kind: 'unclaimed', repaired: isDone }];
}

async function read(Key: { readonly pk: string; readonly sk: string }, { document, tableName }: Target) {
  const get = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
  const { Item } = await document.send(get);
  return Item;
}

/** Whether the change was made: something else may have changed the day meanwhile. */
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
