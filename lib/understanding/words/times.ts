import { MINUTES_PER_DAY } from '../../scheduling/time.ts';
import {
  EVENING,
  MINUTES_PER_HOUR as HOUR,
  NOON,
  partSpans,
  partsOfDay,
} from '../../scheduling/time-of-day.ts';
import { phraseList } from '../../word-lists.ts';
import { clockOf, type SaidClock } from './clock-words.ts';
import { splitNegation } from './negation.ts';
import { wordsOf } from './plain-words.ts';

/** Says which start is requested, before the hours of the day are known. */
export type SaidTime =
  | { readonly kind: 'at'; readonly clock: SaidClock }
  /** The range has starts from the first to the last, both included. An absent end is open. */
  | {
      readonly kind: 'range';
      readonly from?: SaidClock | undefined;
      readonly to?: SaidClock | undefined;
      /** The range is wider at both ends by this many minutes. */
      readonly around?: number | undefined;
      readonly part?: string | undefined;
    }
  /** The day's first start is meant, or the starts of its last two hours. */
  | { readonly kind: 'first' }
  | { readonly kind: 'last' }
  | { readonly kind: 'any' }
  /** The start is so many minutes after that of another visit; earlier if negative. */
  | { readonly kind: 'compared'; readonly minutes: number }
  /** The words look like a time that doesn't exist. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'unclear' };

const at = (minute: number): SaidClock => ({ minute, isHalfOpen: false });

/** Describes a part of the day by its starts, the last one included. */
const part = (name: string, from: number, to: number): [string, SaidTime] => [
  name,
  { kind: 'range', from: at(from), to: at(to), part: name },
];

const parts: ReadonlyMap<string, SaidTime> = new Map([
  ...partsOfDay.map((name) => part(name, partSpans[name].from, partSpans[name].to - 1)),
  part('early morning', 0, 9 * HOUR + 29),
  part('late morning', 9 * HOUR + 30, NOON),
  part('mid morning', 9 * HOUR, 11 * HOUR),
  part('early afternoon', NOON, 14 * HOUR + 29),
  part('late afternoon', 14 * HOUR + 30, EVENING),
  part('mid afternoon', 14 * HOUR, 16 * HOUR),
  part('early evening', EVENING, 18 * HOUR + 59),
  part('late evening', 19 * HOUR, MINUTES_PER_DAY - 1),
]);

const samePart: ReadonlyMap<string, string> = new Map([
  ['mornings', 'morning'],
  ['am', 'morning'],
  ['afternoons', 'afternoon'],
  ['evenings', 'evening'],
  ['night', 'evening'],
  ['tonight', 'evening'],
  ['at night', 'evening'],
  ['early', 'early morning'],
  ['lunchtime', 'early afternoon'],
  ['lunch', 'early afternoon'],
]);

const phrases: ReadonlyMap<string, SaidTime> = new Map<string, SaidTime>([
  ...['first thing', 'first thing morning', 'as early as possible', 'first start', 'earliest', 'first'].map(
    (name): [string, SaidTime] => [name, { kind: 'first' }],
  ),
  ...['end of day', 'last thing', 'as late as possible', 'latest', 'late', 'late day', 'last'].map(
    (name): [string, SaidTime] => [name, { kind: 'last' }],
  ),
  ...phraseList(`
    any, anytime, any time, whenever, all day, flexible, no preference, doesn't matter, either, asap,
    as soon as possible, soonest, first available, next available, now, right now, right away, immediately
  `).map((name): [string, SaidTime] => [name, { kind: 'any' }]),
  ['', { kind: 'any' }],
  ['after lunch', { kind: 'range', from: at(13 * HOUR) }],
  ['pm', { kind: 'range', from: at(NOON) }],
  ['before lunch', { kind: 'range', to: at(NOON - 1) }],
]);

/** Reads the words that a caller or a model uses for a time of day. */
export function understandTime(text: string): SaidTime {
  const iso = /^\d{4}-\d\d-\d\d[T ](\d\d:\d\d)/i.exec(text.trim())?.[1];
  const words = wordsOf(iso ?? text);
  const plain = words.filter((word) => word !== 'the' && word !== 'in' && word !== 'that' && word !== 'this');
  // `that one` is no hour.
  const isPronoun = plain.length === 1 && plain[0] === 'one' && words.length > 1;
  const exact = isPronoun ? undefined : (exactTime(words) ?? exactTime(plain));
  if (exact !== undefined) return exact;
  const said = plain.join(' ');
  return (
    phrases.get(said) ??
    partOf(said) ??
    ruledOut(plain) ??
    rangeOf(plain.slice(plain.findIndex((word) => !ANY.has(word)))) ?? { kind: 'unclear' }
  );
}

/** Reads `morning`, `late afternoon-ish`. */
function partOf(words: string): SaidTime | undefined {
  const said = words.replace(/ ish$/, '');
  return parts.get(samePart.get(said) ?? said);
}

const ANY: ReadonlySet<string> = new Set(['any', 'anytime', 'anything', 'whenever', 'all', 'day']);

/** Reads `no mornings`, `any time but afternoons`. Undefined if nothing is ruled out. */
function ruledOut(words: readonly string[]): SaidTime | undefined {
  const split = splitNegation(words);
  if (split === undefined) return undefined;
  if (!split.said.every((word) => ANY.has(word))) return { kind: 'unclear' };
  return outside(understandTime(split.excluded.join(' ')));
}

