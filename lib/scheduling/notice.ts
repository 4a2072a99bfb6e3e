import type { EpochMinute, LocalDate } from './calendar.ts';
import { wallMinute } from './clock-time.ts';
import { type Moment, momentOf } from './day.ts';
import type { Question, TechnicianDay } from './open-day.ts';
import { boundaryOf } from './zone.ts';

export interface Notice extends Moment {
  readonly earliest: EpochMinute;
  /** True if today's cut-off has passed. */
  readonly cutOff: boolean;
}

/**
 * Returns the notice and cut-off for a question. Compares instants, because the wall clock repeats times when clocks
 * are set back.
 */
export function noticeOf({
  calendar,
  now,
  waivesNotice,
}: Pick<Question, 'calendar' | 'now' | 'waivesNotice'>): Notice {
  const moment = momentOf(calendar, now);
  if (waivesNotice) return { ...moment, earliest: moment.now, cutOff: false };
  const { sameDayCutoff, minNoticeMinutes } = calendar.booking;
  return {
    ...moment,
    earliest: moment.now + minNoticeMinutes,
    cutOff:
      sameDayCutoff !== undefined &&
      moment.now >= boundaryOf(calendar.timezone, moment.today, wallMinute(sameDayCutoff)),
  };
}

/** True if notice or cut-off rule out a start. */
export function isTooSoon(notice: Notice, date: LocalDate, start: EpochMinute): boolean {
  return start < notice.earliest || (notice.cutOff && date === notice.today);
}

/** True if a start is held for the caller with that technician. */
export const isHeldFor = (
  { held }: Question,
  start: EpochMinute,
  { technician }: Pick<TechnicianDay, 'technician'>,
): boolean => held?.start === start && held.technicianId === technician.id;

/**
 * Returns who can come to a start by notice and cut-off: after them, only the technician who is held for it, if any.
 */
export function inTime(
  question: Question,
  notice: Notice,
  date: LocalDate,
  start: EpochMinute,
): ((technicianDay: TechnicianDay) => boolean) | undefined {
  if (!isTooSoon(notice, date, start)) return () => true;
  if (question.held?.start !== start || start < notice.now) return undefined;
  return (technicianDay) => isHeldFor(question, start, technicianDay);
}
