import type { Calendar, HoursRange, Job } from './calendar.ts';
import { wallMinute } from './clock-time.ts';
import { BUCKET_MINUTES, isSkilled } from './day.ts';

const DAY = 24 * 60;
const NOON = 12 * 60;
const EVENING = 17 * 60;

export const partsOfDay = ['morning', 'afternoon', 'evening', 'anytime'] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** True if a start (minutes from midnight) is in a part of the day: morning ends at 12:00, evening begins at 17:00. */
export function isInPart(part: PartOfDay, minute: number): boolean {
  if (part === 'anytime') return true;
  if (part === 'morning') return minute < NOON;
  return part === 'afternoon' ? minute >= NOON && minute < EVENING : minute >= EVENING;
}

/**
 * True if any skilled technician ever works at a time of day (minutes from midnight), in a normal week or on an
 * exception. If not, nothing can be booked then. Ignores bookings, time off and durations.
 */
export function everWorksAt(calendar: Calendar, job: Job, wanted: (minute: number) => boolean): boolean {
  const skilled = calendar.technicians.filter((technician) => isSkilled(technician, job));
  const weeks = new Set(skilled.map(({ hours }) => hours ?? calendar.hours));
  const days = [...[...weeks].flatMap((week) => Object.values(week)), ...Object.values(calendar.exceptions)];
  return days.some((ranges) => ranges?.some((range) => includesTime(range, wanted)));
}

function includesTime([start, end]: HoursRange, wanted: (minute: number) => boolean): boolean {
  const from = wallMinute(start);
  const to = wallMinute(end) > from ? wallMinute(end) : wallMinute(end) + DAY;
  const first = Math.floor(from / BUCKET_MINUTES) * BUCKET_MINUTES;
  for (let minute = first; minute < to; minute += BUCKET_MINUTES) if (wanted(minute % DAY)) return true;
  return false;
}
