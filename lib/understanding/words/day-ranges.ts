import type { LocalDate } from '../../scheduling/calendar.ts';
import { addDays, weekdayOf } from '../../scheduling/time.ts';
import { phraseList } from '../../word-lists.ts';
import { type Days, type Today, unclear } from '../day.ts';
import { holidayNamed } from './holidays.ts';
import { isNegation, splitNegation } from './negation.ts';
import { duration, oneDay } from './one-day.ts';
import { ordinalOf } from './plain-words.ts';
import { comingWeekday, mondayOf, weekdayNamed, weekdaysNamed } from './weekday.ts';
import { monthNamed, periodOf, within } from './weeks-and-months.ts';

const SOONEST: ReadonlySet<string> = new Set(
  phraseList(`
  earliest, soonest, asap, whenever, anytime, any, anyday, first available, next available, first, next,
  any day, as soon as possible, as early as possible, soon as possible, soon, right away, immediately,
  earliest available, soonest available, earliest possible, first possible, first opening, next opening,
  earliest opening, no preference, doesn't matter, don't care, flexible, all, available, whatever,
  whatever have, whatever available, whichever, next available day, first available day
`),
);

/**
 * Reads words for several days: `next week`, `Tuesday or Wednesday`, `after Wednesday`. Undefined for any other
 * words.
 */
export async function rangeOf(words: readonly string[], today: Today): Promise<Days | undefined> {
  const text = words.filter((word) => word !== 'the').join(' ');
  if (text === '' || SOONEST.has(text) || isWhenever(words)) return open(today.date);
  const period =
    periodOf(text.replace(/^any (?:day )?(?=\w)/, ''), today) ??
    nextDays(words, today) ??
    ofAnyWeek(words, today) ??
    listOf(words, today);
  if (period !== undefined) return period;
  return (
    (await without(words, today)) ??
    (await weekOf(words, today)) ??
    (await pairOf(words, today)) ??
    (await halfOpen(words, today))
  );
}

/** True for `whenever you have something`, but not for `whenever next week`. */
const isWhenever = ([first, ...rest]: readonly string[]): boolean =>
  first === 'whenever' &&
  !rest.some(
    (word) =>
      DAY_WORDS.has(word) ||
      isNegation(word) ||
      /\d/.test(word) ||
      weekdayNamed(word) !== undefined ||
      monthNamed(word) !== undefined,
  );

const DAY_WORDS: ReadonlySet<string> = new Set(
  phraseList(`
  today, tomorrow, next, this, before, after, by, until, from, week, weeks, weekend, weekday, weekdays,
  weekends, month, months, day, days
`),
);

type Range = Extract<Days, { readonly kind: 'range' }>;

const open = (from: LocalDate): Range => ({ kind: 'range', from, certain: true });

/** `few` and `several` count as this many days. */
const FEW_DAYS = '3';

/** Reads `next few days`, `within 3 days`, `in the next two weeks`. */
function nextDays(words: readonly string[], today: Today): Days | undefined {
  const plain = words.filter((word) => word !== 'the' && word !== 'in');
  const [first, ...rest] = plain.filter((word, index) => index === 0 || word !== 'next');
  if (first !== 'next' && first !== 'within') return undefined;
  const counted = rest[0] === 'week' ? ['a', ...rest] : rest;
  const count = duration(counted.map((word) => (word === 'few' || word === 'several' ? FEW_DAYS : word)));
  return count?.rest.length === 0 ? within(today.date, addDays(today.date, count.days), today) : undefined;
}

/** These words may stand between listed weekdays. */
const LISTING: readonly string[] = ['or', 'and', 'the', 'on', 'either'];

