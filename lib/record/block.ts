import type { Account } from '../accounts/account.ts';
import type { LocalDate, Technician } from '../scheduling/calendar.ts';
import { localInstant } from '../scheduling/hours.ts';
import { BUCKET_MINUTES, bucketsByUtcDate } from '../scheduling/occupancy.ts';
import { daysBetween, isoMinute, MINUTE_MS } from '../scheduling/time.ts';
import { derivedId } from './ids.ts';
import type { Actor, Claim } from './request.ts';

/**
 * A block may cover this many local dates. They overlap one more UTC date, and each UTC date is an item of the
 * transaction, which may have a hundred.
 */
export const MAX_BLOCK_DATES = 60;

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
  readonly claims: readonly Claim[];
}

export interface BlockRequest {
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
  const { account, technician, from, to, reason, by, now } = wanted;
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
  };
}

/** True if a claim's id is that of a block. */
export function isBlockId(holder: string): boolean {
  return holder.startsWith('bl_');
}

const dateOf = (moment: string): LocalDate => moment.slice(0, 10);
const floored = (minute: number): number => Math.floor(minute / BUCKET_MINUTES) * BUCKET_MINUTES;
