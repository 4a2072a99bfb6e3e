import { type AttributeValue, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Holding } from '../../record/hold.ts';
import type { ScheduleReader } from '../../record/ports.ts';
import type { Bucket, UtcDate } from '../../scheduling/calendar.ts';
import type { Span } from '../../scheduling/hours.ts';
import {
  BUCKET_MINUTES,
  isHold,
  layerName,
  type Occupancy,
  technicianOfLayer,
} from '../../scheduling/occupancy.ts';
import { utcDateOf } from '../../scheduling/time.ts';
import { type TableDependencies, withinDeadline } from '../table/operations.ts';

/** Days stay in DynamoDB's format: converting all attributes of many days would take a third of a search's time. */
type TechnicianDay = Readonly<Record<string, AttributeValue>>;

/** A technician's day is a UTC date, so that a bucket has one place even if the account's time zone changes. */
export const scheduleKey = (accountId: string, date: UtcDate, technicianId: string) => ({
  pk: `SCHEDULE#${accountId}`,
  sk: `${date}#${technicianId}`,
});

/** Reads the technicians' days: one item per UTC date and technician, with one attribute per claimed bucket. */
export function createScheduleReader(deps: TableDependencies): ScheduleReader {
  const { document, tableName } = deps;
  return {
    async occupancy(accountId, span, deadline) {
      const byTechnician: Claimed = new Map();
      let from: TechnicianDay | undefined;
      do {
        const query = new QueryCommand({
          TableName: tableName,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          // '$' is the character after '#': every technician of the last date sorts before it.
          ExpressionAttributeValues: {
            ':pk': { S: `SCHEDULE#${accountId}` },
            ':first': { S: `${utcDateOf(span.from)}#` },
            ':last': { S: `${utcDateOf(Math.max(span.from, span.to - 1))}$` },
          },
          ExclusiveStartKey: from,
        });
        const page = await withinDeadline(deadline, deps, (options) => document.send(query, options));
        for (const item of page.Items ?? []) collect(item, span, byTechnician);
        from = page.LastEvaluatedKey;
      } while (from !== undefined);
      return byTechnician;
    },
  };
}

type Claimed = Map<string, Map<Bucket, string>>;

/** Adds the claims of an item that are within the span; its UTC date extends past both ends. */
function collect(day: TechnicianDay, span: Span, byTechnician: Claimed): void {
  const key = day.sk?.S;
  if (key === undefined) throw new Error("A technician's day has a sort key");
  const name = key.slice(key.indexOf('#') + 1);
  const technicianId = technicianOfLayer(name);
  const claimed = byTechnician.get(name) ?? new Map<Bucket, string>();
  const own = byTechnician.get(technicianId) ?? (name === technicianId ? claimed : new Map<Bucket, string>());
  const first = Math.floor(span.from / BUCKET_MINUTES);
  const end = Math.ceil(span.to / BUCKET_MINUTES);
  for (const name in day) {
    // Only numbers are names of buckets.
    const bucket = Number(name);
    const holder = day[name]?.S;
    if (!(bucket >= first && bucket < end) || holder === undefined) continue;
    claimed.set(bucket, holder);
    if (!own.has(bucket)) own.set(bucket, holder);
  }
  if (claimed.size > 0) byTechnician.set(technicianId, own).set(name, claimed);
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

export interface ClaimUpdate {
  readonly TableName: string;
  readonly Key: { readonly pk: string; readonly sk: string };
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ExpressionAttributeValues: Record<string, unknown>;
}

interface ClaimChange {
  readonly accountId: string;
  readonly held: readonly Holding[];
  readonly wanted: readonly Holding[];
  /** These claims stay unchanged, and the write fails if they have changed. */
  readonly kept?: readonly Holding[] | undefined;
  /** The days as read: newly claimed buckets must still be free, or held by the hold that was seen there. */
  readonly seen?: Occupancy | undefined;
}

/** A bucket contains this before and after a write; undefined if it is free. */
interface BucketChange {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface DayChange {
  readonly key: { readonly pk: string; readonly sk: string };
  readonly buckets: Map<Bucket, BucketChange>;
}

/**
 * Returns one update per technician's day, because a transaction may touch an item only once. Its condition names
 * the present value of each bucket that it changes. Buckets that a holder has before and after are left alone.
 */
export function dayUpdates(
  tableName: string,
  { accountId, held, wanted, kept = [], seen }: ClaimChange,
): { readonly Update: ClaimUpdate }[] {
  const days = new Map<string, DayChange>();
  const forEach = (
    holdings: readonly Holding[],
    change: (holder: string, known: BucketChange | undefined, seen: string | undefined) => BucketChange,
  ): void => {
    for (const { holder, claims } of holdings)
      for (const { date, technicianId, layer, buckets } of claims) {
        const name = layerName(technicianId, layer);
        const key = scheduleKey(accountId, date, name);
        const day = days.get(key.sk) ?? { key, buckets: new Map<Bucket, BucketChange>() };
        days.set(key.sk, day);
        const ofTechnician = seen?.get(name);
        for (const bucket of buckets)
          day.buckets.set(bucket, change(holder, day.buckets.get(bucket), ofTechnician?.get(bucket)));
      }
  };
  forEach(held, (from) => ({ from, to: undefined }));
  forEach(wanted, (to, known, stood) => ({ from: known?.from ?? (stood && holdIn(stood)), to }));
  for (const { buckets } of days.values())
    for (const [bucket, { from, to }] of buckets) if (from === to) buckets.delete(bucket);
  forEach(kept, (holder) => ({ from: holder, to: holder }));
  return [...days.values()]
    .filter(({ buckets }) => buckets.size > 0)
    .map(({ key, buckets }) => ({ Update: updateOf(tableName, key, buckets) }));
}

/** Only a hold can be replaced; jobs and blocks must be gone. */
const holdIn = (holder: string): string | undefined => (isHold(holder) ? holder : undefined);

/** Names have two characters: a twelve-hour job with a four-hour buffer must stay under 4 KB per expression. */
const nameOf = (index: number): string =>
  `${DIGITS[Math.floor(index / 36)] ?? ''}${DIGITS[index % 36] ?? ''}`;

function updateOf(
  TableName: string,
  Key: DayChange['key'],
  buckets: ReadonlyMap<Bucket, BucketChange>,
): ClaimUpdate {
  const names: Record<string, string> = {};
  const values = new Map<string, string>();
  const placeholderOf = (holder: string): string => {
    const value = values.get(holder) ?? `:${nameOf(values.size)}`;
    values.set(holder, value);
    return value;
  };
  const sets = ['v=:v'];
  const removes: string[] = [];
  const conditions: string[] = [];
  for (const [bucket, { from, to }] of buckets) {
    const name = `#${nameOf(Object.keys(names).length)}`;
    names[name] = String(bucket);
    conditions.push(from === undefined ? `attribute_not_exists(${name})` : `${name}=${placeholderOf(from)}`);
    if (to === undefined) removes.push(name);
    else if (to !== from) sets.push(`${name}=${placeholderOf(to)}`);
  }
  return {
    TableName,
    Key,
    UpdateExpression: `SET ${sets.join(',')}${removes.length === 0 ? '' : ` REMOVE ${removes.join(',')}`}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: {
      ':v': 1,
      ...Object.fromEntries([...values].map(([holder, value]) => [value, holder])),
    },
  };
}
