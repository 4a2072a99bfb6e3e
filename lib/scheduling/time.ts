import {
  type Calendar,
  type EpochMinute,
  type LocalDate,
  type UtcDate,
  type Weekday,
  weekdays,
} from './calendar.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const MINUTES_PER_DAY = 1440;

/** Formats a minute since the epoch as ISO 8601, UTC. */
export const isoMinute = (minute: number): string => new Date(minute * MINUTE_MS).toISOString();

/** Returns the days from 1970-01-01 to a calendar date; undefined if the text is not a real date. Never rolls over. */
export function dayNumber(text: string): number | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1)) return undefined;
  const days = daysTo(year, month) + day - 1;
  // Every month has 28 days; a later day exists if converting it there and back does not change it.
  return day <= 28 || dateOfDay(days) === text ? days : undefined;
}

/** Returns the number in a part of a text; NaN if a character is not a digit. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

// The engine converts dates many times per request; patterns and `Date` objects took a quarter of its time. Years
// begin in March here, so that a leap day is the last day of its year.
const CYCLE = { years: 400, days: 146_097 };
/** Counts the days from March of the year 0 to 1970-01-01. */
const TO_1970 = 719_468;

/** Returns the days from 1970-01-01 to the first of a month. */
function daysTo(year: number, month: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const cycle = Math.floor(marchYear / CYCLE.years);
  const ofCycle = marchYear - cycle * CYCLE.years;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  const leapDays = Math.floor(ofCycle / 4) - Math.floor(ofCycle / 100);
  return cycle * CYCLE.days + ofCycle * 365 + leapDays + ofYear - TO_1970;
}

/** True if the text is a real calendar date written as `YYYY-MM-DD`. */
export function isLocalDate(text: string): boolean {
  return dayNumber(text) !== undefined;
}

/** Returns the day number of a date that has been checked before. Throws on anything else. */
function dayNumberOf(date: LocalDate): number {
  const day = dayNumber(date);
  if (day === undefined) throw new RangeError('Not a calendar date');
  return day;
}

/** These are the first and last dates with a four-digit year. */
const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_896;

/** Returns the date of a day number; days before the year 0 and after 9999 are the ends of the calendar. */
export function dateOfDay(day: number): LocalDate {
  const within = Math.min(Math.max(day, FIRST_DAY), LAST_DAY) + TO_1970;
  const cycle = Math.floor(within / CYCLE.days);
  const ofCycle = within - cycle * CYCLE.days;
  const leapDays = Math.floor(ofCycle / 1_460) - Math.floor(ofCycle / 36_524) + Math.floor(ofCycle / 146_096);
  const yearOfCycle = Math.floor((ofCycle - leapDays) / 365);
  const ofYear = ofCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const month = Math.floor((5 * ofYear + 2) / 153);
  const dayOfMonth = ofYear - Math.floor((153 * month + 2) / 5) + 1;
  const year = yearOfCycle + cycle * CYCLE.years + (month < 10 ? 0 : 1);
  return `${padded(year, 4)}-${padded(((month + 2) % 12) + 1, 2)}-${padded(dayOfMonth, 2)}`;
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Returns the date in UTC on which an instant falls. */
export function utcDateOf(instant: EpochMinute): UtcDate {
  return dateOfDay(Math.floor(instant / MINUTES_PER_DAY));
}

/** Returns the date `days` later, or earlier if negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfDay(dayNumberOf(date) + days);
}

/** Returns the days from the first date to the second. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumberOf(to) - dayNumberOf(from);
}

export function weekdayOf(date: LocalDate): Weekday {
  // 1970-01-01 was a Thursday, the fourth in a list that begins with Monday.
  const index = (((dayNumberOf(date) + 3) % 7) + 7) % 7;
  return weekdays[index] ?? 'monday';
}

/** Returns the first such weekday on or after a date. */
export function weekdayFrom(date: LocalDate, weekday: Weekday): LocalDate {
  return addDays(date, (weekdays.indexOf(weekday) - weekdays.indexOf(weekdayOf(date)) + 7) % 7);
}

/** No zone is further than this from UTC. */
const MAX_OFFSET = 15 * 60;
/** No zone changes its clocks twice within this time. */
const SAMPLE_STEP = 6 * 60;
/** Each zone caches this many days, which is more than a horizon of 400 days. */
const MAX_CACHED_DAYS = 1000;

/** The offset of a zone is constant between these epoch minutes. Half-open. */
interface Stretch {
  readonly from: EpochMinute;
  readonly to: EpochMinute;
  /** Minutes east of UTC. */
  readonly offset: number;
}

/** 9999-12-30. Clocks before 1970 and after this are taken as UTC, because nothing there can be booked. */
const LAST_MINUTE = 2_932_895 * MINUTES_PER_DAY;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<number, readonly Stretch[]>;
}

