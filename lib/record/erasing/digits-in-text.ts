import { normalized } from '../../normalized.ts';

/** English and Spanish words for digits and numbers, as callers say phone numbers; Spanish ones without accents. */
const spanish: ReadonlyMap<string, string> = new Map([
  ...words('cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince'),
  ...words('dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres', 16),
  ...words('veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve', 24),
]);
const digitsByWord: ReadonlyMap<string, string> = new Map([
  ...words('zero one two three four five six seven eight nine'),
  ...words('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 10),
  ...['nought', 'naught', 'aught'].map((word): [string, string] => [word, '0']),
  ...spanish,
]);
const tensByWord: ReadonlyMap<string, string> = new Map(
  words('twenty thirty forty fifty sixty seventy eighty ninety', 2),
);
/** Tens that belong to the unit after "y". */
const spanishTens: ReadonlyMap<string, string> = new Map(
  words('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa', 2),
);
/** How many zeros follow a digit. */
const zerosByWord: ReadonlyMap<string, number> = new Map([
  ['hundred', 2],
  ['thousand', 3],
]);
const timesByWord: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);
/** A word that means zero only within a number: "oh", "o", "ohh". */
const zeroSound = /^o+h*$/;

/**
 * From how many digits on what follows a hundred takes its zeros' place: "eight hundred fifty-five five" may be 800 55 5 or
 * 855 5, "eight hundred five five five" 800 555 or 805 55.
 */
const ways = [Number.POSITIVE_INFINITY, 2, 1];

function words(text: string, first = 0): [string, string][] {
  return text.split(' ').map((word, index) => [word, String(first + index)]);
}

/** Whether a word repeats the digit after it. */
export const isTimes = (word = ''): boolean => timesByWord.has(word);

/** Whether a word is "hundred" or "thousand". */
export const isCount = (word: string): boolean => zerosByWord.has(word);

/** Whether a word joins the parts of a number: "hundred and five", "treinta y cinco". */
export const isLink = (word = ''): boolean => word === 'and' || word === 'y';

/** The digits that each of a text's figures and words stands for, in each way to read it. */
export const readingsOf = (words: readonly string[]): readonly (readonly string[])[] =>
  words.some((word) => zerosByWord.has(word))
    ? ways.map((least) => digitsOf(words, least))
    : [digitsOf(words, Number.POSITIVE_INFINITY)];

function digitsOf(words: readonly string[], least: number): readonly string[] {
  const isZero = zerosIn(words);
  let times = 1;
  return words.map((word, index) => {
    const repeated = timesByWord.get(word);
    if (repeated !== undefined) {
      times = repeated;
      return '';
    }
    const digits = (isZero.has(index) ? '0' : told(words, index, least)).repeat(times);
    times = 1;
    return digits;
  });
}

/** Which words are a zero by their sound: those in a row beside a number. */
function zerosIn(words: readonly string[]): ReadonlySet<number> {
  const zeros = new Set<number>();
  for (let first = 0; first < words.length; first += 1) {
    let end = first;
    while (zeroSound.test(words[end] ?? '')) end += 1;
    if (end === first) continue;
    if (isNumber(words[first - 1]) || isNumber(words[end]))
      for (let index = first; index < end; index += 1) zeros.add(index);
    first = end;
  }
  return zeros;
}

/**
 * All digits of a text in order, from figures and number words, ignoring everything between them. So a phone number
 * is found in any grouping, even across turns of a conversation. Several ways to read it are separated by spaces.
 */
export function digitsIn(text: string): string {
  const readings = readingsOf(tokensOf(normalText(text)).map(({ word }) => word));
  return [...new Set(readings.map((reading) => reading.join('')))].join(' ');
}

function told(words: readonly string[], index: number, least: number): string {
  const [word = '', after] = words.slice(index, index + 2);
  const zeros = zerosByWord.get(word);
  if (zeros !== undefined) {
    const taken = lengthAt(words, isLink(after) ? index + 2 : index + 1);
    return '0'.repeat(taken >= least && taken <= zeros ? zeros - taken : zeros);
  }
  const tens = tensByWord.get(word);
  if (tens !== undefined) return isUnit(after) ? tens : `${tens}0`;
  const spanishTen = spanishTens.get(word);
  if (spanishTen !== undefined)
    return after === 'y' && isUnit(words[index + 2]) ? spanishTen : `${spanishTen}0`;
  // "Once" is an English word as well.
  if (word === 'once' && !isSpanish(words[index - 1]) && !isSpanish(after)) return '';
  return digitsByWord.get(word) ?? (isFigures(word) ? word : '');
}

/** How many digits the number below a thousand has that is said at a word; 0 for a zero or another word. */
function lengthAt(words: readonly string[], index: number): number {
  const word = words[index] ?? '';
  if (tensByWord.has(word)) return 2;
  const digits = digitsByWord.get(word) ?? (isFigures(word) ? word : '');
  if (digits.startsWith('0')) return 0;
  return digits.length === 1 && words[index + 1] === 'hundred' ? 3 : digits.length;
}

const isFigures = (token: string): boolean => token >= '0' && token < ':';

const isSpanish = (word: string | undefined): boolean =>
  word !== undefined && word !== 'once' && (spanish.has(word) || spanishTens.has(word));

const isUnit = (token: string | undefined): boolean => {
  const digits = token === undefined ? undefined : digitsByWord.get(token);
  return digits !== undefined && digits.length === 1 && digits !== '0';
};

const isNumber = (word = ''): boolean =>
  isFigures(word) ||
  (word !== 'once' &&
    [digitsByWord, tensByWord, spanishTens, timesByWord, zerosByWord].some((known) => known.has(word)));

/** The digits of a caller as a platform names one, such as `+12125550123` or `sip:2125550123@example.com`. */
export function callerDigits(caller: string): string {
  const [user = ''] = caller.replace(/^(?:sips?|tel):/i, '').split(/[@;]/, 1);
  return digitsIn(user);
}

/** The longest stored text in UTF-16 units: an item has at most 400 KB. */
const MAX_LENGTH = 400_000;
/** Letters that Unicode doesn't decompose, as people type them without their keyboard. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' },
};

/** A text in NFKC, in which figures and words are sought. */
export const normalText = (text: string): string => normalized(text, 'NFKC', MAX_LENGTH);

/** A figure or a word of a text in plain form: lower case, no accents, figures from 0 to 9; and where it is. */
export interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/** The figures and words of a text in NFKC. */
export const tokensOf = (text: string): readonly Token[] =>
  plainTokens(text.matchAll(/\p{Nd}+|\p{L}[\p{L}\p{M}]*/gu));

/** What patterns found in a text in NFKC, in plain form. */
export const plainTokens = (found: Iterable<RegExpExecArray>): readonly Token[] =>
  Array.from(found, ({ 0: word, index }) => ({ word: plain(word), from: index, to: index + word.length }));

function plain(word: string): string {
  if (/^[ -~]*$/.test(word)) return word.toLowerCase();
  return normalized(word.toLowerCase(), 'NFKD', MAX_LENGTH)
    .replace(/\p{M}/gu, '')
    .replace(/\p{Nd}/gu, figureOf)
    .replace(/[^ -~]/gu, (letter) => plainLetters[letter] ?? letter);
}

/** The figure from 0 to 9 of a digit of any script: each script's digits follow one another from its zero. */
function figureOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
