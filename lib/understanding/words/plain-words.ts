import { normalized } from '../../normalized.ts';
import { numberWords, phraseList } from '../../word-lists.ts';
import { withBounds } from './negation.ts';

/** These words don't say which day or time is meant. */
const fillers = new Set(
  phraseList(`
  please, maybe, on, for, about, sometime, some, time, say, um, uh, well, ok, okay, yeah, yes, how, is,
  like, i'd, i'm, i, would, be, good, great, fine, works, work, me, let, let's, do, could, we, can, you,
  thanks, date, appointment, local, just, then, only, are, it, it's, we're, i'll, we'll, best, better,
  ideally, preferably, preferred, prefer, really, too, actually, make, hmm, sorry, instead, perhaps,
  probably, possibly, think, slot, window
`),
);

const numbers: ReadonlyMap<string, number> = new Map([
  ...numberWords.map((word, value): [string, number] => [word, value]),
  ['a', 1],
  ['an', 1],
  ['couple', 2],
]);

/** Returns the value of `two`, `a`, `couple` or `14`; undefined for other words. */
export function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  return /^\d{1,3}$/.test(word) ? Number(word) : numbers.get(word);
}

const ordinals: ReadonlyMap<string, number> = new Map([
  ...phraseList(`
    first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth,
    fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth
  `).map((word, index): [string, number] => [word, index + 1]),
  ['thirtieth', 30],
]);
const tens: ReadonlyMap<string, number> = new Map([
  ['twenty', 20],
  ['thirty', 30],
]);

/** Returns the day of a month in one or two words: `24th`, `twenty fourth`. A bare number does not count. */
export function ordinalOf(words: readonly string[]): number | undefined {
  const [first, second, ...more] = words;
  if (first === undefined || more.length > 0) return undefined;
  if (second !== undefined) {
    const ten = tens.get(first);
    const unit = ordinals.get(second);
    return ten === undefined || unit === undefined || unit > 9 ? undefined : ten + unit;
  }
  const digits = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(first)?.[1];
  return digits === undefined ? ordinals.get(first) : Number(digits);
}

const spellings: ReadonlyMap<string, string> = new Map([
  ...['tommorow', 'tommorrow', 'tomorow', 'tomorr', 'tmrw', 'tmw', '2morrow'].map(
    (word): [string, string] => [word, 'tomorrow'],
  ),
  ['overmorrow', 'day after tomorrow'],
  ['2moro', 'tomorrow'],
  ['tonite', 'tonight'],
  ['noonish', 'around noon'],
  ['wk', 'week'],
  ['thrusday', 'thursday'],
  ['wensday', 'wednesday'],
  ['wednesdsay', 'wednesday'],
]);

