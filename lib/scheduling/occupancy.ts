import type { Bucket, Calendar, EpochMinute, Job, LocalDate, UtcDate } from './calendar.ts';
import { dateSpan, type Span } from './hours.ts';
import { addDays, utcDateOf } from './time.ts';

/**
 * Stored claims name buckets by their number, so changing the length means rewriting the claims. Zones are off UTC by
 * multiples of 15 minutes, so only divisors of 15 let buckets begin when the clocks of every zone show a full hour.
 */
export const BUCKET_MINUTES = 15 satisfies 1 | 3 | 5 | 15;

/** Maps each claimed bucket of a technician to the id of the request or block, or to the hold, that claims it. */
export type Claims = ReadonlyMap<Bucket, string>;

/**
 * A technician without an entry is free. Work that was placed over other work has an entry of its own (`layerName`) and
 * counts in the technician's entry where nothing else does.
 */
export type Occupancy = ReadonlyMap<string, Claims>;

const LAYER = '#~';

/** Returns the name of a technician's layer; the first one is the technician's own. */
export const layerName = (technicianId: string, layer = 1): string =>
  layer === 1 ? technicianId : `${technicianId}${LAYER}${layer}`;

/** Returns the technician of a layer. */
export const technicianOfLayer = (name: string): string => name.replace(/#~\d+$/, '');

/** Contains the buckets that jobs of a date can touch: that local date and the next. */
export interface BucketRange {
  readonly first: Bucket;
  readonly length: number;
}

/** Visits the claims in a range. In a read of many days, looks up only the range's buckets instead of all claims. */
export function forEachClaim(
  claimed: Claims | undefined,
  { first, length }: BucketRange,
  visit: (bucket: Bucket, holder: string) => void,
): void {
  if (claimed === undefined) return;
  if (claimed.size <= length) {
    for (const [bucket, holder] of claimed)
      if (bucket >= first && bucket < first + length) visit(bucket, holder);
    return;
  }
  for (let bucket = first; bucket < first + length; bucket++) {
    const holder = claimed.get(bucket);
    if (holder !== undefined) visit(bucket, holder);
  }
}

/** Merges several reads; the result has at least the claims that jobs of a date can touch. */
export function occupancyOn(calendar: Calendar, date: LocalDate, reads: readonly Occupancy[]): Occupancy {
  const [only, ...more] = reads;
  if (only !== undefined && more.length === 0) return only;
  const range = bucketRangeOf(calendar, date);
  const ofDate = new Map<string, Map<Bucket, string>>();
  for (const occupancy of reads) {
    for (const [technicianId, claimed] of occupancy) {
      const own = ofDate.get(technicianId) ?? new Map<Bucket, string>();
      forEachClaim(claimed, range, (bucket, holder) => own.set(bucket, holder));
      if (own.size > 0) ofDate.set(technicianId, own);
    }
  }
  return ofDate;
}

export function bucketRangeOf(calendar: Calendar, date: LocalDate): BucketRange {
  const { from } = dateSpan(calendar, date);
  const { to } = dateSpan(calendar, addDays(date, 1));
  const first = Math.floor(from / BUCKET_MINUTES);
  return { first, length: Math.ceil(to / BUCKET_MINUTES) - first };
}

/** Lists the buckets of a span that fall on one UTC date. */
export interface DateBuckets {
  readonly date: UtcDate;
  readonly buckets: readonly Bucket[];
}

/**
 * Returns the buckets that a half-open span touches, in order and by UTC date. The date depends only on the bucket, so
 * two claims of a bucket always conflict, whatever time zone they were made in.
 */
export function bucketsByUtcDate({ from, to }: Span): readonly DateBuckets[] {
  const byDate = new Map<UtcDate, Bucket[]>();
  for (let bucket = Math.floor(from / BUCKET_MINUTES); bucket * BUCKET_MINUTES < to; bucket++) {
    const date = utcDateOf(bucket * BUCKET_MINUTES);
    const buckets = byDate.get(date);
    if (buckets === undefined) byDate.set(date, [bucket]);
    else buckets.push(bucket);
  }
  return [...byDate].map(([date, buckets]) => ({ date, buckets }));
}

/** Returns the buckets that a job claims, including its buffer, by UTC date: at most two dates. */
export function claimedBuckets(calendar: Calendar, job: Job, start: EpochMinute): readonly DateBuckets[] {
  const to = start + job.durationMinutes + calendar.booking.bufferMinutes;
  return bucketsByUtcDate({ from: start, to });
}

/**
 * A hold reserves a technician's time for a call until it expires. Each of its buckets contains its id, the same for
 * all holds of the call, and its end in epoch milliseconds: `ho_<digest>~<end>`.
 */
export const HOLD_KIND = 'ho';
const PREFIX = `${HOLD_KIND}_`;
const BEFORE_END = '~';

/** Returns what claims the buckets of a hold. */
export const holderOf = (holdId: string, until: number): string => `${holdId}${BEFORE_END}${until}`;

/** True if a hold claims a bucket, and not a job or a block. */
export const isHold = (holder: string): boolean => holder.startsWith(PREFIX);

/** Returns the id of a hold, which is the same for all holds of a call. */
export const holdIdOf = (holder: string): string => holder.slice(0, holder.indexOf(BEFORE_END));

/** Returns when a hold expires, in epoch milliseconds. */
export const endOf = (holder: string): number => Number(holder.slice(holder.indexOf(BEFORE_END) + 1));

/** True if a bucket is claimed by a hold that has not expired at an instant (epoch milliseconds). */
export const isHeld = (holder: string, now: number): boolean => isHold(holder) && endOf(holder) > now;

/** This caller's view decides which claims count. */
interface Asker {
  readonly own: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly overHolds?: boolean | undefined;
}

/** True if a claim counts: it is not the caller's own, nor a hold that has expired or that they may take over. */
export const countsFor =
  ({ own, now, overHolds = false }: Asker) =>
  (holder: string): boolean =>
    isHold(holder) ? !overHolds && endOf(holder) > now && !own.has(holdIdOf(holder)) : !own.has(holder);
