import type { EpochMinute, LocalDate } from './calendar.ts';
import type { Moment } from './day.ts';
import type { Question, TechnicianDay } from './open-day.ts';

/** Whether notice or cut-off rule out a start. */
export function isTooSoon(moment: Moment, date: LocalDate, start: EpochMinute): boolean {
  return start < moment.earliest || (moment.cutOff && date === moment.today);
}

/** Whether a start is held for the caller with that technician. */
export const isHeldFor = (
  { held }: Question,
  start: EpochMinute,
  { technician }: Pick<TechnicianDay, 'technician'>,
): boolean => held?.start === start && held.technicianId === technician.id;

/** Who can come to a start by notice and cut-off: after them, only the technician who is held for it, if any. */
export function inTime(
  question: Question,
  moment: Moment,
  date: LocalDate,
  start: EpochMinute,
): ((technicianDay: TechnicianDay) => boolean) | undefined {
  if (!isTooSoon(moment, date, start)) return () => true;
  if (question.held?.start !== start || start < moment.now) return undefined;
  return (technicianDay) => isHeldFor(question, start, technicianDay);
}
