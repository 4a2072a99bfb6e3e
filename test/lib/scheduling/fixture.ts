import type { Calendar, Job } from '../../../lib/scheduling/calendar.ts';
import type { Question } from '../../../lib/scheduling/day.ts';
import { freeSlots } from '../../../lib/scheduling/engine.ts';
import type { Occupancy } from '../../../lib/scheduling/occupancy.ts';
import { instantOf } from '../../../lib/scheduling/time.ts';
import { formatClockTime } from '../../../lib/scheduling/time-of-day.ts';

const shift = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
] as const;

/** The calendar of the hard cases: Monday to Friday with a lunch break, one technician. */
export function calendar(over: Partial<Calendar> = {}, booking: Partial<Calendar['booking']> = {}): Calendar {
  return {
    timezone: 'America/New_York',
    hours: { monday: shift, tuesday: shift, wednesday: shift, thursday: shift, friday: shift },
    exceptions: {},
    technicians: [{ id: 'ana', name: 'Ana', skills: [], timeOff: [] }],
    ...over,
    booking: {
      gridMinutes: 30,
      minNoticeMinutes: 120,
      horizonDays: 60,
      bufferMinutes: 30,
      spokenOptions: 3,
      spokenDays: 2,
      ...booking,
    },
  };
}

export const job = (durationMinutes = 120, skills: readonly string[] = []): Job => ({
  durationMinutes,
  skills,
});
/** 2026-06-01 08:00 in New York: well before the dates of the hard cases. */
const wellBefore = Date.UTC(2026, 5, 1, 12);
export const wednesday = '2026-06-10';

/** A local wall-clock time as ms since the epoch. */
export function at(zone: string, date: string, minute: number, seconds = 0): number {
  const instant = instantOf(zone, date, minute);
  if (instant === undefined) throw new Error('skipped');
  return instant * 60_000 + seconds * 1000;
}

/** Claims for a number of minutes from a start, including the buffer. */
export function booked(
  zone: string,
  date: string,
  fromMinute: number,
  minutes: number,
  technician = 'ana',
): Occupancy {
  const first = at(zone, date, fromMinute) / 900_000;
  const buckets = Array.from({ length: minutes / 15 }, (_, index) => [first + index, 'dr_other'] as const);
  return new Map([[technician, new Map(buckets)]]);
}

export function question(over: Partial<Question> = {}): Question {
  return { calendar: calendar(), job: job(), occupancy: new Map(), now: wellBefore, seed: 'call', ...over };
}

/** The times that are listed for a date, or the reason if there are none. */
export function times(asked: Question, date = wednesday): string {
  const answer = freeSlots(asked, date);
  return typeof answer === 'string' ? answer : answer.map((slot) => formatClockTime(slot.minute)).join(', ');
}