const zones = new Map<string, Zone>();

function zoneOf(timezone: string): Zone {
  const known = zones.get(timezone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
  const zone: Zone = { format, days: new Map() };
  zones.set(timezone, zone);
  return zone;
}

function offsetAt(zone: Zone, minute: EpochMinute): number {
  if (minute < 0 || minute > LAST_MINUTE) return 0;
  const field: Record<string, number> = {};
  for (const part of zone.format.formatToParts(minute * MINUTE_MS)) field[part.type] = Number(part.value);
  const local = Date.UTC(
    field.year ?? 0,
    (field.month ?? 1) - 1,
    field.day ?? 1,
    field.hour ?? 0,
    field.minute ?? 0,
    field.second ?? 0,
  );
  return Math.round(local / MINUTE_MS) - minute;
}

/** Returns the periods that can touch a local date, in order, with clock changes to the minute. */
function stretchesOf(zone: Zone, day: number): readonly Stretch[] {
  const known = zone.days.get(day);
  if (known !== undefined) return known;
  const first = day * MINUTES_PER_DAY - MAX_OFFSET;
  const last = (day + 1) * MINUTES_PER_DAY + MAX_OFFSET;
  const stretches: Stretch[] = [];
  let from = first;
  let offset = offsetAt(zone, first);
  for (let at = first; at < last; at += SAMPLE_STEP) {
    const next = Math.min(at + SAMPLE_STEP, last);
    const nextOffset = offsetAt(zone, next);
    if (nextOffset === offset) continue;
    const change = firstMinuteWith(zone, nextOffset, at, next);
    stretches.push({ from, to: change, offset });
    from = change;
    offset = nextOffset;
  }
  stretches.push({ from, to: last, offset });
  if (zone.days.size >= MAX_CACHED_DAYS) zone.days.clear();
  zone.days.set(day, stretches);
  return stretches;
}

function firstMinuteWith(zone: Zone, offset: number, before: EpochMinute, at: EpochMinute): EpochMinute {
  let low = before;
  let high = at;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === offset) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns the instant of a wall-clock minute: the first if clocks repeat it, undefined if they skip it. */
export function instantOf(timezone: string, date: LocalDate, minute: number): EpochMinute | undefined {
  return instantsOf(timezone, date)(minute);
}

/** Works as `instantOf`, for several minutes of a date. */
export function instantsOf(timezone: string, date: LocalDate): (minute: number) => EpochMinute | undefined {
  const day = dayNumberOf(date);
  const stretches = stretchesOf(zoneOf(timezone), day);
  return (minute) => {
    const local = day * MINUTES_PER_DAY + minute;
    const stretch = stretches.find(({ from, to, offset }) => local - offset >= from && local - offset < to);
    return stretch && local - stretch.offset;
  };
}

/** Works as `instantOf`, but maps a skipped minute to the end of the gap, for ends of hours and time off. */
export function boundaryOf(timezone: string, date: LocalDate, minute: number): EpochMinute {
  const day = dayNumberOf(date);
  const local = day * MINUTES_PER_DAY + minute;
  const stretches = stretchesOf(zoneOf(timezone), day);
  for (const stretch of stretches) {
    const instant = local - stretch.offset;
    if (instant < stretch.from) return stretch.from;
    if (instant < stretch.to) return instant;
  }
  throw new RangeError('A wall-clock time is within a day of its date');
}

/** Returns the date and the minute from midnight that the clocks of a zone show at an instant. */
export function wallClockOf(timezone: string, instant: EpochMinute): { date: LocalDate; minute: number } {
  const zone = zoneOf(timezone);
  const day = Math.floor(instant / MINUTES_PER_DAY);
  const stretch = stretchesOf(zone, day).find(
    (candidate) => instant >= candidate.from && instant < candidate.to,
  );
  const local = instant + (stretch?.offset ?? offsetAt(zone, instant));
  return {
    date: dateOfDay(Math.floor(local / MINUTES_PER_DAY)),
    minute: ((local % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY,
  };
}

export interface Moment {
  /** Epoch minutes with whole seconds as a fraction. */
  readonly now: EpochMinute;
  readonly today: LocalDate;
}

/** Returns the account's local date and time at an instant (ms since the epoch). */
export function momentOf(calendar: Pick<Calendar, 'timezone'>, nowMs: number): Moment {
  const now = Math.floor(nowMs / 1000) / 60;
  return { now, today: wallClockOf(calendar.timezone, Math.floor(now)).date };
}
