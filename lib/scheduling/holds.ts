/**
 * A hold reserves a technician's time for a call until it expires. Each of its buckets contains its id, the same for
 * all holds of the call, and its end in epoch milliseconds: `ho_<digest>~<end>`.
 */
/** What the ids of holds begin with. */
export const HOLD_KIND = 'ho';
const PREFIX = `${HOLD_KIND}_`;
const BEFORE_END = '~';

/** What claims the buckets of a hold. */
export const holderOf = (holdId: string, until: number): string => `${holdId}${BEFORE_END}${until}`;

/** Whether a bucket is claimed by a hold and not by a job or a block. */
export const isHold = (holder: string): boolean => holder.startsWith(PREFIX);

/** The id of a hold: the same for all holds of a call. */
export const holdIdOf = (holder: string): string => holder.slice(0, holder.indexOf(BEFORE_END));

/** When a hold expires, in epoch milliseconds. */
export const endOf = (holder: string): number => Number(holder.slice(holder.indexOf(BEFORE_END) + 1));

/** Whether a bucket is claimed by a hold that has not expired at a time (epoch milliseconds). */
export const isHeld = (holder: string, now: number): boolean => isHold(holder) && endOf(holder) > now;

/** The caller whose view of claims counts. */
interface Asker {
  readonly own: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly overHolds?: boolean | undefined;
}

/** Whether a claim counts: it is not the caller's own, nor a hold that has expired or that they may take over. */
export const countsFor =
  ({ own, now, overHolds = false }: Asker) =>
  (holder: string): boolean =>
    isHold(holder) ? !overHolds && endOf(holder) > now && !own.has(holdIdOf(holder)) : !own.has(holder);
