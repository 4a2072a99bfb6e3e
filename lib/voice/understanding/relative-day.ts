import type { LocalDate } from '../../scheduling/calendar.ts';
import { addDays } from '../../scheduling/local-date.ts';
import { type Days, dateOf, type Today } from './day-context.ts';
import { comingWeekday, mondayOf, nextWeekday, weekdayFrom, weekdayNamed } from './weekday.ts';
import { numberOf } from './words.ts';

/**
 * Days relative to today: `tomorrow`, `in 3 days`, `a week from Tuesday`, weekdays. Undefined for any other words.
 */
export function relativeDay(words: readonly string[], today: Today): Days | undefined {
  const [first, ...rest] = words;
  if (words.length === 1 && first !== undefined) return named(first, today);
  if (words.join(' ') === 'day after tomorrow' || words.join(' ') === 'the day after tomorrow') {
    return dateOf(addDays(today.date, 2));
  }
  if (first === 'today' || first === 'tomorrow') return named(words[1] === 'itself' ? first : '', today);
  if (first === 'later' && words[1] === 'today') return named('today', today);
  if (first === 'in') return counted(rest, today.date);
  return counted(words, today.date) ?? weeksFrom(words, today) ?? qualifiedWeekday(words, today);
}

function named(word: string, today: Today): Days | undefined {
  if (word === 'today' || word === 'now' || word === 'tonight') return dateOf(today.date);
  if (word === 'yesterday') return dateOf(addDays(today.date, -1));
  if (word === 'tomorrow') return dateOf(addDays(today.date, 1));
  const weekday = weekdayNamed(word);
  return weekday === undefined ? undefined : dateOf(comingWeekday(weekday, today));
}

const DAYS_OF: ReadonlyMap<string | undefined, number> = new Map([
  ['day', 1],
  ['days', 1],
  ['week', 7],
  ['weeks', 7],
]);

/** Days of `3 days`, `a week`, `a couple of weeks`; with the words after them. */
export function duration(
  words: readonly string[],
): { readonly days: number; readonly rest: readonly string[] } | undefined {
  const [first, ...more] = words;
  const count = numberOf(first === 'a' && more[0] === 'couple' ? more.shift() : first);
  if (more[0] === 'of') more.shift();
  const days = DAYS_OF.get(more[0]);
  return count === undefined || days === undefined ? undefined : { days: count * days, rest: more.slice(1) };
}

/** `3 days`, `3 days from now`. */
function counted(words: readonly string[], from: LocalDate): Days | undefined {
  const found = duration(words);
  if (found === undefined) return undefined;
  const after = found.rest.join(' ');
  return ['', 'from now', 'time', 'out', 'ahead', 'away'].includes(after)
    ? dateOf(addDays(from, found.days))
    : undefined;
}

/** `a week from Tuesday`, `two weeks from today`, `a week on Tuesday`, `Tuesday week`. */
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

/** `this Tuesday`, `next Tuesday`, `Tuesday next week`, `Tuesday after next`. */
function qualifiedWeekday(words: readonly string[], today: Today): Days | undefined {
  const weekday = words.map(weekdayNamed).find((day) => day !== undefined);
  if (weekday === undefined) return undefined;
  const others = words.filter((word) => weekdayNamed(word) === undefined);
  if (words.length - others.length > 1) return undefined;
  const said = others.join(' ');
  if (others.every((word) => THIS_WEEK.includes(word))) return dateOf(comingWeekday(weekday, today));
  if (said === 'next' || said === 'following') return nextWeekday(weekday, today);
  const monday = mondayOf(today.date);
  if (said === 'this week' || said === 'of this week') return dateOf(weekdayFrom(monday, weekday));
  if (said === 'next week' || said === 'of next week')
    return dateOf(weekdayFrom(addDays(monday, 7), weekday));
  const weekAfter = [
    'after next',
    'the after next',
    'week after next',
    'the week after next',
    'of the week after next',
  ];
  return weekAfter.includes(said) ? dateOf(weekdayFrom(addDays(monday, 14), weekday)) : undefined;
}
