import type { Account } from '../accounts/account.ts';
import type { LocalDate, Technician, Weekday } from '../scheduling/calendar.ts';
import { localInstant } from '../scheduling/hours.ts';
import { BUCKET_MINUTES, bucketsByUtcDate } from '../scheduling/occupancy.ts';
import { addDays, daysBetween, isoMinute, MINUTE_MS, weekdayOf } from '../scheduling/time.ts';
import { canonicalText, derivedId } from './ids.ts';
import type { Actor, Claim } from './request.ts';

/**
 * A block may cover this many local dates. They overlap one more UTC date, and each UTC date is an item of the
 * transaction, which may have a hundred.
 */
export const MAX_BLOCK_DATES = 60;

/** A series has at most this many blocks, which all claim their time when it is made. */
export const MAX_OCCURRENCES = 110;
const MAX_SERIES_DAYS = 366;

/** A block that comes again on weekdays. */
export interface BlockRepeat {
  /** As the first block of the series was requested, on the local wall clock. */
  readonly from: string;
  readonly to: string;
  readonly weekdays: readonly Weekday[];
  /** The last date on which a block of the series may begin. */
  readonly until: LocalDate;
}

/** Blocks a technician's time, which is claimed like a job's, under the block's id. */
export interface Block {
  readonly blockId: string;
  readonly accountId: string;
  readonly technicianId: string;
  readonly technician: string;
  /** The block was requested from here on the local wall clock, `YYYY-MM-DDTHH:MM`, to `to`, which may be `T24:00`. */
  readonly from: string;
  readonly to: string;
  /** ISO 8601, UTC. The claimed time is rounded outward to quarters of an hour. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly reason: string;
  /** An `Actor`. */
  readonly by: string;
  readonly createdAt: string;
  /** Present if the block is one of a series. */
  readonly repeat?: BlockRepeat | undefined;
  readonly claims: readonly Claim[];
}

export interface BlockRequest extends Pick<Block, 'repeat'> {
  readonly account: Account;
  readonly technician: Technician;
  /** Local wall clock, checked to be `YYYY-MM-DDTHH:MM`. */
  readonly from: string;
  /** Local wall clock, `YYYY-MM-DDTHH:MM` or `T24:00`. */
  readonly to: string;
  readonly reason: string;
  readonly by: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A block that a clock change skips entirely is refused with `ends_before_start`, too. */
export type BlockRefusal = 'ends_before_start' | 'past' | 'too_long';

/** Creates a block. Its id is derived from account, technician and time, so the same block is made once. */
export function planBlock(wanted: BlockRequest): Block | BlockRefusal {
  const { account, technician, from, to, reason, by, now, repeat } = wanted;
  if (daysBetween(dateOf(from), dateOf(to)) >= MAX_BLOCK_DATES) return 'too_long';
  const start = localInstant(account, from);
  const end = localInstant(account, to);
  if (end <= start) return 'ends_before_start';
  if (end * MINUTE_MS <= now) return 'past';
  const { accountId } = account;
  const days = bucketsByUtcDate({ from: start, to: end });
  const claims = days.map((day) => ({ ...day, technicianId: technician.id }));
  return {
    blockId: derivedId('bl', ['block', accountId, technician.id, String(start), String(end)]),
    ...{ accountId, technicianId: technician.id, technician: technician.name, from, to, reason, by, claims },
    startsAt: isoMinute(floored(start)),
    endsAt: isoMinute(-floored(-end)),
    createdAt: new Date(now).toISOString(),
    ...(repeat && { repeat }),
  };
}

/** `no_occurrence`: none of the weekdays is between the two dates. `too_many`: the series is too long or has too many blocks. */
export type SeriesRefusal = 'no_occurrence' | 'too_many';

/** Returns when the blocks of a series are, on the local wall clock. */
export function occurrencesOf(repeat: BlockRepeat): readonly Pick<Block, 'from' | 'to'>[] | SeriesRefusal {
  const first = dateOf(repeat.from);
  const days = daysBetween(first, repeat.until);
  if (days > MAX_SERIES_DAYS) return 'too_many';
  const length = daysBetween(first, dateOf(repeat.to));
  const dates = Array.from({ length: Math.max(0, days + 1) }, (_, day) => addDays(first, day));
  const found = dates.filter((date) => repeat.weekdays.includes(weekdayOf(date)));
  if (found.length === 0) return 'no_occurrence';
  if (found.length > MAX_OCCURRENCES) return 'too_many';
  return found.map((date) => ({
    from: `${date}${repeat.from.slice(10)}`,
    to: `${addDays(date, length)}${repeat.to.slice(10)}`,
  }));
}

/** True if two blocks are of the same series. */
export const isSameSeries = (one: Block, other: Block): boolean =>
  one.repeat !== undefined &&
  one.technicianId === other.technicianId &&
  canonicalText(one.repeat) === canonicalText(other.repeat);

/** True if a claim's id is that of a block. */
export function isBlockId(holder: string): boolean {
  return holder.startsWith('bl_');
}

const dateOf = (moment: string): LocalDate => moment.slice(0, 10);
const floored = (minute: number): number => Math.floor(minute / BUCKET_MINUTES) * BUCKET_MINUTES;
