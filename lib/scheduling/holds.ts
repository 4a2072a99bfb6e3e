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
