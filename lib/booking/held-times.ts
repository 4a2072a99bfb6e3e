import { BUCKET_MINUTES, type Claims } from '../scheduling/day.ts';
import { endOf, isHeld } from '../scheduling/holds.ts';

const BUCKET_MS = BUCKET_MINUTES * 60_000;

/** A technician's time that is held for a call. ISO 8601, UTC. */
export interface HeldTime {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly heldUntil: string;
}

/** The times that are held at an instant (epoch milliseconds) in claims of a technician, in order of start. */
export const heldTimesIn = (claimed: Claims, now: number): readonly HeldTime[] =>
  spansByHolder(claimed, (holder) => isHeld(holder, now)).map(({ holder, ...span }) => {
    return { ...span, heldUntil: iso(endOf(holder)) };
  });

/** From the first to the last time of each holder that counts in claims of a technician, in order of start. ISO 8601, UTC. */
export function spansByHolder(claimed: Claims, counts: (holder: string) => boolean) {
  const spans = new Map<string, { first: number; last: number }>();
  for (const [bucket, holder] of claimed) {
    if (!counts(holder)) continue;
    const span = spans.get(holder) ?? { first: bucket, last: bucket };
    spans.set(holder, { first: Math.min(span.first, bucket), last: Math.max(span.last, bucket) });
  }
  return [...spans]
    .sort(([, a], [, b]) => a.first - b.first)
    .map(([holder, { first, last }]) => ({
      holder,
      startsAt: iso(first * BUCKET_MS),
      endsAt: iso((last + 1) * BUCKET_MS),
    }));
}

const iso = (ms: number): string => new Date(ms).toISOString();
