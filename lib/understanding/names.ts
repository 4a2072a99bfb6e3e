import { normalized } from '../normalized.ts';
export interface PersonName {
  /** The name for the record: `Dana Miller`, `Mr. Miller`. */
  readonly name: string;
  /** Absent if it is uncertain which word is the first name. */
  readonly firstName?: string | undefined;
}

const titles: ReadonlySet<string> = new Set([
  ...[
    'mr',
    'mister',
    'mrs',
    'missus',
    'ms',
    'miss',
    'mx',
    'dr',
    'doctor',
    'prof',
    'professor',
    'sir',
    'madam',
    'rev',
  ],
  ...[
    'reverend',
    'father',
    'sister',
    'captain',
    'officer',
    'sergeant',
    'lady',
    'lord',
    'the',
    'herr',
    'frau',
    'senor',
  ],
]);
const suffixes: ReadonlySet<string> = new Set([
  'jr',
  'sr',
  'junior',
  'senior',
  'ii',
  'iii',
  'iv',
  'md',
  'phd',
  'esq',
]);

/** People say these words before a name. */
const LEAD_IN = /^(?:my name is|name is|name's|this is|it's|it is|i'm|i am)\s+/i;

/** Reads a name: `Miller, Dana`, `Dana M-I-L-L-E-R`. Undefined if the text has no letter. */
export function understandName(text: string): PersonName | undefined {
  const plain = normalized(text, 'NFC').replace(/\s+/g, ' ').trim().replace(LEAD_IN, '');
  const words = joinSpelled(
    inOrder(plain)
      .split(' ')
      .filter((word) => word !== ''),
  );
  const name = words.join(' ');
  if (!/\p{L}/u.test(name)) return undefined;
  const firstName = firstNameOf(words);
  return firstName === undefined ? { name } : { name, firstName };
}

/** Turns `Miller, Dana` into `Dana Miller`. A comma before a suffix doesn't change the order. */
function inOrder(text: string): string {
  const [last = '', first, ...more] = text.split(',').map((part) => part.trim());
  if (first === undefined || first === '' || more.length > 0) return [last, first, ...more].join(' ');
  return isOneOf(suffixes, first) ? `${last} ${first}` : `${first} ${last}`;
}

const isOneOf = (set: ReadonlySet<string>, word: string): boolean =>
  set.has(word.toLowerCase().replaceAll('.', ''));

/** Joins spelled letters, `M-I-L-L-E-R` or `M I L L E R`, into one word, which replaces the same word before them. */
function joinSpelled(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let spelling: string[] = [];
  const flush = () => {
    const letters = spelling.map(spelledWord).join('');
    // One or two letters are initials.
    if (letters.length >= 3) addSpelled(joined, letters);
    else joined.push(...spelling);
    spelling = [];
  };
  for (const word of words) {
    if (spelledWord(word) === undefined) {
      flush();
      joined.push(word);
    } else spelling.push(word);
  }
  flush();
  return joined;
}

/** Returns `M-I-L-L-E-R` without its dashes, or a letter on its own. */
function spelledWord(word: string): string | undefined {
  const letters = word.split(/[-.]/).filter((letter) => letter !== '');
  return letters.length > 0 && letters.every((letter) => /^\p{L}$/u.test(letter))
    ? letters.join('')
    : undefined;
}

function addSpelled(words: string[], letters: string): void {
  const word = `${letters.charAt(0).toUpperCase()}${letters.slice(1).toLowerCase()}`;
  // If a name is spoken and then spelled, the spelling is better.
  if (words.at(-1)?.charAt(0).toLowerCase() === word.charAt(0).toLowerCase() && words.length > 1) words.pop();
  words.push(word);
}

function firstNameOf(words: readonly string[]): string | undefined {
  const [first = '', ...rest] = words.filter((word) => !isOneOf(suffixes, word));
  if (isOneOf(titles, first) || rest.length === 0 || isOneOf(suffixes, first)) return undefined;
  return /^\p{L}[\p{L}\p{M}'’-]+$/u.test(first) ? first : undefined;
}

const MAX_SPOKEN = 40;
const MAX_WORDS = 4;

/**
 * Returns a stored name as it may go back to a model: letters, marks, spaces, `'`, `-` and `.`, at most 40
 * characters. Undefined if more than four words remain: such a text is not a name, and might be an instruction.
 */
export function speakableName(name: string): string | undefined {
  const words = name
    .replace(/[^\p{L}\p{M} '’.-]+/gu, ' ')
    .split(' ')
    .filter((word) => /\p{L}/u.test(word));
  if (words.length === 0 || words.length > MAX_WORDS) return undefined;
  return words.join(' ').slice(0, MAX_SPOKEN).toWellFormed().trim();
}