/** Reads weekdays of any week, including the weekend: `Thursdays or weekends`. */
function ofAnyWeek(words: readonly string[], today: Today): Days | undefined {
  const named = words.filter((word) => !LISTING.includes(word));
  const isWeekday = (word: string) => weekdayNamed(word) !== undefined;
  const isListed = named.every((word) => isWeekday(word) || WEEK_PARTS.has(word));
  const weekdays = isListed && !named.every(isWeekday) ? weekdaysNamed(named.join(' ')) : undefined;
  if (weekdays === undefined || named.length < 2) return undefined;
  return { ...open(today.date), except: (date) => !weekdays.has(weekdayOf(date)) };
}

const WEEK_PARTS: ReadonlySet<string> = new Set(['weekday', 'weekdays', 'weekend', 'weekends']);

/** Reads three or more weekdays: `Monday, Wednesday or Friday`. */
function listOf(words: readonly string[], today: Today): Days | undefined {
  const named = words.filter((word) => word !== 'or' && word !== 'and').map(weekdayNamed);
  const dates = named.flatMap((day) => (day === undefined ? [] : comingWeekday(day, today))).sort();
  const [from, to] = [dates[0], dates.at(-1)];
  if (dates.length < Math.max(3, named.length) || from === undefined) return undefined;
  return { kind: 'range', from, to, only: dates, certain: true };
}

/** Reads `not tomorrow`, `any day but Tuesday`, `next week except Friday`. */
async function without(words: readonly string[], today: Today): Promise<Days | undefined> {
  const split = splitNegation(words);
  if (split === undefined) return undefined;
  const base = await rangeOf(
    split.said.filter((word) => word !== 'every'),
    today,
  );
  if (base?.kind !== 'range') return unclear;
  const excluded = split.excluded.join(' ');
  const period = /^(?:this|next) /.test(excluded) ? periodOf(excluded, today) : undefined;
  if (period?.kind === 'range' && period.to !== undefined) {
    const { from, to } = period;
    return { ...base, except: (date) => base.except?.(date) || (date >= from && date <= to) };
  }
  const day = await oneDay(split.excluded, today);
  if (day?.kind === 'date' && split.excluded.every((word) => weekdayNamed(word) === undefined))
    return { ...base, except: (date) => base.except?.(date) || date === day.date };
  const isListed = split.excluded.every((word) => LINKS.includes(word) || weekdaysNamed(word) !== undefined);
  const weekdays = isListed ? weekdaysNamed(split.excluded.join(' ')) : undefined;
  if (weekdays === undefined) return unclear;
  return { ...base, except: (date) => base.except?.(date) || weekdays.has(weekdayOf(date)) };
}

const WEEKS_FROM: ReadonlyMap<string | undefined, number> = new Map([
  ['of', 0],
  ['before', -7],
  ['after', 7],
]);

/** Reads a calendar week: `week of the 7th`, `week after Thanksgiving`, `Thanksgiving week`. */
async function weekOf(words: readonly string[], today: Today): Promise<Days | undefined> {
  const [first, second, ...rest] = words[0] === 'the' ? words.slice(1) : words;
  const holiday = words.at(-1) === 'week' ? holidayNamed(words.slice(0, -1), today) : undefined;
  const ahead = first === 'week' ? WEEKS_FROM.get(second) : undefined;
  const week = (day: LocalDate): Days => within(mondayOf(day), addDays(mondayOf(day), 6), today);
  if (holiday !== undefined) return week(holiday);
  return ahead === undefined ? undefined : await bounded(rest, today, (day) => week(addDays(day, ahead)));
}

const LINKS: readonly string[] = ['or', 'and', 'to', 'through', 'thru', 'until', 'till', '-', 'between'];

