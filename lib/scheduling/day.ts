import type { Bucket, Calendar, EpochMinute, Job, LocalDate, Technician, UtcDate } from './calendar.ts';
import { addDays, daysBetween, utcDateOf } from './local-date.ts';
import { accountSpans, mergeSpans, type Span, technicianSpans, timeOffSpans } from './work-time.ts';
import { boundaryOf, instantsOf, wallClockOf } from './zone.ts';

/** Stored claims name buckets by their number, so changing the length means rewriting the claims. */
export const BUCKET_MINUTES = 15;
const DAY = 1440;

/** Maps each claimed bucket of a technician to the id of the request or block, or to the hold, that claims it. */
export type Claims = ReadonlyMap<Bucket, string>;

/** A technician without an entry is free. */
export type Occupancy = ReadonlyMap<string, Claims>;

/** A start on the grid that exists on its date, as wall-clock minute and instant. */
export interface GridStart {
  readonly minute: number;
  readonly start: EpochMinute;
}

/** Contains the buckets that jobs of a date can touch: that local date and the next. */
export interface Window {
  readonly first: Bucket;
  readonly length: number;
}

/** Visits the claims in a window. In a read of many days, looks up only the window's buckets instead of all claims. */
export function forEachClaim(
  claimed: Claims | undefined,
  { first, length }: Window,
  visit: (bucket: Bucket, holder: string) => void,
): void {
  if (claimed === undefined) return;
  if (claimed.size <= length) {
    for (const [bucket, holder] of claimed)
      if (bucket >= first && bucket < first + length) visit(bucket, holder);
    return;
  }
  for (let bucket = first; bucket < first + length; bucket++) {
    const holder = claimed.get(bucket);
    if (holder !== undefined) visit(bucket, holder);
  }
}

/** Merges several reads; the result has at least the claims in the window of a date. */
export function occupancyOn(calendar: Calendar, date: LocalDate, reads: readonly Occupancy[]): Occupancy {
  const [only, ...more] = reads;
  if (only !== undefined && more.length === 0) return only;
  const window = windowOf(calendar, date);
  const ofDate = new Map<string, Map<Bucket, string>>();
  for (const occupancy of reads) {
    for (const [technicianId, claimed] of occupancy) {
      const own = ofDate.get(technicianId) ?? new Map<Bucket, string>();
      forEachClaim(claimed, window, (bucket, holder) => own.set(bucket, holder));
      if (own.size > 0) ofDate.set(technicianId, own);
    }
  }
  return ofDate;
}

export interface Moment {
  /** Epoch minutes with whole seconds as a fraction. */
  readonly now: EpochMinute;
  readonly today: LocalDate;
}

/** Returns the account's local date and time at an instant (ms since the epoch). */
export function momentOf(calendar: Calendar, nowMs: number): Moment {
  const now = Math.floor(nowMs / 1000) / 60;
  return { now, today: wallClockOf(calendar.timezone, Math.floor(now)).date };
}

/** Says why no start of a date can be booked; undefined if one may be. */
export function dateRefusal(
  calendar: Calendar,
  moment: Moment,
  date: LocalDate,
): 'past' | 'too_far' | undefined {
  const ahead = daysBetween(moment.today, date);
  if (ahead < 0) return 'past';
  return ahead > calendar.booking.horizonDays ? 'too_far' : undefined;
}

/**
 * Returns the starts on the wall-clock grid of a date. When clocks change, skipped starts are left out and repeated
 * ones count once, at their first time.
 */
export function gridStarts(calendar: Calendar, date: LocalDate): readonly GridStart[] {
  const starts: GridStart[] = [];
  const instantAt = instantsOf(calendar.timezone, date);
  for (let minute = 0; minute < DAY; minute += calendar.booking.gridMinutes) {
    const start = instantAt(minute);
    if (start !== undefined) starts.push({ minute, start });
  }
  return starts;
}

/** Returns the span from midnight to midnight; a date is 23 or 25 hours long if clocks change. `last` is included. */
export function dateSpan(calendar: Calendar, first: LocalDate, last: LocalDate = first): Span {
  return {
    from: boundaryOf(calendar.timezone, first, 0),
    to: boundaryOf(calendar.timezone, addDays(last, 1), 0),
  };
}

export function windowOf(calendar: Calendar, date: LocalDate): Window {
  const { from } = dateSpan(calendar, date);
  const { to } = dateSpan(calendar, addDays(date, 1));
  const first = Math.floor(from / BUCKET_MINUTES);
  return { first, length: Math.ceil(to / BUCKET_MINUTES) - first };
}