/** These substitutions run in this order. Each puts one word in place of several. */
const substitutions: readonly (readonly [RegExp, string])[] = [
  // These words rule nothing out: `why not at noon?`, `I don't mind mornings`, `not today but tomorrow`.
  [/\bwhy (?:not|don't (?:we|you))\b|\bcan't wait\b/g, ''],
  [/\b(?:no,? )?wait\b/g, ''],
  [/\b(?:don't|doesn't|wouldn't) (?:mind|care|matter)\b/g, ''],
  [
    /(?<!\b(?:any|anytime|anything|time|day|all|possible) )\bbut (?=(?:before|after|by|from|until|till|at)\b)/g,
    '',
  ],
  [/^not (?:[^,]+? but (?!not\b|any|every|all\b|other)|this week,? (?=next\b))/, ''],
  [/\bnot (?:just|only) \w+/g, 'any'],
  // People who are busy are not there.
  [
    /\b(?:busy|unavailable|tied up|working|(?:i|we|he|she|they) works?|at (?:work|school)|in (?:a meeting|meetings))\b/g,
    'not',
  ],
  [/\bout of (?:town|the (?:house|office))\b/g, 'not'],
  [/\b(?:i'm|we're|be) (?:away|out|gone)\b/g, 'not'],
  [/\b(?:other than|apart from|aside from|rather than|instead of)\b/g, 'except'],
  [/\bhumanly (?=possible\b)/g, ''],
  [/\bif (?:at all )?possible\b|\bif (?:you|we) can\b/g, ''],
  [/\bas (early|soon|late) as (?:you|we|i) can\b(?: make it| come)?/g, 'as $1 as possible'],
  [/\bthe (?:earlier|sooner) the better\b/g, 'as early as possible'],
  [/\bthe later the better\b/g, 'as late as possible'],
  [/\b(\w+day|morning|afternoon|evening|first|last|earliest|latest|early|late|noon) one\b/g, '$1'],
  [/^(.+) at (?:the )?latest$/, 'by $1'],
  [/^(.+) at (?:the )?(?:earliest|soonest)$/, 'from $1'],
  [/\bafter (?:i get off )?work\b/g, 'after 5 pm'],
  [/\b(?:when|once) (?:i'm|i am|i get|we get|we're|we are) home from work\b/g, 'after 5 pm'],
  [/\bbefore (?:i (?:go|leave) (?:to|for) )?work\b/g, 'before 9 am'],
  [/\bclose of business\b/g, 'late'],
  [/\bmorning,? (?:but )?not (?:too|so|very|super) early\b/g, 'late morning'],
  [/\bmid[- ]day\b/g, 'midday'],
  [/\b(?:around|over|during) (?:the |my )?lunch(?:[- ]?time| hour)?\b/g, 'lunchtime'],
  [/\bin the new year\b/g, "from new year's"],
  [/\bafter the holidays\b/g, "after new year's"],
  // A reason for a day or a time names other days or times.
  [/^((?:(?!,? (?:because|'?cause|cuz)\b).)*\w),? (?:because|'?cause|cuz)\b(?!.*\bso\b).*$/, '$1'],
  [
    /\b(before|after|until|till) (?:i|we|you|they|the \w+) (?:open|close|start|leave|finish|get (?:up|home|off)) at\b/g,
    '$1',
  ],
  [/\b(?:your )?(?:next|first|earliest|soonest) (?:available|open|free) (?=(?!week)\w+day\b)/g, ''],
  [
    /^(?:any|whatever|whichever) day (?:you|you're|youre|that|works?)\b(?!.*(?:\b(?:next|week|month|before|after|by)\b|\Bday\b)).*$/,
    'any day',
  ],
  [/\b(earliest|soonest|first) (?:that )?(?:you|you've|you guys) (?:got|have|can do)\b/g, '$1'],
  [/\b(today|tomorrow|tonight)'?s\b|\b(\w+day)'s\b/g, '$1$2'],
  [/\bon or after\b/g, 'from'],
  [/\bon or before\b/g, 'by'],
];

/**
 * Returns a text in lower case, with one word for what callers say in several. A `no` that only answers a question is
 * omitted.
 */
export function plainText(text: string): string {
  const plain = normalized(text, 'NFKC').toLowerCase().replace(/[’‘]/g, "'").replace(/[–—]/g, '-').trim();
  const answer = /\b(?:works|better|instead)\b/.test(plain)
    ? /^(?:no|nope|nah)(?=[ ,])/
    : /^(?:(?:actually|sorry|oh|well|um),? )*(?:no|nope|nah)(?=,)/;
  return substitutions.reduce(
    (changed, [words, word]) => changed.replace(words, word),
    plain.replace(answer, ''),
  );
}

/** Splits a text into lower-case words, without punctuation, fillers and typos. */
export function wordsOf(text: string): readonly string[] {
  const words = plainText(text)
    .split(/[\s,;!?()"]+/)
    .map((word) => word.replace(/[.:]$/, ''))
    .flatMap((word) => (spellings.get(word) ?? word).split(' '))
    .flatMap((word) => (/^[a-z]+-[a-z]+$/.test(word) ? word.split('-') : word))
    .filter((word) => word !== '' && !fillers.has(word));
  return withBounds(words);
}
