import type { Calendar, HoursRange, LocalDate, Technician } from '../../../lib/scheduling/calendar.ts';

/*
 * The oracle's clocks and work time, without the engine's arithmetic: no offsets, spans or buckets. A minute of UTC
 * is worked or not, and Intl reads the clock.
 */

const DAY = 1440;
/** Clocks differ from UTC by whole quarters of an hour, so one answer from Intl covers fifteen minutes. */
const QUARTER = 15;
const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const two = (value: number): string => String(value).padStart(2, '0');
/** `HH:MM` of minutes from midnight. */
export const clockText = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
const utcDay = (date: LocalDate): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
export const plus = (date: LocalDate, days: number): LocalDate =>
  new Date((utcDay(date) + days) * 86_400_000).toISOString().slice(0, 10);

const formats = new Map<string, Intl.DateTimeFormat>();
const labels = new Map<string, readonly string[]>();
const found = new Map<string, number>();

/** What the clocks of a zone show in each minute of a UTC day, as `YYYY-MM-DD HH:MM`. */
function labelsOf(zone: string, day: number): readonly string[] {
  const known = labels.get(`${zone} ${day}`);
  if (known !== undefined) return known;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(zone, format);
  const shown = Array.from({ length: DAY }, () => '');
  for (let quarter = 0; quarter < DAY; quarter += QUARTER) {
    const label = format.format((day * DAY + quarter) * 60_000);
    const [before, minutes] = [label.slice(0, -2), Number(label.slice(-2))];
    for (let past = 0; past < QUARTER; past++) shown[quarter + past] = before + two(minutes + past);
  }
  labels.set(`${zone} ${day}`, shown);
  return shown;
}

export const shownAt = (zone: string, minute: number): string =>
  labelsOf(zone, Math.floor(minute / DAY))[((minute % DAY) + DAY) % DAY] ?? '';

/** The first UTC minute in which the clocks show a time or, if they skip it, a later one. */
export function firstFrom(zone: string, date: LocalDate, time: string): number {
  const wanted = time === '24:00' ? `${plus(date, 1)} 00:00` : `${date} ${time}`;
  const key = `${zone} ${wanted}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  // No zone is more than a day from UTC.
  let day = utcDay(wanted.slice(0, 10)) - 1;
  let index = -1;
  for (; index < 0; day++) index = labelsOf(zone, day).findIndex((label) => label >= wanted);
  const minute = (day - 1) * DAY + index;
  found.set(key, minute);
  return minute;
}

/** The first UTC minute in which the clocks show a time; undefined if they never do. */
export function firstShown(zone: string, date: LocalDate, time: string): number | undefined {
  const minute = firstFrom(zone, date, time);
  return shownAt(zone, minute) === `${date} ${time}` ? minute : undefined;
}

/** Minutes of UTC for which something is true, for the days around a date. */
export type Minutes = (minute: number) => boolean;
export const anyOf = (all: readonly Minutes[]): Minutes => {
  return (minute) => all.some((one) => one(minute));
};

/** The minutes of the shifts that start on a date. */
function shifts(zone: string, date: LocalDate, ranges: readonly HoursRange[]): Minutes {
  const ends = ranges.map(([from, to]) => ({
    from: firstFrom(zone, date, from),
    to: firstFrom(zone, to <= from ? plus(date, 1) : date, to),
  }));
  return (minute) => ends.some(({ from, to }) => minute >= from && minute < to);
}

const around = (date: LocalDate): LocalDate[] => [-2, -1, 0, 1, 2].map((days) => plus(date, days));
export const weekday = (date: LocalDate) => weekdayNames[(utcDay(date) + 4) % 7] ?? 'sunday';

/** When the account works, without its technicians. */
export function accountMinutes({ timezone, hours, exceptions }: Calendar, date: LocalDate): Minutes {
  return anyOf(
    around(date).map((day) => shifts(timezone, day, exceptions[day] ?? hours[weekday(day)] ?? [])),
  );
}

/** By hours alone: a technician's own replace the week, and an exception cuts the shifts that start on its date. */
export function hoursMinutes(calendar: Calendar, technician: Technician, date: LocalDate): Minutes {
  const { timezone, exceptions } = calendar;
  const { hours } = technician;
  if (hours === undefined) return accountMinutes(calendar, date);
  const days = around(date).map((day): Minutes => {
    const own = shifts(timezone, day, hours[weekday(day)] ?? []);
    const exception = exceptions[day];
    if (exception === undefined) return own;
    const allowed = shifts(timezone, day, exception);
    return (minute) => own(minute) && allowed(minute);
  });
  return anyOf(days);
}

/** When a technician works, ignoring time off. */
export function workMinutes(calendar: Calendar, technician: Technician, date: LocalDate): Minutes {
  const byHours = hoursMinutes(calendar, technician, date);
  const off = technician.timeOff.map(({ from, to }) => ({
    from: firstFrom(calendar.timezone, from.slice(0, 10), from.slice(11)),
    to: firstFrom(calendar.timezone, to.slice(0, 10), to.slice(11)),
  }));
  return (minute) => byHours(minute) && !off.some(({ from, to }) => minute >= from && minute < to);
}

/** Caches each minute, because every start asks about the same ones. */
export function remembered(minutes: Minutes): Minutes {
  const known = new Map<number, boolean>();
  return (minute) => {
    const before = known.get(minute);
    if (before !== undefined) return before;
    const answer = minutes(minute);
    known.set(minute, answer);
    return answer;
  };
}

/** Whether something is true for every minute of a time. */
export function throughout(minutes: Minutes, from: number, length: number): boolean {
  for (let minute = from; minute < from + length; minute++) if (!minutes(minute)) return false;
  return true;
}
