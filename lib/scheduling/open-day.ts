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

/** The input of every question to the engine. */
export interface Question {
  readonly calendar: Calendar;
  readonly job: Job;
  /** Covers the requested date and the next. */
  readonly occupancy: Occupancy;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Spreads calls over equally loaded technicians: the id of the call. */
  readonly seed: string;
  /** The caller's own requests and hold, by their ids: their claims are ignored. */
  readonly own?: ReadonlySet<string> | undefined;
  /** Whether holds of other calls may be overridden. */
  readonly overHolds?: boolean | undefined;
  /** The caller's hold. */
  readonly held?: HeldStart | undefined;
  /** Whether neither notice nor same-day cut-off apply. */
  readonly waivesNotice?: boolean | undefined;
  /** Who may come to the job's place, and when. */
  readonly areas?: AreaLimits;
  /** The only technicians who may come; all by default. The hours of the others still count as the company's. */
  readonly among?: readonly Technician[] | undefined;
}

/** A start that is held for the caller: with that technician, it can be booked after notice and cut-off. */
export interface HeldStart {
  readonly start: EpochMinute;
  readonly technicianId: string;
}

const nobody: ReadonlySet<string> = new Set();

/** One technician's working time and free time, as run lengths in buckets from the start of the window. */
export interface TechnicianDay {
  readonly technician: Technician;
  readonly work: Uint16Array;
  readonly free: Uint16Array;
}

export interface Day {
  readonly first: number;
  /** Skilled technicians. */
  readonly technicianDays: readonly TechnicianDay[];
  /** The same, preferred first. Ranked on the first call, which a full day never needs. */
  readonly ranked: () => readonly TechnicianDay[];
  readonly jobBuckets: number;
  readonly claimBuckets: number;
}

/** A date's window and the working time of technicians with the account's hours: independent of job and claims. */
const openHours = oncePer((calendar: Calendar, date: LocalDate) => {
  const window = windowOf(calendar, date);
  return { window, shared: workRuns(accountSpans(calendar, date), [], window) };
});

/** The technicians who have the skills for a job, with their working and free time on a date. */
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

/** The index of a start in the runs of a technician's day. */
export const indexOf = (day: Day, start: EpochMinute): number => start / BUCKET_MINUTES - day.first;
/** Whether the technician works long enough for the job from this index on. */
export const works = (technicianDay: TechnicianDay, day: Day, index: number): boolean =>
  (technicianDay.work[index] ?? 0) >= day.jobBuckets;
/** Whether the technician works long enough and the time and the buffer after it are unclaimed. */
export const isFree = (technicianDay: TechnicianDay, day: Day, index: number): boolean =>
  works(technicianDay, day, index) && (technicianDay.free[index] ?? 0) >= day.claimBuckets;
