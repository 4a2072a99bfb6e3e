import { normalized } from '../../normalized.ts';

/** Callers say phone numbers in English and Spanish; the Spanish words stand here without accents. */
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
/** A unit may follow these tens after "y". */
const spanishTens: ReadonlyMap<string, string> = new Map(
  words('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa', 2),
);
/** Each of these words adds this many zeros to a digit. */
const zerosByWord: ReadonlyMap<string, number> = new Map([
  ['hundred', 2],
  ['thousand', 3],
]);
const timesByWord: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);
/** Words such as "oh", "o" and "ohh" mean zero only within a number. */
const zeroSound = /^o+h*$/;

/**
 * Each way of reading says from how many digits on the number after a hundred takes its zeros' place: "eight hundred
 * fifty-five five" may be 800 55 5 or 855 5, "eight hundred five five five" 800 555 or 805 55.
 */
const ways = [Number.POSITIVE_INFINITY, 2, 1];

function words(text: string, first = 0): [string, string][] {
  return text.split(' ').map((word, index) => [word, String(first + index)]);
}

/** True if a word says that the digit after it is repeated. */
export const isTimes = (word = ''): boolean => timesByWord.has(word);

export const isCount = (word: string): boolean => zerosByWord.has(word);

export const isLink = (word = ''): boolean => word === 'and' || word === 'y';

/** Returns the digits that each figure and word stands for, once per way of reading the text. */
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

/** Returns the indexes of words that sound like a zero and stand beside a number. */
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
 * Returns all digits of a text in order, from figures and number words, ignoring everything between them, so that a
 * phone number is found in any grouping, even across turns of a conversation. Spaces separate different readings.
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
  // "Once" (Spanish for eleven) is an English word as well.
  if (word === 'once' && !isSpanish(words[index - 1]) && !isSpanish(after)) return '';
  return digitsByWord.get(word) ?? (isFigures(word) ? word : '');
}

/** Counts the digits of the number below a thousand that begins at a word; returns 0 for a zero or another word. */
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

/** Returns the digits of a caller as a platform names one, such as `+12125550123` or `sip:2125550123@example.com`. */
export function callerDigits(caller: string): string {
  const [user = ''] = caller.replace(/^(?:sips?|tel):/i, '').split(/[@;]/, 1);
  return digitsIn(user);
}

/** No stored text is longer, in UTF-16 units, because an item has at most 400 KB. */
const MAX_LENGTH = 400_000;
/** Unicode doesn't decompose these letters. People without the right keyboard type them like this. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' },
};

/** Returns a text in NFKC; figures and words are sought in this form. */
export const normalText = (text: string): string => normalized(text, 'NFKC', MAX_LENGTH);

/** A figure or word in plain form (lower case, no accents, figures from 0 to 9) with its place in the text. */
export interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/** Splits a text in NFKC into figures and words. */
export const tokensOf = (text: string): readonly Token[] =>
  plainTokens(text.matchAll(/\p{Nd}+|\p{L}[\p{L}\p{M}]*/gu));

/** Converts matches in a text in NFKC to plain form. */
export const plainTokens = (found: Iterable<RegExpExecArray>): readonly Token[] =>
  Array.from(found, ({ 0: word, index }) => ({ word: plain(word), from: index, to: index + word.length }));

function plain(word: string): string {
  if (/^[ -~]*$/.test(word)) return word.toLowerCase();
  return normalized(word.toLowerCase(), 'NFKD', MAX_LENGTH)
    .replace(/\p{M}/gu, '')
    .replace(/\p{Nd}/gu, figureOf)
    .replace(/[^ -~]/gu, (letter) => plainLetters[letter] ?? letter);
}

/** Converts a digit of any script to a figure from 0 to 9. Each script's digits follow its zero without a gap. */
function figureOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
