import type { EpochMinute, LocalDate } from './calendar.ts';
import type { Moment } from './day.ts';
import type { Question, TechnicianDay } from './open-day.ts';

/** Whether notice or cut-off rule out a start. */
export function isTooSoon(moment: Moment, date: LocalDate, start: EpochMinute): boolean {
  return start < moment.earliest || (moment.cutOff && date === moment.today);
}

/** Who can come to a start by notice and cut-off: later only the technician who is held for it, if any. */
export function inTime(
  { held }: Question,
  moment: Moment,
  date: LocalDate,
  start: EpochMinute,
): ((technicianDay: TechnicianDay) => boolean) | undefined {
  if (!isTooSoon(moment, date, start)) return () => true;
  if (held === undefined || held.start !== start || start < moment.now) return undefined;
  return ({ technician }) => technician.id === held.technicianId;
}
