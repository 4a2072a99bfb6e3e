import type { Calendar, Job } from './calendar.ts';
import { MINUTES_PER_DAY } from './time.ts';

export const MINUTES_PER_HOUR = 60;
export const NOON = 12 * MINUTES_PER_HOUR;
export const EVENING = 17 * MINUTES_PER_HOUR;

/** Formats a time as `h:mm AM` with an ordinary space. */
export function formatClockTime(minute: number): string {
  const hours = Math.floor(minute / MINUTES_PER_HOUR);
  return `${hours % 12 || 12}:${String(minute % MINUTES_PER_HOUR).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** Formats a time as `HH:MM` on a 24-hour clock. */
export function formatClock24(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / MINUTES_PER_HOUR))}:${two(minute % MINUTES_PER_HOUR)}`;
}

/** Returns the minutes from midnight of a strict `HH:MM`; `24:00` is 1,440. Throws on anything else. */
export function wallMinute(time: string): number {
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  if (match === null) throw new RangeError('Not a wall-clock time');
  return Number(match[1]) * MINUTES_PER_HOUR + Number(match[2]);
}

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

export const partsOfDay = ['morning', 'afternoon', 'evening'] as const;

export type PartOfDay = (typeof partsOfDay)[number];

/** Says which starts belong to a part of the day. */
export const partSpans: Readonly<Record<PartOfDay, WallSpan>> = {
  morning: { from: 0, to: NOON },
  afternoon: { from: NOON, to: EVENING },
  evening: { from: EVENING, to: MINUTES_PER_DAY },
};

/** Requests prefer one of these, or a clock time. */
export const preferredParts = [...partsOfDay, 'anytime'] as const;
