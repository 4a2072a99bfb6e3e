import { allowedOn } from './area-limits.ts';
import { contains, type WallSpan, windowsOf } from './arrival.ts';
import type { Calendar, EpochMinute, Job, LocalDate, Technician } from './calendar.ts';
import {
  bucketsByUtcDate,
  businessSpans,
  type DateBuckets,
  dateRefusal,
  type GridStart,
  gridStarts,
  within,
  worksOn,
} from './day.ts';
import { inTime, isHeldFor, isTooSoon, type Notice, noticeOf } from './notice.ts';
import { type Day, indexOf, isFree, openDay, type Question, type TechnicianDay, works } from './open-day.ts';
import { isOpenOn } from './opening.ts';
import { instantOf } from './zone.ts';

export type DayRefusal =
  | 'past'
  | 'too_far'
  | 'not_in_area'
  | 'closed'
  | 'holiday'
  | 'no_technician'
  | 'duration_exceeds_hours'
  | 'too_soon'
  | 'fully_booked';

export type StartRefusal =
  | 'invalid_time'
  | 'past'
  | 'too_far'
  | 'not_in_area'
  | 'closed'
  | 'holiday'
  | 'not_on_grid'
  | 'duration_exceeds_hours'
  | 'no_technician'
  | 'too_soon'
  | 'slot_taken';

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

/** A start, or a window with its first minute, before it is known to be free. */
export type Candidate = Pick<Slot, 'minute' | 'window'>;

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

/** Returns a date's free starts (or windows) in order, one technician each, or the first reason that applies. */
export function freeSlots(
  question: Question,
  date: LocalDate,
  wanted: (candidate: Candidate) => boolean = () => true,
): readonly Slot[] | DayRefusal {
  const { calendar } = question;
  const notice = noticeOf(question);
  const outside = outsideOf(question, notice, date);
  if (outside !== undefined) return outside;
  const windows = windowsOf(calendar, question.job)?.filter((window) =>
    wanted({ minute: window.from, window }),
  );
  const isWanted = windows === undefined ? wanted : ({ minute }: Candidate) => windows.some(contains(minute));
  const starts = gridStarts(calendar, date).filter(isWanted);
  const day = openDay(question, date);
  const slots = slotsAmong(question, starts, day, notice, windows, date);
  return slots.length > 0 ? slots : reasonOfDay(question, date, day, starts, notice);
}

/** Works as `freeSlots` without computing a reason, which makes searches over many days faster. */
export function slotsOn(question: Question, date: LocalDate): readonly Slot[] {
  const { calendar } = question;
  const notice = noticeOf(question);
  if (outsideOf(question, notice, date) !== undefined || !isOpenOn(calendar, date)) return [];
  const windows = windowsOf(calendar, question.job);
  const day = openDay(question, date);
  return slotsAmong(question, gridStarts(calendar, date), day, notice, windows, date);
}

function slotsAmong(
  question: Question,
  starts: readonly GridStart[],
  day: Day,
  notice: Notice,
  windows: readonly WallSpan[] | undefined,
  date: LocalDate,
): readonly Slot[] {
  const slots: Slot[] = [];
  for (const { minute, start } of starts) {
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
    const inWindow = slots.filter(({ minute }) => contains(minute)(window));
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

/** True if the account's hours still have a start left today, ignoring bookings. */
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
  const day = openDay(question, date);
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
export function judgeStartsOn(
  question: Question,
  date: LocalDate,
): (minute: number) => Bookable | StartRefusal {
  const { calendar, job } = question;
  const notice = noticeOf(question);
  const outside = outsideOf(question, notice, date);
  const business = businessSpans(calendar, date);
  let opened: Day | undefined;
  return (minute) => {
    const start = instantOf(calendar.timezone, date, minute);
    if (start === undefined) return 'invalid_time';
    if (outside !== undefined) return outside;
    if (!within(business, start, start + 1))
      return isOpenOn(calendar, date) ? 'closed' : closedOr(calendar, date);
    if (minute % calendar.booking.gridMinutes !== 0) return 'not_on_grid';
    if (!within(business, start, start + job.durationMinutes)) return 'duration_exceeds_hours';
    opened ??= openDay(question, date);
    const day = opened;
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

/** Returns the buckets that a job claims, including its buffer, by UTC date: at most two dates. */
export function claimedBuckets(calendar: Calendar, job: Job, start: EpochMinute): readonly DateBuckets[] {
  const to = start + job.durationMinutes + calendar.booking.bufferMinutes;
  return bucketsByUtcDate({ from: start, to });
}
