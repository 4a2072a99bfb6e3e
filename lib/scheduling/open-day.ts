import { lazily, oncePer } from '../lazily.ts';
import { type AreaLimits, allowedOn } from './area-limits.ts';
import type { Calendar, EpochMinute, Job, LocalDate, Technician } from './calendar.ts';
import {
  BUCKET_MINUTES,
  dateSpan,
  freeRuns,
  isSkilled,
  type Occupancy,
  technicianRuns,
  windowOf,
  workRuns,
} from './day.ts';
import { countsFor } from './holds.ts';
import { byLoad } from './order.ts';
import { accountSpans } from './work-time.ts';

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

const nobody: ReadonlySet<string> = new Set();

/** Keeps one technician's working time and free time, as run lengths in buckets from the start of the window. */
export interface TechnicianDay {
  readonly technician: Technician;
  readonly work: Uint16Array;
  readonly free: Uint16Array;
}

export interface Day {
  readonly first: number;
  /** Contains only skilled technicians. */
  readonly technicianDays: readonly TechnicianDay[];
  /** Ranks the same technicians, preferred first, on the first call, which a full day never needs. */
  readonly ranked: () => readonly TechnicianDay[];
  readonly jobBuckets: number;
  readonly claimBuckets: number;
}

/** Caches a date's window and the working time under the account's hours, which no job or claim changes. */
const openHours = oncePer((calendar: Calendar, date: LocalDate) => {
  const window = windowOf(calendar, date);
  return { window, shared: workRuns(accountSpans(calendar, date), [], window) };
});

/** Returns the technicians who have the skills for a job, with their working and free time on a date. */
export function openDay(question: Question, date: LocalDate): Day {
  const { calendar, job, occupancy, seed, own = nobody, areas, among = calendar.technicians } = question;
  const counts = countsFor({ ...question, own });
  const isAllowed = allowedOn(areas, date) ?? (() => false);
  const { window, shared } = openHours(calendar, date);
  const skilled = among.filter((technician) => isSkilled(technician, job) && isAllowed(technician));
  const endOfDate = Math.ceil(dateSpan(calendar, date).to / BUCKET_MINUTES);
  const ofDate = { first: window.first, length: endOfDate - window.first };
  const technicianDays = skilled.map((technician) => ({
    technician,
    work: technicianRuns(calendar, technician, date, window, shared),
    free: freeRuns(occupancy.get(technician.id), window, counts),
  }));
  const jobBuckets = job.durationMinutes / BUCKET_MINUTES;
  const claimBuckets = (job.durationMinutes + calendar.booking.bufferMinutes) / BUCKET_MINUTES;
  const ranked = lazily(() => byLoad(technicianDays, occupancy, ofDate, seed, counts));
  return { first: window.first, technicianDays, ranked, jobBuckets, claimBuckets };
}

/** Returns the index of a start in the runs of a technician's day. */
export const indexOf = (day: Day, start: EpochMinute): number => start / BUCKET_MINUTES - day.first;
/** True if the technician works long enough for the job from this index on. */
export const works = (technicianDay: TechnicianDay, day: Day, index: number): boolean =>
  (technicianDay.work[index] ?? 0) >= day.jobBuckets;
/** True if the technician works long enough and the time and the buffer after it are unclaimed. */
export const isFree = (technicianDay: TechnicianDay, day: Day, index: number): boolean =>
  works(technicianDay, day, index) && (technicianDay.free[index] ?? 0) >= day.claimBuckets;
