import type { Calendar, Job } from './calendar.ts';
import { wallMinute } from './clock-time.ts';

/** Both ends are minutes from midnight on the wall clock. Half-open. */
export interface WallSpan {
  readonly from: number;
  readonly to: number;
}

/** Returns the windows in which visits for a job begin, in order; undefined if callers are promised exact starts. */
export function windowsOf(
  { booking: { arrival } }: Pick<Calendar, 'booking'>,
  job: Pick<Job, 'arrival'>,
): readonly WallSpan[] | undefined {
  if ((job.arrival ?? arrival)?.style !== 'window') return undefined;
  const windows = job.arrival?.windows ?? arrival?.windows ?? [];
  return windows
    .map(({ from, to }) => ({ from: wallMinute(from), to: wallMinute(to) }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

export const contains =
  (minute: number) =>
  ({ from, to }: WallSpan): boolean =>
    minute >= from && minute < to;

export const isSameSpan =
  (one: WallSpan) =>
  (other: WallSpan): boolean =>
    one.from === other.from && one.to === other.to;
