import type { LocalDate } from '../../scheduling/calendar.ts';
import { addDays, isLocalDate, weekdayFrom, weekdayOf } from '../../scheduling/time.ts';
import { type Days, dateOf, type Today } from '../day.ts';
import { holidayNamed } from './holidays.ts';
import { numberOf, ordinalOf } from './plain-words.ts';
import { comingWeekday, mondayOf, nextWeekday, weekdayNamed } from './weekday.ts';
import { firstOfMonth, monthsAhead } from './weeks-and-months.ts';

/** Reads words for one day; undefined if they don't name one. */
export async function oneDay(words: readonly string[], today: Today): Promise<Days | undefined> {
  if (words.length === 0) return undefined;
  const relative = relativeDay(words, today);
  if (relative !== undefined) return relative;
  // Words without a number contain no calendar date, and the library is not loaded.
  const isNumbered = words.some(
    (word, index) => /\d/.test(word) || ordinalOf(words.slice(index, index + 1)) !== undefined,
  );
  return isNumbered ? await calendarDate(words, today) : undefined;
}

/**
 * Reads days relative to today: `tomorrow`, `in 3 days`, `a week from Tuesday`, weekdays, holidays. Undefined for any
 * other words.
 */
function relativeDay(words: readonly string[], today: Today): Days | undefined {
  const [first, ...rest] = words;
  const holiday = holidayNamed(words, today);
  if (holiday !== undefined) return dateOf(holiday);
  if (words.length === 1 && first !== undefined) return named(first, today);
  const beside = besideDay(first === 'the' ? rest : words, today);
  if (beside !== undefined) return beside;
  if (first === 'today' || first === 'tomorrow') return named(words[1] === 'itself' ? first : '', today);
  if (first === 'later' && words[1] === 'today') return named('today', today);
  if (first === 'in') return counted(rest, today.date);
  const last = words.includes('last') ? weekdayOfMonth(words, today) : undefined;
  if (last !== undefined) return dateOf(last);
  return counted(words, today.date) ?? weeksFrom(words, today) ?? qualifiedWeekday(words, today);
}

function named(word: string, today: Today): Days | undefined {
  if (word === 'today' || word === 'now' || word === 'tonight') return dateOf(today.date);
  if (word === 'yesterday') return dateOf(addDays(today.date, -1));
  if (word === 'tomorrow') return dateOf(addDays(today.date, 1));
  const weekday = weekdayNamed(word);
  return weekday === undefined ? undefined : dateOf(comingWeekday(weekday, today));
}

/** Reads `day after tomorrow`, `day before Thanksgiving`, `Friday after Thanksgiving`. */
function besideDay([day, side, ...base]: readonly string[], today: Today): Days | undefined {
  const weekday = weekdayNamed(day);
  if ((day !== 'day' && weekday === undefined) || (side !== 'after' && side !== 'before')) return undefined;
  const next = later(relativeDay(base, today), side === 'after' ? 1 : -1);
  if (weekday === undefined || next?.kind !== 'date') return next;
  return { ...next, date: weekdayFrom(side === 'after' ? next.date : addDays(next.date, -6), weekday) };
}

const DAYS_OF: ReadonlyMap<string | undefined, number> = new Map([
  ['day', 1],
  ['days', 1],
  ['week', 7],
  ['weeks', 7],
  ['fortnight', 14],
]);

/** Counts the days of `3 days`, `a week`, `a couple of weeks`, and returns them with the words that follow. */
export function duration(
  words: readonly string[],
): { readonly days: number; readonly rest: readonly string[] } | undefined {
  const [first, ...more] = words;
  const count = numberOf(first === 'a' && more[0] === 'couple' ? more.shift() : first);
  if (more[0] === 'of') more.shift();
  const days = DAYS_OF.get(more[0]);
  return count === undefined || days === undefined ? undefined : { days: count * days, rest: more.slice(1) };
}

const BESIDE: ReadonlyMap<string, number> = new Map([
  ...['same day', 'same'].map((words): [string, number] => [words, 0]),
  ...['next day', 'following day', 'day after'].map((words): [string, number] => [words, 1]),
  ...['day before', 'previous day'].map((words): [string, number] => [words, -1]),
  ['week after', 7],
  ['week before', -7],
]);

/**
 * Returns the days between a requested day and another visit: `same day`, `the day after`, `a week later`, `2 days
 * earlier`.
 */
export function daysBeside(words: readonly string[]): number | undefined {
  const said = words.filter((word) => word !== 'the' && word !== 'that');
  const found = duration(said);
  if (found === undefined) return BESIDE.get(said.join(' '));
  const side = found.rest.join(' ');
  if (side === 'later' || side === 'after') return found.days;
  return ['earlier', 'sooner', 'before'].includes(side) ? -found.days : undefined;
}

/** Reads `3 days`, `3 days from now`, `3 days ago`. */
function counted(words: readonly string[], from: LocalDate): Days | undefined {
  const found = duration(words);
  if (found === undefined) return undefined;
  const after = found.rest.join(' ');
  if (after === 'ago') return dateOf(addDays(from, -found.days));
  return ['', 'from now', 'time', 'out', 'ahead', 'away'].includes(after)
    ? dateOf(addDays(from, found.days))
    : undefined;
}

