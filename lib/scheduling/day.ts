import { lazily, oncePer } from '../lazily.ts';
import type {
  Bucket,
  Calendar,
  EpochMinute,
  HoursRange,
  Job,
  LocalDate,
  Technician,
  Weekday,
} from './calendar.ts';
import { accountSpans, dateSpan, localSpans, type Span, technicianSpans } from './hours.ts';
import {
  BUCKET_MINUTES,
  type BucketRange,
  bucketRangeOf,
  type Claims,
  countsFor,
  forEachClaim,
  type Occupancy,
} from './occupancy.ts';
import { MINUTES_PER_DAY, weekdayOf } from './time.ts';
import { wallMinute } from './time-of-day.ts';

/** Every question to the engine has this input. */
export interface Question {
  readonly calendar: Calendar;
  readonly job: Job;
  /** Covers the requested date and the next. */
  readonly occupancy: Occupancy;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Spreads calls over equally loaded technicians by the id of the call. */
  readonly seed: string;
  /** Claims of these ids, the caller's own requests and hold, are ignored. */
  readonly own?: ReadonlySet<string> | undefined;
  /** True if holds of other calls may be overridden. */
  readonly overHolds?: boolean | undefined;
  /** The caller holds this start. */
  readonly held?: HeldStart | undefined;
  /** True if neither notice nor same-day cut-off apply. */
  readonly waivesNotice?: boolean | undefined;
  /** Limits who may come to the job's place, and when. */
  readonly areas?: AreaLimits;
  /** Only these technicians may come; all by default. The hours of the others still count as the company's. */
  readonly among?: readonly Technician[] | undefined;
}

/** A start that is held for the caller can be booked with that technician after notice and cut-off. */
export interface HeldStart {
  readonly start: EpochMinute;
  readonly technicianId: string;
}

/** A missing list allows all. */
export interface AreaLimit {
  readonly technicianIds?: readonly string[] | undefined;
  readonly weekdays?: readonly Weekday[] | undefined;
}

/** A place has the limits of its areas; meeting any one of them is enough. Absent if nothing limits a job. */
export type AreaLimits = readonly AreaLimit[] | undefined;

/** True if a technician may ever come. */
export const everAllows = (limits: AreaLimits, { id }: Technician): boolean =>
  limits === undefined ||
  limits.some(({ technicianIds }) => technicianIds === undefined || technicianIds.includes(id));

/** Returns who may come on a date; undefined if nobody may. */
export function allowedOn(
  limits: AreaLimits,
  date: LocalDate,
): ((technician: Technician) => boolean) | undefined {
  if (limits === undefined) return () => true;
  const weekday = weekdayOf(date);
  const today = limits.filter(({ weekdays }) => weekdays === undefined || weekdays.includes(weekday));
  if (today.length === 0) return undefined;
  return ({ id }) =>
    today.some(({ technicianIds }) => technicianIds === undefined || technicianIds.includes(id));
}

/** Returns whether a technician, or an entry of the on-call list, has every skill that a job needs. */
export function isSkilled(technician: Pick<Technician, 'skills'>, job: Pick<Job, 'skills'>): boolean {
  return job.skills.every((skill) => technician.skills.includes(skill));
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
  const to = wallMinute(end) > from ? wallMinute(end) : wallMinute(end) + MINUTES_PER_DAY;
  const first = Math.floor(from / BUCKET_MINUTES) * BUCKET_MINUTES;
  for (let minute = first; minute < to; minute += BUCKET_MINUTES)
    if (wanted(minute % MINUTES_PER_DAY)) return true;
  return false;
}

const nobody: ReadonlySet<string> = new Set();

/** Counts, for each bucket of a date's range, how many buckets in a row a technician works and is free from there. */
export interface TechnicianDay {
  readonly technician: Technician;
  readonly workRuns: Uint16Array;
  readonly freeRuns: Uint16Array;
}

export interface Day {
  readonly firstBucket: Bucket;
  /** Contains only skilled technicians. */
  readonly technicianDays: readonly TechnicianDay[];
  /** Ranks the same technicians, preferred first, on the first call, which a full day never needs. */
  readonly ranked: () => readonly TechnicianDay[];
  readonly jobBuckets: number;
  readonly claimBuckets: number;
}

/** Caches a date's buckets and the working time under the account's hours, which no job or claim changes. */
const underAccountHours = oncePer((calendar: Calendar, date: LocalDate) => {
  const range = bucketRangeOf(calendar, date);
  return { range, accountRuns: workRuns(accountSpans(calendar, date), [], range) };
});