/** Returns the opening hours: when anyone works around a date, ignoring time off. */
export function businessSpans(calendar: Calendar, date: LocalDate): readonly Span[] {
  const own = calendar.technicians.filter((technician) => technician.hours !== undefined);
  return mergeSpans([
    ...accountSpans(calendar, date),
    ...own.flatMap((technician) => technicianSpans(calendar, technician, date)),
  ]);
}

/** True if a technician works at all on a date, even if too briefly for any job. */
export function worksOn(calendar: Calendar, technician: Technician, date: LocalDate): boolean {
  const day = dateSpan(calendar, date);
  const timeOff = mergeSpans(timeOffSpans(calendar, technician));
  return technicianSpans(calendar, technician, date).some((span) => {
    let from = Math.max(span.from, day.from);
    for (const off of timeOff) if (off.from <= from && off.to > from) from = off.to;
    return from < Math.min(span.to, day.to);
  });
}

/** True if the half-open time lies within one of the spans. */
export function within(spans: readonly Span[], from: EpochMinute, to: EpochMinute): boolean {
  return spans.some((span) => from >= span.from && to <= span.to);
}

/** Lists the buckets of a span that fall on one UTC date. */
export interface DateBuckets {
  readonly date: UtcDate;
  readonly buckets: readonly Bucket[];
}

/**
 * Returns the buckets that a half-open span touches, in order and by UTC date. The date depends only on the bucket, so
 * two claims of a bucket always conflict, whatever time zone they were made in.
 */
export function bucketsByUtcDate({ from, to }: Span): readonly DateBuckets[] {
  const byDate = new Map<UtcDate, Bucket[]>();
  for (let bucket = Math.floor(from / BUCKET_MINUTES); bucket * BUCKET_MINUTES < to; bucket++) {
    const date = utcDateOf(bucket * BUCKET_MINUTES);
    const buckets = byDate.get(date);
    if (buckets === undefined) byDate.set(date, [bucket]);
    else buckets.push(bucket);
  }
  return [...byDate].map(([date, buckets]) => ({ date, buckets }));
}

/** Returns whether a technician, or an entry of the on-call list, has every skill that a job needs. */
export function isSkilled(technician: Pick<Technician, 'skills'>, job: Pick<Job, 'skills'>): boolean {
  return job.skills.every((skill) => technician.skills.includes(skill));
}

/**
 * Returns for each bucket of the window how many buckets in a row the technician works from there. Shifts are merged,
 * so a job fits exactly where the run is long enough.
 */
export function workRuns(spans: readonly Span[], timeOff: readonly Span[], window: Window): Uint16Array {
  const runs = new Uint16Array(window.length + 1);
  for (const span of spans) {
    const from = Math.max(0, Math.ceil(span.from / BUCKET_MINUTES) - window.first);
    const to = Math.min(window.length, Math.floor(span.to / BUCKET_MINUTES) - window.first);
    if (to > from) runs.fill(1, from, to);
  }
  for (const span of timeOff) {
    const from = Math.max(0, Math.floor(span.from / BUCKET_MINUTES) - window.first);
    const to = Math.min(window.length, Math.ceil(span.to / BUCKET_MINUTES) - window.first);
    if (to > from) runs.fill(0, from, to);
  }
  return accumulate(runs);
}

/** Returns for each bucket of the window how many buckets in a row are free of claims that count. */
export function freeRuns(
  claimed: Claims | undefined,
  window: Window,
  counts: (holder: string) => boolean,
): Uint16Array {
  const runs = new Uint16Array(window.length + 1).fill(1, 0, window.length);
  forEachClaim(claimed, window, (bucket, holder) => {
    if (counts(holder)) runs[bucket - window.first] = 0;
  });
  return accumulate(runs);
}

/** Converts marks to run lengths in place, from the end. */
function accumulate(marks: Uint16Array): Uint16Array {
  for (let index = marks.length - 2; index >= 0; index--) {
    if (marks[index] !== 0) marks[index] = (marks[index + 1] ?? 0) + 1;
  }
  return marks;
}

/** Returns one technician's working time on a date, shared by all with the account's hours and no time off. */
export function technicianRuns(
  calendar: Calendar,
  technician: Technician,
  date: LocalDate,
  window: Window,
  shared: Uint16Array,
): Uint16Array {
  if (technician.hours === undefined && technician.timeOff.length === 0) return shared;
  return workRuns(technicianSpans(calendar, technician, date), timeOffSpans(calendar, technician), window);
}
