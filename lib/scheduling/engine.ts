import { lazily } from '../lazily.ts';
import type { Calendar, EpochMinute, LocalDate, Technician } from './calendar.ts';
import {
  allowedOn,
  computeDay,
  type Day,
  indexOf,
  isFree,
  type Question,
  type TechnicianDay,
  works,
} from './day.ts';
import { businessSpans, type GridStart, gridStarts, isOpenOn, within, worksOn } from './hours.ts';
import { boundaryOf, daysBetween, instantOf, type Moment, momentOf } from './time.ts';
import { contains, type WallSpan, wallMinute, windowsOf } from './time-of-day.ts';
import type { Candidate } from './wish.ts';

/** Why a day has no free start. Of several days, the first of these reasons is told: those that a caller can't change come last. */
export const dayReasons = [
  ...(['fully_booked', 'too_soon', 'duration_exceeds_hours', 'no_technician'] as const),
  ...(['not_in_area', 'holiday', 'closed', 'too_far', 'past'] as const),
] as const;
export type DayRefusal = (typeof dayReasons)[number];

/** Why a start can't be booked. Of several starts, the reason of the one that is nearest to a booking comes first. */
export const startReasons = [
  ...(['slot_taken', 'too_soon', 'past', 'no_technician', 'duration_exceeds_hours'] as const),
  ...(['closed', 'holiday', 'not_in_area', 'too_far', 'not_on_grid', 'invalid_time'] as const),
] as const;
export type StartRefusal = (typeof startReasons)[number];

/** The technician of a slot is the one who would come. */
export interface Slot {
  readonly date: LocalDate;
  /** Minutes from midnight, wall clock. */
  readonly minute: number;
  readonly start: EpochMinute;
  readonly technician: Technician;
  /** Callers hear this window instead of the start, which is the held or the earliest free one in it. */
  readonly window?: WallSpan | undefined;
}

/** Says why a date can't be booked, regardless of hours. */
function outsideOf(
  { calendar, areas }: Question,
  notice: Notice,
  date: LocalDate,
): 'past' | 'too_far' | 'not_in_area' | undefined {
  return (
    dateRefusal(calendar, notice, date) ?? (allowedOn(areas, date) === undefined ? 'not_in_area' : undefined)
  );
}

type IsWanted = (start: Candidate) => boolean;

/**
 * Returns a date's free starts in order, one technician each, or the first reason that applies. If visits are promised
 * in windows, returns those with a wanted start that is free: the held or the earliest one.
 */
export function freeSlots(
  question: Question,
  date: LocalDate,
  isWanted: IsWanted = () => true,
): readonly Slot[] | DayRefusal {
  const { calendar } = question;
  const notice = noticeOf(question);
  const outside = outsideOf(question, notice, date);
  if (outside !== undefined) return outside;
  const windows = windowsOf(calendar, question.job);
  const mayBegin = ({ minute }: GridStart) =>
    windows?.some((window) => contains(minute)(window) && isWanted({ minute, window })) ??
    isWanted({ minute });
  const starts = gridStarts(calendar, date).filter(mayBegin);
  const day = computeDay(question, date);
  const slots = slotsAmong(question, starts, day, notice, windows, date, isWanted);
  return slots.length > 0 ? slots : reasonOfDay(question, date, day, starts, notice);
}

/** Works as `freeSlots` without computing a reason, which makes searches over many days faster. */
export function slotsOn(
  question: Question,
  date: LocalDate,
  isWanted: IsWanted = () => true,
): readonly Slot[] {
  const { calendar } = question;
  const notice = noticeOf(question);
  if (outsideOf(question, notice, date) !== undefined || !isOpenOn(calendar, date)) return [];
  const windows = windowsOf(calendar, question.job);
  const day = computeDay(question, date);
  return slotsAmong(question, gridStarts(calendar, date), day, notice, windows, date, isWanted);
}

