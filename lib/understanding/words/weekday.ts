import { type LocalDate, type Weekday, weekdays } from '../../scheduling/calendar.ts';
import { addDays, weekdayFrom, weekdayOf } from '../../scheduling/time.ts';
import { phraseList } from '../../word-lists.ts';
import { type Days, dateOf, type Today } from '../day.ts';
import { splitNegation } from './negation.ts';
import { plainText } from './plain-words.ts';

const abbreviations: ReadonlyMap<string, Weekday> = new Map([
  ...weekdays.map((day): [string, Weekday] => [day, day]),
  ...weekdays.map((day): [string, Weekday] => [`${day}s`, day]),
  ...weekdays.map((day): [string, Weekday] => [day.slice(0, 3), day]),
  // A bad line may cut off the end of a word.
  ...weekdays.map((day): [string, Weekday] => [day.slice(0, -3), day]),
  ['weds', 'wednesday'],
  ['thur', 'thursday'],
]);

export const weekdayNamed = (word: string | undefined): Weekday | undefined =>
  word === undefined ? undefined : abbreviations.get(word);

const indexOf = (day: Weekday): number => weekdays.indexOf(day);

export const mondayOf = (date: LocalDate): LocalDate => addDays(date, -indexOf(weekdayOf(date)));

/** Returns the coming such weekday, which is today only while something can still start today. */
export function comingWeekday(day: Weekday, today: Today): LocalDate {
  return weekdayFrom(today.isOver ? addDays(today.date, 1) : today.date, day);
}

/**
 * Returns the weekday of the next calendar week. The day is uncertain if the nearest such weekday after today is
 * another one.
 */
export function nextWeekday(day: Weekday, today: Today): Days {
  const date = addDays(mondayOf(today.date), 7 + indexOf(day));
  const nearest = weekdayFrom(addDays(today.date, 1), day);
  return nearest === date ? dateOf(date) : { kind: 'date', date, certain: false, other: nearest };
}

const groups: ReadonlyMap<string, readonly Weekday[]> = new Map([
  ['weekday', weekdays.slice(0, 5)],
  ['weekdays', weekdays.slice(0, 5)],
  ['weekend', weekdays.slice(5)],
  ['weekends', weekdays.slice(5)],
]);

/**
 * Returns the weekdays that a text lists, without those that it rules out: `Monday and Wednesday`, `Mon-Thu`, `not
 * Friday`, `weekdays except Monday`. Undefined if the text names none, or rules out all.
 */
export function weekdaysNamed(text: string): ReadonlySet<Weekday> | undefined {
  const words =
    plainText(text)
      .replace(/\bbetween (\w+) and (\w+)/g, '$1 to $2')
      .match(/[a-z']+|-/g) ?? [];
  const { said, excluded } = splitNegation(words) ?? { said: words, excluded: [] };
  const [named, after] = [listed(said), listed(excluded)];
  // After `not Monday`, other words may favor another day.
  if (after.length > 0 && !excluded.every(isListWord)) return undefined;
  // `Tuesday doesn't work` rules out what comes first.
  const ruledOut = after.length === 0 && said.length < words.length ? named : after;
  const wanted = named === ruledOut || named.length === 0 ? weekdays : named;
  const left = ruledOut.length + named.length === 0 ? [] : wanted.filter((day) => !ruledOut.includes(day));
  return left.length === 0 ? undefined : new Set(left);
}

const LIST_WORDS: ReadonlySet<string> = new Set(
  phraseList(`
  or, and, do, on, i, the, any, please
`),
);
const isListWord = (word: string): boolean =>
  LIST_WORDS.has(word) || spans.has(word) || groups.has(word) || weekdayNamed(word) !== undefined;

function listed(words: readonly string[]): readonly Weekday[] {
  return words.flatMap((word, place) => {
    const day = weekdayNamed(word);
    if (day === undefined) return groups.get(word) ?? [];
    const last = spans.has(words[place + 1] ?? '') ? weekdayNamed(words[place + 2]) : undefined;
    const days = [day];
    for (let next = day; last !== undefined && next !== last; next = after(next)) days.push(next);
    return days;
  });
}

const spans: ReadonlySet<string> = new Set(['-', 'to', 'through', 'thru', 'until', 'till']);

const after = (day: Weekday): Weekday => weekdays[(indexOf(day) + 1) % weekdays.length] ?? 'monday';
