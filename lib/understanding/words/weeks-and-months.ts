import type { LocalDate } from '../../scheduling/calendar.ts';
import { addDays, weekdayOf } from '../../scheduling/time.ts';
import type { Days, Today } from '../day.ts';
import { mondayOf } from './weekday.ts';

/** Starts the period at the first day that is not over. A period in the past stays as it is. */
export function within(from: LocalDate, to: LocalDate, { date }: Today): Days {
  return { kind: 'range', from: from < date && to >= date ? date : from, to, certain: true };
}

const partsOfWeek: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['', [0, 6]],
  ['early', [0, 1]],
  ['beginning of', [0, 1]],
  ['start of', [0, 1]],
  ['middle of', [1, 3]],
  ['mid', [1, 3]],
  ['later', [0, 6]],
  ['late', [3, 4]],
  ['end of', [3, 4]],
  ['rest of', [0, 6]],
  ['early in', [0, 1]],
  ['later in', [0, 6]],
  ['late in', [3, 4]],
]);

const weeks: ReadonlyMap<string, number> = new Map([
  ['last week', -1],
  ['this week', 0],
  ['week', 0],
  ['next week', 1],
  ['following week', 1],
  ['week after next', 2],
]);

/** Reads weeks, weekends, months and their parts. Undefined for any other words. */
export function periodOf(text: string, today: Today): Days | undefined {
  const monday = mondayOf(today.date);
  for (const [name, count] of weeks) {
    const part = text.endsWith(name) ? partsOfWeek.get(text.slice(0, -name.length).trim()) : undefined;
    if (part === undefined || (name === 'week' && text === 'week')) continue;
    const first = addDays(monday, count * 7);
    const [from, to] = [addDays(first, part[0]), addDays(first, part[1])];
    const isOver = name === 'week' && to < today.date;
    return isOver ? within(addDays(from, 7), addDays(to, 7), today) : within(from, to, today);
  }
  if (/^weekdays?$/.test(text))
    return { kind: 'range', from: today.date, certain: true, except: (date) => isWeekend(date) };
  if (text === 'weekends')
    return { kind: 'range', from: today.date, certain: true, except: (date) => !isWeekend(date) };
  if (/^(?:(?:over|this|coming|this coming) )?weekend$/.test(text))
    return within(addDays(monday, 5), addDays(monday, 6), today);
  if (text === 'weekend after next') return within(addDays(monday, 19), addDays(monday, 20), today);
  if (text === 'next weekend') {
    // On a weekday, people mean either the coming weekend or the one after.
    return {
      kind: 'range',
      from: addDays(monday, 12),
      to: addDays(monday, 13),
      certain: weekdayOf(today.date) === 'sunday',
    };
  }
  return monthPart(text, today);
}

const isWeekend = (date: LocalDate): boolean => ['saturday', 'sunday'].includes(weekdayOf(date));

/** The named weeks of a month begin this many days after its first day. */
const WEEKS_OF_MONTH: ReadonlyMap<string, number> = new Map([
  ['first week of', 0],
  ['second week of', 7],
  ['third week of', 14],
]);

/** The beginning and the end of a month have this many days. */
const TEN_DAYS = 10;

/** Reads `next month`, `in December`, `end of the month`, `early January`. */
function monthPart(text: string, today: Today): Days | undefined {
  const [, part = '', name = ''] = /^(?:in )?(?:(.+?) )??(?:in )?((?:this |next )?\w+)$/.exec(text) ?? [];
  // The bare word is not a period: `a month`.
  if (name === 'month' && part === '') return undefined;
  const ahead = monthsAhead(name, today.date);
  const days = ahead === undefined ? undefined : partOfMonth(part, ahead, today);
  const isOver = name === 'month' && days?.kind === 'range' && (days.to ?? today.date) < today.date;
  return isOver ? partOfMonth(part, 1, today) : days;
}

/** Returns how many months from now a month is: the present one or the next of that name. */
export function monthsAhead(name: string, date: LocalDate): number | undefined {
  if (name === 'month' || name === 'this month') return 0;
  if (name === 'next month') return 1;
  const month = monthNamed(name);
  return month === undefined ? undefined : (month - Number(date.slice(5, 7)) + 12) % 12;
}

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Returns the number of a month, from 1, by its name or the beginning of the name. */
export function monthNamed(word: string | undefined): number | undefined {
  const index =
    word === undefined || word.length < 3 ? -1 : months.findIndex((name) => name.startsWith(word));
  return index === -1 ? undefined : index + 1;
}

function partOfMonth(part: string, ahead: number, today: Today): Days | undefined {
  const first = firstOfMonth(today.date, ahead);
  const last = addDays(firstOfMonth(today.date, ahead + 1), -1);
  const week = WEEKS_OF_MONTH.get(part);
  if (week !== undefined) return within(addDays(first, week), addDays(first, week + 6), today);
  switch (part) {
    case 'last week of':
      return within(addDays(last, -6), last, today);
    case '':
    case 'rest of':
      return within(first, last, today);
    case 'end of':
    case 'late':
      return within(addDays(last, 1 - TEN_DAYS), last, today);
    case 'beginning of':
    case 'start of':
    case 'early':
      return within(first, addDays(first, TEN_DAYS - 1), today);
    case 'middle of':
    case 'mid':
      return within(addDays(first, TEN_DAYS), addDays(last, -TEN_DAYS), today);
    default:
      return undefined;
  }
}

/** Returns the first day of the month that is so many months ahead. */
export function firstOfMonth(date: LocalDate, ahead: number): LocalDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + ahead;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
