import { type EpochMinute, type LocalDate, type UtcDate, type Weekday, weekdays } from './calendar.ts';

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
export function dayNumberOf(date: LocalDate): number {
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

const MINUTES_PER_DAY = 1440;

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
