import { normalized } from '../../normalized.ts';

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