/** Returns the time that a ruled-out range leaves: after the range if it begins the day, otherwise before it. */
function outside(said: SaidTime): SaidTime {
  if (said.kind !== 'range' || said.around !== undefined) return { kind: 'unclear' };
  const { from, to } = said;
  if (to !== undefined && (from === undefined || from.minute === 0))
    return { kind: 'range', from: { ...to, minute: to.minute + 1 } };
  if (from === undefined || (to !== undefined && said.part === undefined)) return { kind: 'unclear' };
  return { kind: 'range', to: { ...from, minute: from.minute - 1 } };
}

function exactTime(words: readonly string[]): SaidTime | undefined {
  if (words.length === 0) return undefined;
  const clock = clockOf(words[0] === 'at' ? words.slice(1) : words);
  if (clock === undefined) return undefined;
  return clock === 'invalid' ? { kind: 'invalid' } : { kind: 'at', clock };
}

const AFTER: ReadonlySet<string> = new Set(['after', 'later', 'from', 'past', 'since']);
const BEFORE: ReadonlySet<string> = new Set(['before', 'earlier', 'by', 'until', 'till']);
const AROUND: ReadonlySet<string> = new Set(['around', 'roughly', 'approximately', 'near', 'circa', 'ish']);
const LINKS: readonly string[] = ['and', 'to', '-', 'through', 'until', 'till', 'or'];

function rangeOf(words: readonly string[]): SaidTime | undefined {
  const [first = '', second, ...others] = words;
  const rest = second === 'than' ? others : words.slice(1);
  const opens = first === 'between' || first === 'from' || first === 'either' || AROUND.has(first);
  const pair = pairOf(opens ? rest : words);
  if (pair !== undefined) return pair;
  if (AFTER.has(first)) return betweenOf(rest) ?? bounded(rest, (from) => ({ kind: 'range', from }));
  const isLater = ['or later', 'or after'].includes(words.slice(-2).join(' '));
  if (isLater) return bounded(words.slice(0, -2), (from) => ({ kind: 'range', from }));
  if (BEFORE.has(first)) return bounded(rest, (to) => ({ kind: 'range', to: justBefore(to, first) }));
  if (AROUND.has(first)) return bounded(rest, around);
  const ish = /^(.+?)-?ish$/.exec(words.at(-1) ?? '')?.[1];
  return ish === undefined ? undefined : bounded([...words.slice(0, -1), ish], around);
}

/** Reads `10 but before 2` after an `after`. */
function betweenOf(words: readonly string[]): SaidTime | undefined {
  const end = words.findIndex((word, index) => index > 0 && (word === 'before' || word === 'by'));
  const word = words[end];
  if (word === undefined) return undefined;
  const [from, to] = [
    clockOf(words.slice(0, end).filter((one) => one !== 'and')),
    clockOf(words.slice(end + 1)),
  ];
  if (from === undefined || to === undefined) return undefined;
  if (from === 'invalid' || to === 'invalid') return { kind: 'invalid' };
  const both = sameHalf(from, to);
  return { kind: 'range', from: both.from, to: justBefore(both.to, word) };
}

const around = (clock: SaidClock): SaidTime => ({ kind: 'range', from: clock, to: clock, around: HOUR });

/** `before noon` and `until noon` exclude noon; `by noon` includes it. */
const justBefore = (clock: SaidClock, word: string): SaidClock =>
  word === 'by' ? clock : { ...clock, minute: clock.minute - 1 };

function bounded(words: readonly string[], toTime: (clock: SaidClock) => SaidTime): SaidTime | undefined {
  const clock = clockOf(words);
  if (clock === undefined) return undefined;
  return clock === 'invalid' ? { kind: 'invalid' } : toTime(clock);
}

/** Reads `8 and 10`, `8-10`, `8 to 10 am`, `afternoon or evening`. */
function pairOf(words: readonly string[]): SaidTime | undefined {
  const split = words
    .map((word) => word.replace(/-?ish$/, ''))
    .flatMap((word) => (/^[\d:apm.]+-[\d:apm.]+$/.test(word) ? word.split('-').toSpliced(1, 0, '-') : word));
  const link = split.findIndex((word, index) => index > 0 && LINKS.includes(word));
  if (link < 1) return undefined;
  const [first, last] = [split.slice(0, link), split.slice(link + 1)];
  const [one, other] = [partOf(first.join(' ')), partOf(last.join(' '))];
  if (one?.kind === 'range' && other?.kind === 'range') {
    const isInOrder = (one.from?.minute ?? 0) <= (other.from?.minute ?? 0);
    return { kind: 'range', from: isInOrder ? one.from : other.from, to: isInOrder ? other.to : one.to };
  }
  const [from, to] = [clockOf(first), clockOf(last)];
  if (from === undefined || to === undefined) return undefined;
  return from === 'invalid' || to === 'invalid'
    ? { kind: 'invalid' }
    : { kind: 'range', ...sameHalf(from, to) };
}

/** In `8 to 10 am`, AM or PM of the end applies to the start if the start is then earlier. */
function sameHalf(from: SaidClock, to: SaidClock): { readonly from: SaidClock; readonly to: SaidClock } {
  if (!from.isHalfOpen || to.isHalfOpen) return { from, to };
  const evening = at(from.minute + NOON);
  return { from: to.minute >= NOON && evening.minute <= to.minute ? evening : at(from.minute), to };
}
