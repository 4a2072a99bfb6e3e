import type { Claim, DispatchRequest } from '../dispatch/requests/request.ts';
import { activeAppointment } from '../dispatch/requests/request.ts';
import { scheduleKey } from './schedule-reader.ts';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The change of one technician's day as an `Update` of a transaction. */
export interface ClaimUpdate {
  readonly TableName: string;
  readonly Key: { readonly pk: string; readonly sk: string };
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ExpressionAttributeValues: Record<string, unknown>;
}

interface DayChange {
  readonly key: { readonly pk: string; readonly sk: string };
  readonly take: number[];
  readonly release: number[];
}

/** The updates from the claims of one state of a request to those of the next. */
export function claimUpdates(
  tableName: string,
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
): readonly ClaimUpdate[] {
  const { accountId, dispatchRequestId } = next;
  const wanted = activeAppointment(next)?.claims ?? [];
  const held = activeAppointment(previous)?.claims ?? [];
  return dayUpdates(tableName, { accountId, holder: dispatchRequestId, wanted, held });
}

/** The current and the next claims of a request or block. */
export interface ClaimChange {
  readonly accountId: string;
  /** The id that claims each bucket. */
  readonly holder: string;
  readonly wanted: readonly Claim[];
  readonly held: readonly Claim[];
}

/**
 * One update per technician's day, since a transaction may touch an item only once. Unchanged buckets are left alone,
 * new ones must be free, and released ones must be claimed by the id.
 */
export function dayUpdates(
  tableName: string,
  { accountId, holder, wanted, held }: ClaimChange,
): readonly ClaimUpdate[] {
  const days = new Map<string, DayChange>();
  const dayOf = ({ date, technicianId }: Claim): DayChange => {
    const key = scheduleKey(accountId, date, technicianId);
    const known = days.get(key.sk) ?? { key, take: [], release: [] };
    days.set(key.sk, known);
    return known;
  };
  for (const claim of wanted) dayOf(claim).take.push(...missingFrom(held, claim));
  for (const claim of held) dayOf(claim).release.push(...missingFrom(wanted, claim));
  return [...days.values()]
    .filter(({ take, release }) => take.length + release.length > 0)
    .map((day) => updateOf(tableName, day, holder));
}

function missingFrom(claims: readonly Claim[], { date, technicianId, buckets }: Claim): readonly number[] {
  const others = claims.filter((claim) => claim.date === date && claim.technicianId === technicianId);
  return buckets.filter((bucket) => !others.some((other) => other.buckets.includes(bucket)));
}

/** Two characters after the `#`: a twelve-hour job with a four-hour buffer must stay under 4 KB per expression. */
const nameOf = (index: number): string =>
  `#${DIGITS[Math.floor(index / 36)] ?? ''}${DIGITS[index % 36] ?? ''}`;

function updateOf(tableName: string, { key, take, release }: DayChange, holder: string): ClaimUpdate {
  const names: Record<string, string> = {};
  const named = [...take, ...release].map((bucket, index) => {
    const name = nameOf(index);
    names[name] = String(bucket);
    return name;
  });
  const taken = named.slice(0, take.length);
  const released = named.slice(take.length);
  const set = ['v=:v', ...taken.map((name) => `${name}=:r`)].join(',');
  const remove = released.length === 0 ? '' : ` REMOVE ${released.join(',')}`;
  const conditions = [
    ...taken.map((name) => `attribute_not_exists(${name})`),
    ...released.map((name) => `${name}=:r`),
  ];
  return {
    TableName: tableName,
    Key: key,
    UpdateExpression: `SET ${set}${remove}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ':r': holder, ':v': 1 },
  };
}
