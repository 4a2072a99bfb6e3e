import type { LocalDate } from '../../scheduling/calendar.ts';
import { addDays, isLocalDate, weekdayOf } from '../../scheduling/local-date.ts';
import { type Days, dateOf, type Today } from './day-context.ts';
import { firstOfMonth } from './periods.ts';
import { weekdayFrom, weekdayNamed } from './weekday.ts';
import { ordinalOf } from './words.ts';

/** Years in which a date without one is searched: leap days recur within eight years. */
const YEARS_AHEAD = 8;
const MONTHS_AHEAD = 12;

/**
 * Dates of the calendar: `11/24`, `24 Nov`, `November 24th`, `the 24th`. Without a year (or month) it is the next
 * such date. A contradicting weekday makes it uncertain.
 */
export async function calendarDate(words: readonly string[], today: Today): Promise<Days | undefined> {
  const weekday = words.map(weekdayNamed).find((day) => day !== undefined);
  const others = words.filter((word) => weekdayNamed(word) === undefined && word !== 'the');
  const date =
    dayOfMonth(others, today.date) ?? ofMonth(others, today) ?? (await writtenDate(others.join(' '), today));
  if (date === undefined || weekday === undefined || weekdayOf(date) === weekday) {
    return date === undefined ? undefined : dateOf(date);
  }
  return { kind: 'date', date, certain: false, other: weekdayFrom(addDays(date, -3), weekday) };
}

/** The next day with that number: `24th`; a month that is too short is skipped. */
function dayOfMonth(words: readonly string[], today: LocalDate): LocalDate | undefined {
  const day = ordinalOf(words);
  if (day === undefined) return undefined;
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
    const index = month - 1 + ahead;
    const date = written(year + Math.floor(index / 12), (index % 12) + 1, day);
    if (isLocalDate(date) && date >= today) return date;
  }
  return undefined;
}

/** `1st of month`, `24th of next month`. */
function ofMonth(words: readonly string[], { date: today }: Today): LocalDate | undefined {
  const at = words.indexOf('of');
  if (words.at(-1) !== 'month' || at < 1) return undefined;
  return dayOfMonth(words.slice(0, at), words[at + 1] === 'next' ? firstOfMonth(today, 1) : today);
}

const written = (year: number, month: number, day: number): LocalDate =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

async function writtenDate(text: string, { date: today, region }: Today): Promise<LocalDate | undefined> {
  const { readerFor } = await import('./written-dates.ts');
  const [found, ...more] = readerFor(text, region).parse(text, {
    instant: new Date(`${today}T12:00:00Z`),
    timezone: 0,
  });
  // A text that is only partly a date means something else.
  if (found === undefined || more.length > 0 || found.end !== null || found.text.length < text.length)
    return undefined;
  const { start } = found;
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
  if (year === null || month === null || day === null || !start.isCertain('day')) return undefined;
  if (start.isCertain('year')) return real(written(year, month, day));
  const thisYear = Number(today.slice(0, 4));
  const years = Array.from({ length: YEARS_AHEAD }, (_, ahead) => written(thisYear + ahead, month, day));
  return years.find((date) => isLocalDate(date) && date >= today);
}

const real = (date: string): LocalDate | undefined => (isLocalDate(date) ? date : undefined);