/** Reads `a week from Tuesday`, `two weeks from today`, `a week on Tuesday`, `Tuesday week`. */
function weeksFrom(words: readonly string[], today: Today): Days | undefined {
  const found = duration(words);
  const [link, ...base] = found?.rest ?? [];
  if (found !== undefined && (link === 'from' || link === 'after'))
    return later(relativeDay(base, today), found.days);
  if (found !== undefined && link !== undefined && base.length === 0)
    return later(named(link, today), found.days);
  const [first, second, ...more] = words;
  return second === 'week' && more.length === 0 && first !== undefined
    ? later(named(first, today), 7)
    : undefined;
}

function later(base: Days | undefined, days: number): Days | undefined {
  if (base?.kind !== 'date') return undefined;
  const other = base.other === undefined ? {} : { other: addDays(base.other, days) };
  return { ...base, ...other, date: addDays(base.date, days) };
}

const THIS_WEEK = ['this', 'coming', 'upcoming', 'the', 'a', 'any'];

/** Reads `this Tuesday`, `last Tuesday`, `next Tuesday`, `Tuesday next week`, `Tuesday after next`. */
function qualifiedWeekday(words: readonly string[], today: Today): Days | undefined {
  const weekday = words.map(weekdayNamed).find((day) => day !== undefined);
  if (weekday === undefined) return undefined;
  const others = words.filter((word) => weekdayNamed(word) === undefined);
  if (words.length - others.length > 1) return undefined;
  const said = others.filter((word) => word !== 'the').join(' ');
  if (others.every((word) => THIS_WEEK.includes(word))) return dateOf(comingWeekday(weekday, today));
  if (said === 'next' || said === 'following') return nextWeekday(weekday, today);
  const monday = mondayOf(today.date);
  if (said === 'last' || said === 'this past') return dateOf(weekdayFrom(addDays(today.date, -7), weekday));
  if (said === 'last week' || said === 'of last week')
    return dateOf(weekdayFrom(addDays(monday, -7), weekday));
  if (said === 'this week' || said === 'of this week') return dateOf(weekdayFrom(monday, weekday));
  if (said === 'next week' || said === 'of next week')
    return dateOf(weekdayFrom(addDays(monday, 7), weekday));
  const weekAfter = ['after next', 'week after next', 'of week after next'];
  return weekAfter.includes(said) ? dateOf(weekdayFrom(addDays(monday, 14), weekday)) : undefined;
}

/** A date without a year is searched in this many years: leap days recur within eight years. */
const YEARS_AHEAD = 8;
const MONTHS_AHEAD = 12;

const BEFORE_WEEKDAY = ['next', 'this', 'coming', 'upcoming', 'following'];

/**
 * Reads dates of the calendar: `11/24`, `24 Nov`, `November 24th`, `the 24th`. Words without a year (or month) mean
 * the next such date. A contradicting weekday makes the date uncertain.
 */
async function calendarDate(words: readonly string[], today: Today): Promise<Days | undefined> {
  // `the second Tuesday` alone is not a date.
  if (words.some((word, index) => (ordinalOf([word]) ?? 9) <= 5 && weekdayNamed(words[index + 1]))) {
    const date = weekdayOfMonth(words, today);
    return date === undefined ? undefined : dateOf(date);
  }
  const weekday = words.map(weekdayNamed).find((day) => day !== undefined);
  // In `next Wednesday the 10th`, the number says which Wednesday.
  const others = words.filter(
    (word, index) =>
      weekdayNamed(word) === undefined &&
      word !== 'the' &&
      !(BEFORE_WEEKDAY.includes(word) && weekdayNamed(words[index + 1]) !== undefined),
  );
  const date =
    dayOfMonth(others, today.date) ?? ofMonth(others, today) ?? (await writtenDate(others.join(' '), today));
  if (date === undefined || weekday === undefined || weekdayOf(date) === weekday) {
    return date === undefined ? undefined : dateOf(date);
  }
  return { kind: 'date', date, certain: false, other: weekdayFrom(addDays(date, -3), weekday) };
}

/** Returns the next such date: `second Tuesday in December`, `last Monday of next month`. */
function weekdayOfMonth(words: readonly string[], { date: today }: Today): LocalDate | undefined {
  const [nth = '', day, link, ...rest] = words.filter((word) => word !== 'the');
  const [weekday, month] = [weekdayNamed(day), rest.join(' ')];
  const isLast = nth === 'last';
  const count = isLast ? 0 : ordinalOf([nth]);
  const ahead = monthsAhead(month, today);
  if (count === undefined || weekday === undefined || ahead === undefined) return undefined;
  if (link !== 'of' && link !== 'in') return undefined;
  for (const months of [ahead, month === 'month' ? 1 : ahead + 12]) {
    const first = firstOfMonth(today, isLast ? months + 1 : months);
    const date = addDays(weekdayFrom(first, weekday), (count - 1) * 7);
    if (date >= today && date < firstOfMonth(today, months + 1)) return date;
  }
  return undefined;
}

/** Returns the next day with that number: `24th`. A month that is too short is skipped. */
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

/** Reads `1st of month`, `24th of next month`. */
function ofMonth(words: readonly string[], { date: today }: Today): LocalDate | undefined {
  const at = words.indexOf('of');
  if (words.at(-1) !== 'month' || at < 1) return undefined;
  const ahead = { next: 1, this: 0 }[words[at + 1] ?? ''];
  return dayOfMonth(words.slice(0, at), ahead === undefined ? today : firstOfMonth(today, ahead));
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