/** Returns the technicians who have the skills for a job, with their working and free time on a date. */
export function computeDay(question: Question, date: LocalDate): Day {
  const { calendar, job, occupancy, seed, own = nobody, areas, among = calendar.technicians } = question;
  const counts = countsFor({ ...question, own });
  const isAllowed = allowedOn(areas, date) ?? (() => false);
  const { range, accountRuns } = underAccountHours(calendar, date);
  const skilled = among.filter((technician) => isSkilled(technician, job) && isAllowed(technician));
  const technicianDays = skilled.map((technician) => ({
    technician,
    workRuns:
      technician.hours === undefined && technician.timeOff.length === 0
        ? accountRuns
        : workRuns(
            technicianSpans(calendar, technician, date),
            localSpans(calendar, technician.timeOff),
            range,
          ),
    freeRuns: freeRuns(occupancy.get(technician.id), range, counts),
  }));
  const endOfDate = Math.ceil(dateSpan(calendar, date).to / BUCKET_MINUTES);
  const ofDate = { first: range.first, length: endOfDate - range.first };
  return {
    firstBucket: range.first,
    technicianDays,
    ranked: lazily(() => byLoad(technicianDays, occupancy, ofDate, seed, counts)),
    jobBuckets: job.durationMinutes / BUCKET_MINUTES,
    claimBuckets: (job.durationMinutes + calendar.booking.bufferMinutes) / BUCKET_MINUTES,
  };
}

/** Returns the index of a start in the runs of a technician's day. */
export const indexOf = (day: Day, start: EpochMinute): number => start / BUCKET_MINUTES - day.firstBucket;
/** True if the technician works long enough for the job from this index on. */
export const works = (technicianDay: TechnicianDay, day: Day, index: number): boolean =>
  (technicianDay.workRuns[index] ?? 0) >= day.jobBuckets;
/** True if the technician works long enough and the time and the buffer after it are unclaimed. */
export const isFree = (technicianDay: TechnicianDay, day: Day, index: number): boolean =>
  works(technicianDay, day, index) && (technicianDay.freeRuns[index] ?? 0) >= day.claimBuckets;

/**
 * Returns for each bucket of a range how many buckets in a row a technician works from there. Shifts are merged, so a
 * job fits exactly where enough buckets follow.
 */
function workRuns(spans: readonly Span[], timeOff: readonly Span[], range: BucketRange): Uint16Array {
  const works = new Uint16Array(range.length + 1);
  for (const span of spans) {
    const from = Math.max(0, Math.ceil(span.from / BUCKET_MINUTES) - range.first);
    const to = Math.min(range.length, Math.floor(span.to / BUCKET_MINUTES) - range.first);
    if (to > from) works.fill(1, from, to);
  }
  for (const span of timeOff) {
    const from = Math.max(0, Math.floor(span.from / BUCKET_MINUTES) - range.first);
    const to = Math.min(range.length, Math.ceil(span.to / BUCKET_MINUTES) - range.first);
    if (to > from) works.fill(0, from, to);
  }
  return toRunLengths(works);
}

/** Returns for each bucket of a range how many buckets in a row are free of claims that count. */
export function freeRuns(
  claimed: Claims | undefined,
  range: BucketRange,
  counts: (holder: string) => boolean,
): Uint16Array {
  const free = new Uint16Array(range.length + 1).fill(1, 0, range.length);
  forEachClaim(claimed, range, (bucket, holder) => {
    if (counts(holder)) free[bucket - range.first] = 0;
  });
  return toRunLengths(free);
}

/** Replaces each 1 by the number of ones in a row that begin there, in place. */
function toRunLengths(marks: Uint16Array): Uint16Array {
  for (let index = marks.length - 2; index >= 0; index--) {
    if (marks[index] !== 0) marks[index] = (marks[index + 1] ?? 0) + 1;
  }
  return marks;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns an unsigned 32-bit hash: FNV-1a over UTF-16 units, mixed so that similar seeds differ. */
function hash(text: string): number {
  let value = FNV_OFFSET;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), FNV_PRIME);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * Sorts technicians by preference: the least booked in the range first. A hash of seed and technician breaks ties, so
 * that one call always hears the same name and parallel calls spread.
 */
function byLoad(
  technicianDays: readonly TechnicianDay[],
  occupancy: Occupancy,
  range: BucketRange,
  seed: string,
  counts: (holder: string) => boolean,
): readonly TechnicianDay[] {
  const ranked = technicianDays.map((technicianDay) => {
    const { id } = technicianDay.technician;
    let load = 0;
    forEachClaim(occupancy.get(id), range, (_, holder) => {
      if (counts(holder)) load += 1;
    });
    return { technicianDay, id, load, tie: hash(`${seed} ${id}`) };
  });
  ranked.sort((a, b) => a.load - b.load || a.tie - b.tie || (a.id < b.id ? -1 : 1));
  return ranked.map(({ technicianDay }) => technicianDay);
}
