import { normalized } from '../../normalized.ts';

/** English and Spanish words for digits and numbers, as callers say phone numbers. */
const digitsByWord: ReadonlyMap<string, string> = new Map([
  ...words('zero one two three four five six seven eight nine'),
  ...words('cero uno dos tres cuatro cinco seis siete ocho nueve'),
  ...words('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 10),
  ['hundred', '00'],
  ['thousand', '000'],
]);
const tensByWord: ReadonlyMap<string, string> = new Map(
  words('twenty thirty forty fifty sixty seventy eighty ninety', 2),
);
const timesByWord: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);
/** The longest stored text in UTF-16 units: an item has at most 400 KB. */
const MAX_LENGTH = 400_000;
/** A word that means zero only within a number. */
const zeroSounds: ReadonlySet<string> = new Set(['oh', 'o']);

function words(text: string, first = 0): [string, string][] {
  return text.split(' ').map((word, index) => [word, String(first + index)]);
}

/** A text in NFKC, in which figures and words are sought. */
export const normalText = (text: string): string => normalized(text, 'NFKC', MAX_LENGTH);

/** A figure or a word of a text, in lower case, and where it is. */
export interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

/** The figures and words of a text in NFKC. */
export const tokensOf = (text: string): readonly Token[] =>
  [...text.matchAll(/\d+|\p{L}+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }));

/** Whether a word repeats the digit after it. */
export const isTimes = (word = ''): boolean => timesByWord.has(word);

/** The digits that each of a text's figures and words stands for. */
export function digitsOf(words: readonly string[]): readonly string[] {
  let times = 1;
  return words.map((word, index) => {
    const repeated = timesByWord.get(word);
    if (repeated !== undefined) {
      times = repeated;
      return '';
    }
    const digits = told(word, words[index - 1], words[index + 1]).repeat(times);
    times = 1;
    return digits;
  });
}

/**
 * All digits of a text in order, from figures and number words, ignoring everything between them. So a phone number
 * is found in any grouping, even across turns of a conversation.
 */
export const digitsIn = (text: string): string =>
  digitsOf(tokensOf(normalText(text)).map(({ word }) => word)).join('');

function told(token: string, before: string | undefined, after: string | undefined): string {
  const tens = tensByWord.get(token);
  if (tens !== undefined) return isUnit(after) ? tens : `${tens}0`;
  if (zeroSounds.has(token)) return isNumber(before) || isNumber(after) ? '0' : '';
  return digitsByWord.get(token) ?? (isFigures(token) ? token : '');
}

const isFigures = (token: string): boolean => token >= '0' && token < ':';

const isUnit = (token: string | undefined): boolean => {
  const digits = token === undefined ? undefined : digitsByWord.get(token);
  return digits !== undefined && digits.length === 1 && digits !== '0';
};

const isNumber = (token: string | undefined): boolean =>
  token !== undefined &&
  (isFigures(token) || digitsByWord.has(token) || tensByWord.has(token) || timesByWord.has(token));

/** The digits of a caller as a platform names one, such as `+12125550123` or `sip:2125550123@example.com`. */
export function callerDigits(caller: string): string {
  const [user = ''] = caller.replace(/^(?:sips?|tel):/i, '').split(/[@;]/, 1);
  return digitsIn(user);
}