/** Reads `Tuesday or Wednesday`, `between Tuesday and Thursday`, `Monday to Friday`. */
async function pairOf(words: readonly string[], today: Today): Promise<Days | undefined> {
  const spread = words.flatMap((word) => {
    const halves = word.split('-');
    const isPair =
      halves.length === 2 && halves.every((half) => weekdayNamed(half) ?? /^\d{1,2}$/.test(half));
    return isPair ? [halves[0] ?? '', '-', halves[1] ?? ''] : [word];
  });
  const [start, ...rest] = spread;
  const opens = start === 'between' || start === 'from' || start === 'either';
  const said = opens ? rest : spread;
  const at = said.findIndex((word, index) => index > 0 && LINKS.includes(word));
  const link = said[at];
  if (at < 1 || link === undefined) return undefined;
  const { left, right } = shared(said.slice(0, at), said.slice(at + 1));
  const [first, second] = [await oneDay(left, today), await oneDay(right, today)];
  if (first?.kind !== 'date' || second?.kind !== 'date') return undefined;
  const choice = link === 'or' || (link === 'and' && start !== 'between');
  return joined(first.date, second.date, choice, first.certain && second.certain);
}

/**
 * Gives each of two days what was said of both: `Monday or Tuesday next week`, `November 24 to 27`, `next Monday or
 * Tuesday`, `tomorrow or the day after`.
 */
function shared(left: readonly string[], right: readonly string[]) {
  if (/^(?:the )?day after$/.test(right.join(' '))) return { left, right: [...right, ...left] };
  const [only = ''] = right;
  const end = right.slice(1);
  const isEndOfBoth = /^(?:of|in|next week|this week|after next|week after next)\b/.test(end.join(' '));
  const last = left.at(-1);
  const isOpen = weekdayNamed(last) !== undefined || ordinalOf(left.slice(-1)) !== undefined;
  if (isEndOfBoth && isOpen) return { left: [...left, ...end], right };
  if (left[0] === 'next' && right.length === 1 && weekdayNamed(only) !== undefined)
    return { left, right: ['next', only] };
  const isNumber =
    right.length === 1 && /^\d{1,2}$/.test(only) && left.some((word) => monthNamed(word) !== undefined);
  return isNumber ? { left, right: [...left.filter((word) => !/\d/.test(word)), only] } : { left, right };
}

function joined(first: LocalDate, second: LocalDate, choice: boolean, certain: boolean): Days {
  if (choice) {
    const [from, to] = first < second ? [first, second] : [second, first];
    const named = from === to ? [from] : [from, to];
    return { kind: 'range', from, to, certain, ...(addDays(from, 1) < to ? { only: named } : {}) };
  }
  // `Friday to Monday`, said on a Sunday, ends on the Monday after that Friday.
  return { kind: 'range', from: first, to: second < first ? addDays(second, 7) : second, certain };
}

const AFTER: readonly string[] = ['after', 'past', 'later than'];
const FROM: readonly string[] = ['from', 'starting', 'beginning', 'since'];

/** Reads `after Wednesday`, `from the 24th on`, `Wednesday or later`, `before Friday`, `by Friday`. */
async function halfOpen(words: readonly string[], today: Today): Promise<Days | undefined> {
  const [first = '', ...rest] = words;
  if (AFTER.includes(first)) return await bounded(rest, today, (day) => open(addDays(day, 1)));
  if (first === 'before') return await bounded(rest, today, (day) => upTo(addDays(day, -1), today));
  if (first === 'by' || first === 'until') return await bounded(rest, today, (day) => upTo(day, today));
  const tail = words.slice(-2).join(' ');
  if (tail === 'or later' || tail === 'or after') return await bounded(words.slice(0, -2), today, open);
  const onwards = ['onwards', 'onward', 'forward'].includes(words.at(-1) ?? '');
  if (onwards)
    return await bounded(FROM.includes(first) ? rest.slice(0, -1) : words.slice(0, -1), today, open);
  return FROM.includes(first) ? await bounded(rest, today, open) : undefined;
}

async function bounded(
  words: readonly string[],
  today: Today,
  toDays: (date: LocalDate) => Days,
): Promise<Days | undefined> {
  const day = await oneDay(words, today);
  return day?.kind === 'date'
    ? { ...toDays(day.date), ...(day.certain ? {} : { certain: false }) }
    : undefined;
}

const upTo = (to: LocalDate, { date }: Today): Days =>
  to < date ? { kind: 'date', date: to, certain: true } : { kind: 'range', from: date, to, certain: true };