function slotsAmong(
  question: Question,
  starts: readonly GridStart[],
  day: Day,
  notice: Notice,
  windows: readonly WallSpan[] | undefined,
  date: LocalDate,
  isWanted: IsWanted,
): readonly Slot[] {
  const slots: Slot[] = [];
  for (const { minute, start } of starts) {
    if (windows === undefined && !isWanted({ minute })) continue;
    const mayCome = inTime(question, notice, date, start);
    if (mayCome === undefined) continue;
    const index = indexOf(day, start);
    const isFreeThen = (one: TechnicianDay) => mayCome(one) && isFree(one, day, index);
    if (!day.technicianDays.some(isFreeThen)) continue;
    const technicianDay = rankedAt(question, day, start).find(isFreeThen);
    if (technicianDay !== undefined)
      slots.push({ date, minute, start, technician: technicianDay.technician });
  }
  if (windows === undefined) return slots;
  return windows.flatMap((window) => {
    const inWindow = slots.filter(({ minute }) => contains(minute)(window) && isWanted({ minute, window }));
    const slot = inWindow.find((one) => isHeldFor(question, one.start, one)) ?? inWindow[0];
    return slot === undefined ? [] : [{ ...slot, window }];
  });
}

/** Ranks the technicians of a day: first the one whose held start this is, then the others by load. */
function rankedAt(question: Question, day: Day, start: EpochMinute): readonly TechnicianDay[] {
  const ranked = day.ranked();
  if (question.held?.start !== start) return ranked;
  const isHeld = (one: TechnicianDay) => isHeldFor(question, start, one);
  return [...ranked.filter(isHeld), ...ranked.filter((one) => !isHeld(one))];
}

function reasonOfDay(
  { calendar }: Question,
  date: LocalDate,
  day: Day,
  starts: readonly GridStart[],
  notice: Notice,
): DayRefusal {
  if (!isOpenOn(calendar, date)) return closedOr(calendar, date);
  const fitting = starts.filter(({ start }) =>
    day.technicianDays.some((technicianDay) => works(technicianDay, day, indexOf(day, start))),
  );
  if (fitting.length === 0) {
    const someone = day.technicianDays.some(({ technician }) => worksOn(calendar, technician, date));
    return someone ? 'duration_exceeds_hours' : 'no_technician';
  }
  const soon = fitting.some(
    ({ start }) =>
      start >= notice.now &&
      isTooSoon(notice, date, start) &&
      day.technicianDays.some((technicianDay) => isFree(technicianDay, day, indexOf(day, start))),
  );
  const over = fitting.every(({ start }) => start < notice.now);
  return soon || over ? 'too_soon' : 'fully_booked';
}

/** True if anyone's hours still have a start left today, ignoring bookings. */
export function canStillStart(calendar: Calendar, now: number): boolean {
  const notice = noticeOf({ calendar, now });
  const business = businessSpans(calendar, notice.today);
  const windows = windowsOf(calendar, {});
  return gridStarts(calendar, notice.today).some(
    ({ minute, start }) =>
      (windows?.some(contains(minute)) ?? true) &&
      !isTooSoon(notice, notice.today, start) &&
      within(business, start, start + 1),
  );
}

/** Returns all starts of a date that `judgeStart` accepts, in order, each with every technician who is free then. */
export function bookableStarts(question: Question, date: LocalDate): readonly (Bookable & GridStart)[] {
  const { calendar, job } = question;
  const notice = noticeOf(question);
  if (dateRefusal(calendar, notice, date) !== undefined) return [];
  const business = businessSpans(calendar, date);
  const day = computeDay(question, date);
  return gridStarts(calendar, date).flatMap(({ minute, start }) => {
    if (isTooSoon(notice, date, start) || !within(business, start, start + job.durationMinutes)) return [];
    const index = indexOf(day, start);
    const free = day.ranked().filter((technicianDay) => isFree(technicianDay, day, index));
    const technicians = free.map(({ technician }) => technician);
    return technicians.length === 0 ? [] : [{ minute, start, technicians }];
  });
}

function closedOr(calendar: Calendar, date: LocalDate): 'closed' | 'holiday' {
  return calendar.exceptions[date]?.length === 0 ? 'holiday' : 'closed';
}

/** The technicians are all who are free at the start, preferred first. */
export interface Bookable {
  readonly start: EpochMinute;
  readonly technicians: readonly Technician[];
}

/** Checks one start by the same facts as `freeSlots`. `minute` counts from midnight, wall clock. */
export function judgeStart(question: Question, date: LocalDate, minute: number): Bookable | StartRefusal {
  return judgeStartsOn(question, date)(minute);
}

