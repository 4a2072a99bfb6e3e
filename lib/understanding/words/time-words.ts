import { phraseList } from '../../word-lists.ts';
import { clockWords } from './clock-words.ts';
import { isNegation } from './negation.ts';
import { weekdayNamed } from './weekday.ts';
import { monthNamed } from './weeks-and-months.ts';

/** These words start or form a time after a day: `Tuesday morning`, `tomorrow at 9`. */
const parts: ReadonlySet<string> = new Set(
  phraseList(`
  morning, afternoon, evening, night, noon, midday, midnight, mornings, afternoons, evenings
`),
);
const PREPOSITIONS: readonly string[] = [
  ...['at', 'around', 'by', 'after', 'before', 'until', 'till', 'from', 'between', 'in'],
];

export interface SplitWords {
  readonly days: readonly string[];
  /** Undefined if there are no words for a time. */
  readonly time?: string | undefined;
  /** These words come before those for the time. */
  readonly before?: readonly string[] | undefined;
}

/** Separates the words for a day from those for the time. */
export function splitTime(words: readonly string[]): SplitWords {
  if (words.includes('tonight'))
    return { days: words.map((word) => (word === 'tonight' ? 'today' : word)), time: 'evening' };
  const start = words.findIndex((_, index) => beginsTime(words, index));
  if (start === -1) return { days: words };
  const end = endOfTime(words, start);
  const time = words.slice(start, end).filter((word, index) => index > 0 || word !== 'at');
  const days = [...words.slice(0, start), ...words.slice(end)].map((word, _, all) =>
    word === 'this' && all.length === 1 ? 'today' : word,
  );
  return { days, time: time.join(' '), before: words.slice(0, start) };
}

function beginsTime(words: readonly string[], index: number): boolean {
  const [word = '', next = '', after = ''] = words.slice(index);
  if (isNegation(word)) return beginsTime(words, index + 1);
  if (word === 'earlier' || word === 'later') return next === 'than' && isClock(after);
  if (word === 'same') return index > 0 && next !== 'day' && next !== 'week';
  if (word === 'as') return (next === 'early' || next === 'late') && words.some(isDay);
  if (SPAN.test(word)) return index > 0 && monthNamed(words[index - 1]) === undefined;
  if (word === 'in' && next === 'the' && parts.has(after)) return true;
  if (PREPOSITIONS.includes(word) && word !== 'in')
    return isClock(next === 'a' ? after : next) && (word === 'at' || isTimed(words, index));
  if ((word === 'late' || word === 'early' || word === 'mid') && parts.has(next)) return true;
  return (
    parts.has(word) ||
    isWrittenClock(word) ||
    (isClock(word) && (isHalf(next) || next === 'past')) ||
    (word === 'first' && next === 'thing')
  );
}

/**
 * True if words after a preposition are certainly a time: `after 3 pm`, `between 8 and 10`, but not `after 3 days`.
 */
function isTimed(words: readonly string[], index: number): boolean {
  const [word, first = '', second = ''] = words.slice(index);
  if (isWrittenClock(first) || parts.has(first) || isHalf(second) || second === "o'clock") return true;
  const unit = /^(?:days?|weeks?|months?)$/.test(second);
  return !unit && (word === 'between' ? second === 'and' : index > 0);
}

/** True if words beside a time don't change its meaning: `I am home`, `the technician should come`. */
export const leavesTime = (words: readonly string[]): boolean =>
  words.every(
    (word) => PRESENCE.has(word) || isDay(word) || monthNamed(word) !== undefined || /^\d/.test(word),
  );

const PRESENCE: ReadonlySet<string> = new Set(
  phraseList(`
  home, here, there, in, free, available, come, start, the, a, an, technician, someone, somebody,
  should, have, am, any, anytime, day, days, week, this, that, of, want, need, looking, if, possible,
  early, late, my, as
`),
);

/** True if some of the days are cut off, so that a time said with them may be the limit: `from Monday morning on`. */
export const cutsDays = ({ days, before = [] }: SplitWords): boolean =>
  days.some((word) => CUTS.has(word)) || before.some(isNegation);

const CUTS: ReadonlySet<string> = new Set(
  phraseList(`
  before, after, until, till, by, from, since, starting, beginning
`),
);

const isHalf = (word: string): boolean => /^[ap]\.?m\.?$/.test(word);
const isWrittenClock = (word: string): boolean =>
  /^\d{1,2}:\d\d(?:[ap]\.?m\.?)?$/.test(word) || /^\d{1,2}[ap]\.?m\.?$/.test(word);
const isClock = (word: string): boolean =>
  isWrittenClock(word) || parts.has(word) || /^\d{1,2}$/.test(word) || CLOCK_WORDS.has(word);

const CLOCK_WORDS: ReadonlySet<string> = new Set(clockWords);

/** Matches `9-11` and `9am-11am`. */
const SPAN = /^\d{1,2}(?::\d\d)?(?:[ap]m)?-\d{1,2}(?::\d\d)?(?:[ap]m)?$/;

/** Returns where a time ends: at the end of the text, or at the words that start a day. */
function endOfTime(words: readonly string[], start: number): number {
  const day = words.findIndex((word, index) => index > start && isDay(word));
  // In `the afternoon but not Wednesday`, only the day is ruled out.
  return day === -1
    ? words.length
    : words.findLastIndex((word, index) => index < day && !isNegation(word)) + 1;
}

const isDay = (word: string): boolean =>
  ['today', 'tomorrow', 'next', 'this'].includes(word) || weekdayNamed(word) !== undefined;
