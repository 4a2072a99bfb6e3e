import { type LocalDate, type Weekday, weekdays } from './calendar.ts';

const DAY_MS = 86_400_000;
const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Days since 1970-01-01 of a calendar date, or undefined where the text is no real date. Never rolls over. */
export function dayNumber(text: string): number | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const utc = new Date(0);
  // setUTCFullYear takes years below 100 as they are, which Date.UTC does not.
  utc.setUTCFullYear(year, month - 1, day);
  const real = utc.getUTCFullYear() === year && utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day;
  return real ? utc.getTime() / DAY_MS : undefined;
}

/** Whether the text is a real calendar date written as `YYYY-MM-DD`. */
export function isLocalDate(text: string): boolean {
  return dayNumber(text) !== undefined;
}

/** The day number of a date that has been checked before. Throws on anything else. */
export function dayNumberOf(date: LocalDate): number {
  const day = dayNumber(date);
  if (day === undefined) throw new RangeError('Not a calendar date');
  return day;
}

/** The first and the last date that can be written with four digits of a year. */
const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_896;

/** The date of a day number; days before the year 0 and after 9999 are the ends of the calendar. */
export function dateOfDay(day: number): LocalDate {
  const within = Math.min(Math.max(day, FIRST_DAY), LAST_DAY);
  return new Date(within * DAY_MS).toISOString().slice(0, 10);
}

/** The date so many days later; earlier where `days` is negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return dateOfDay(dayNumberOf(date) + days);
}

/** Days from the first date to the second. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumberOf(to) - dayNumberOf(from);
}

/** The weekday of a date. */
export function weekdayOf(date: LocalDate): Weekday {
  // 1970-01-01 was a Thursday, the fourth in a list that begins with Monday.
  const index = (((dayNumberOf(date) + 3) % 7) + 7) % 7;
  return weekdays[index] ?? 'monday';
}