/** Judges several starts of a date as `judgeStart` does. */
function judgeStartsOn(question: Question, date: LocalDate): (minute: number) => Bookable | StartRefusal {
  const { calendar, job } = question;
  const notice = noticeOf(question);
  const outside = outsideOf(question, notice, date);
  const business = businessSpans(calendar, date);
  const dayWhenNeeded = lazily(() => computeDay(question, date));
  return (minute) => {
    const start = instantOf(calendar.timezone, date, minute);
    if (start === undefined) return 'invalid_time';
    if (outside !== undefined) return outside;
    if (!within(business, start, start + 1))
      return isOpenOn(calendar, date) ? 'closed' : closedOr(calendar, date);
    if (minute % calendar.booking.gridMinutes !== 0) return 'not_on_grid';
    if (!within(business, start, start + job.durationMinutes)) return 'duration_exceeds_hours';
    const day = dayWhenNeeded();
    const index = indexOf(day, start);
    if (!day.technicianDays.some((technicianDay) => works(technicianDay, day, index))) return 'no_technician';
    if (start < notice.now) return 'past';
    const mayCome = inTime(question, notice, date, start);
    if (mayCome === undefined) return 'too_soon';
    const free = rankedAt(question, day, start).filter((one) => mayCome(one) && isFree(one, day, index));
    if (free.length === 0) return isTooSoon(notice, date, start) ? 'too_soon' : 'slot_taken';
    return { start, technicians: free.map(({ technician }) => technician) };
  };
}

export interface Arrivable extends Bookable {
  /** Minutes from midnight, wall clock. */
  readonly minute: number;
  readonly window: WallSpan;
}

/**
 * Returns the start that is held for the caller, if it is in a window and its technician is accepted; otherwise the
 * earliest free start in the first window that has one, with the technicians who are free and accepted. Only wanted
 * starts count. If none is free, returns the reason of the one that is nearest to a booking, or `invalid_time` if the
 * clocks skip all of them.
 */
export function judgeWindows(
  question: Question,
  date: LocalDate,
  windows: readonly WallSpan[],
  accepts: (technician: Technician) => boolean = () => true,
  isWanted: IsWanted = () => true,
): Arrivable | StartRefusal {
  const judge = judgeStartsOn(question, date);
  const starts = gridStarts(question.calendar, date);
  const candidates = windows.flatMap((window) =>
    starts
      .map((start) => ({ ...start, window }))
      .filter((start) => contains(start.minute)(window) && isWanted(start)),
  );
  const answerTo = ({ minute, window }: (typeof candidates)[number]): Arrivable | StartRefusal => {
    const judged = judge(minute);
    if (typeof judged === 'string') return judged;
    const technicians = judged.technicians.filter(accepts);
    return technicians.length === 0 ? 'slot_taken' : { ...judged, minute, window, technicians };
  };
  const { held } = question;
  const kept = candidates.find(({ start }) => start === held?.start);
  const keeping = kept && answerTo(kept);
  if (typeof keeping === 'object' && keeping.technicians[0]?.id === held?.technicianId) return keeping;
  const reasons = new Set<StartRefusal>();
  for (const candidate of candidates) {
    const answer = answerTo(candidate);
    if (typeof answer !== 'string') return answer;
    reasons.add(answer);
  }
  return startReasons.find((reason) => reasons.has(reason)) ?? 'invalid_time';
}

/** Says why no start of a date can be booked; undefined if one may be. */
function dateRefusal(calendar: Calendar, moment: Moment, date: LocalDate): 'past' | 'too_far' | undefined {
  const ahead = daysBetween(moment.today, date);
  if (ahead < 0) return 'past';
  return ahead > calendar.booking.horizonDays ? 'too_far' : undefined;
}

interface Notice extends Moment {
  readonly earliest: EpochMinute;
  /** True if today's cut-off has passed. */
  readonly cutOff: boolean;
}

/** Returns what notice and cut-off rule out. Instants are compared, because clock changes repeat wall times. */
function noticeOf({
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
function isTooSoon(notice: Notice, date: LocalDate, start: EpochMinute): boolean {
  return start < notice.earliest || (notice.cutOff && date === notice.today);
}

/** True if a start is held for the caller with that technician. */
const isHeldFor = (
  { held }: Question,
  start: EpochMinute,
  { technician }: Pick<TechnicianDay, 'technician'>,
): boolean => held?.start === start && held.technicianId === technician.id;

/** Returns who can come by notice and cut-off: after them, only the technician held for the start, if any. */
function inTime(
  question: Question,
  notice: Notice,
  date: LocalDate,
  start: EpochMinute,
): ((technicianDay: TechnicianDay) => boolean) | undefined {
  if (!isTooSoon(notice, date, start)) return () => true;
  if (question.held?.start !== start || start < notice.now) return undefined;
  return (technicianDay) => isHeldFor(question, start, technicianDay);
}
