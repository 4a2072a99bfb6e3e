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

/** Returns what notice and cut-off rule out. Instants are compared, because clock changes repeat wall times. */
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

/** Returns who can come by notice and cut-off: after them, only the technician held for the start, if any. */
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
