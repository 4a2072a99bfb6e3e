import type { LocalDate } from '../../scheduling/calendar.ts';
import { addDays, weekdayOf } from '../../scheduling/local-date.ts';
import type { Days, Today } from './day-context.ts';
import { mondayOf, weekdayNamed } from './weekday.ts';

type OneDay = (words: readonly string[]) => Promise<Days | undefined>;

const SOONEST: ReadonlySet<string> = new Set([
  ...[
    'earliest',
    'soonest',
    'asap',
    'whenever',
    'anytime',
    'any',
    'anyday',
    'first available',
    'next available',
  ],
  ...[
    'first',
    'next',
    'any day',
    'as soon as possible',
    'soon as possible',
    'soon',
    'right away',
    'immediately',
  ],
  ...[
    'earliest available',
    'soonest available',
    'earliest possible',
    'first possible',
    'first opening',
    'next opening',
  ],
  ...[
    'earliest opening',
    'no preference',
    "doesn't matter",
    "don't care",
    'flexible',
    'any weekday',
    'all',
    'available',
  ],
]);

/** Words for several days: `next week`, `Tuesday or Wednesday`, `after Wednesday`. Undefined for any others. */
export async function rangeOf(
  words: readonly string[],
  today: Today,
  oneDay: OneDay,
): Promise<Days | undefined> {
  const text = words.filter((word) => word !== 'the').join(' ');
  if (text === '' || SOONEST.has(text)) return open(today.date);
  const period = periodOf(text, today);
  return period ?? (await pairOf(words, oneDay)) ?? (await halfOpen(words, today, oneDay));
}

const open = (from: LocalDate): Days => ({ kind: 'range', from, certain: true });

/** From the first day that is not over yet; a period that is over altogether is open to no question. */
function within(from: LocalDate, to: LocalDate, { date }: Today): Days {
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
]);

const weeks: ReadonlyMap<string, number> = new Map([
  ['this week', 0],
  ['week', 0],
  ['next week', 1],
  ['following week', 1],
  ['week after next', 2],
]);

function periodOf(text: string, today: Today): Days | undefined {
  const monday = mondayOf(today.date);
  for (const [name, count] of weeks) {
    const part = text.endsWith(name) ? partsOfWeek.get(text.slice(0, -name.length).trim()) : undefined;
    if (part === undefined || (name === 'week' && text === 'week')) continue;
    const first = addDays(monday, count * 7);
    return within(addDays(first, part[0]), addDays(first, part[1]), today);
  }
  if (text === 'this weekend' || text === 'weekend')
    return within(addDays(monday, 5), addDays(monday, 6), today);
  if (text === 'next weekend') {
    // Said on a weekday, people mean either the coming one or the one after.
    return {
      kind: 'range',
      from: addDays(monday, 12),
      to: addDays(monday, 13),
      certain: weekdayOf(today.date) === 'sunday',
    };
  }
  return monthPart(text, today);
}

/** Days of a month that its end and its beginning have. */
const TEN_DAYS = 9;

function monthPart(text: string, today: Today): Days | undefined {
  const ahead = text.endsWith('next month')
    ? 1
    : text.endsWith('this month') || text.endsWith('month')
      ? 0
      : undefined;
  if (ahead === undefined) return undefined;
  const part = text.replace(/(?:this |next )?month$/, '').trim();
  const first = firstOfMonth(today.date, ahead);
  const last = addDays(firstOfMonth(today.date, ahead + 1), -1);
  if (part === '' && text !== 'month') return within(first, last, today);
  if (part === 'end of' || part === 'late') return within(addDays(last, -TEN_DAYS), last, today);
  if (part === 'beginning of' || part === 'start of' || part === 'early')
    return within(first, addDays(first, TEN_DAYS), today);
  if (part === 'middle of' || part === 'mid')
    return within(addDays(first, TEN_DAYS + 1), addDays(last, -TEN_DAYS - 1), today);
  return part === 'rest of' ? within(first, last, today) : undefined;
}

function firstOfMonth(date: LocalDate, ahead: number): LocalDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + ahead;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

const LINKS: readonly string[] = ['or', 'and', 'to', 'through', 'thru', 'until', 'till', '-', 'between'];

/** `Tuesday or Wednesday`, `between Tuesday and Thursday`, `Monday to Friday`. */
async function pairOf(words: readonly string[], oneDay: OneDay): Promise<Days | undefined> {
  const spread = words.flatMap((word) => {
    const halves = word.split('-');
    return halves.length === 2 && halves.every((half) => weekdayNamed(half))
      ? [halves[0] ?? '', '-', halves[1] ?? '']
      : [word];
  });
  const [start, ...rest] = spread;
  const opens = start === 'between' || start === 'from' || start === 'either';
  const said = opens ? rest : spread;
  const at = said.findIndex((word, index) => index > 0 && LINKS.includes(word));
  const link = said[at];
  if (at < 1 || link === undefined) return undefined;
  const first = await oneDay(said.slice(0, at));
  const second = await oneDay(said.slice(at + 1));
  if (first?.kind !== 'date' || second?.kind !== 'date') return undefined;
  const choice = link === 'or' || (link === 'and' && start !== 'between');
  return joined(first.date, second.date, choice, first.certain && second.certain);
}

function joined(first: LocalDate, second: LocalDate, choice: boolean, certain: boolean): Days {
  if (choice) {
    const [from, to] = first < second ? [first, second] : [second, first];
    const named = from === to ? [from] : [from, to];
    return { kind: 'range', from, to, certain, ...(addDays(from, 1) < to ? { only: named } : {}) };
  }
  // `Friday to Monday`, said on a Sunday: the Monday after that Friday.
  return { kind: 'range', from: first, to: second < first ? addDays(second, 7) : second, certain };
}

const AFTER: readonly string[] = ['after', 'past', 'later than'];
const FROM: readonly string[] = ['from', 'starting', 'beginning', 'since'];

/** `after Wednesday`, `from the 24th on`, `Wednesday or later`, `before Friday`, `by Friday`. */
async function halfOpen(words: readonly string[], today: Today, oneDay: OneDay): Promise<Days | undefined> {
  const [first = '', ...rest] = words;
  if (AFTER.includes(first)) return await bounded(rest, oneDay, (day) => open(addDays(day, 1)));
  if (first === 'before') return await bounded(rest, oneDay, (day) => upTo(addDays(day, -1), today));
  if (first === 'by' || first === 'until') return await bounded(rest, oneDay, (day) => upTo(day, today));
  const tail = words.slice(-2).join(' ');
  if (tail === 'or later' || tail === 'or after') return await bounded(words.slice(0, -2), oneDay, open);
  const onwards = ['onwards', 'onward', 'forward'].includes(words.at(-1) ?? '');
  if (onwards)
    return await bounded(FROM.includes(first) ? rest.slice(0, -1) : words.slice(0, -1), oneDay, open);
  return FROM.includes(first) ? await bounded(rest, oneDay, open) : undefined;
}

async function bounded(
  words: readonly string[],
  oneDay: OneDay,
  toDays: (date: LocalDate) => Days,
): Promise<Days | undefined> {
  const day = await oneDay(words);
  return day?.kind === 'date'
    ? { ...toDays(day.date), ...(day.certain ? {} : { certain: false }) }
    : undefined;
}

const upTo = (to: LocalDate, { date }: Today): Days =>
  to < date ? { kind: 'date', date: to, certain: true } : { kind: 'range', from: date, to, certain: true };
