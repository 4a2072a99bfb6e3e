import { toE164 } from '../accounts/phone.ts';
import { normalized } from '../normalized.ts';
import type { Customer, DispatchRequest } from './request.ts';

/**
 * Something is found by its terms: `w` and a word, or `d` and the digits of a number from any digit to the last, so that
 * the beginning of a term is any part of the number.
 */
export type Terms = ReadonlySet<string>;

/** Each part of what somebody looks for begins a term; the alternatives of a part are equal. */
type Sought = readonly (readonly string[])[];

/** People look for something by one of these. */
export type SearchQuery = readonly Sought[];

/** A number is found by this many digits in a row, or more. */
const LEAST_DIGITS = 4;
const MOST_DIGITS = 15;
/** Nothing is found by more words, or by more of one word. */
const MOST_WORDS = 40;
const MOST_LETTERS = 40;
const MOST_SOUGHT = 8;

/** These letters are no letter with an accent. */
const letters: ReadonlyMap<string, string> = new Map([
  ...([
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['ø', 'o'],
    ['đ', 'd'],
    ['ð', 'd'],
    ['ł', 'l'],
    ['þ', 'th'],
  ] as const),
  ['ı', 'i'],
]);
const APOSTROPHES = /['’‘ʼ`´]/gu;

const folded = (text: string): string =>
  normalized(text, 'NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðłþı]/gu, (letter) => letters.get(letter) ?? letter);

/** Splits a text into words without accents and case: `O’Connor-Núñez` is `oconnor`, `nunez`. */
const wordsOf = (text: string): readonly string[] =>
  (
    folded(text)
      .replaceAll(APOSTROPHES, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.slice(0, MOST_LETTERS));

/** Returns the parts of words with an apostrophe, by which people look for them, too: `connor` of `O’Connor`. */
const partsOf = (text: string): readonly string[] =>
  text.search(APOSTROPHES) === -1
    ? []
    : wordsOf(text.replaceAll(APOSTROPHES, ' ')).filter((part) => part.length > 1);

const emailWord = (email: string): string => folded(email).trim().slice(0, MOST_LETTERS);

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').slice(-MOST_DIGITS);

interface Known {
  readonly texts: readonly (string | undefined)[];
  readonly emails?: readonly (string | undefined)[];
  readonly numbers: readonly (string | undefined)[];
}

function termsOf({ texts, emails = [], numbers }: Known): Terms {
  const given = (all: readonly (string | undefined)[]) => all.filter((one) => one !== undefined);
  const words = given(texts).flatMap((text) => [...wordsOf(text), ...partsOf(text)]);
  const found = new Set([...given(emails).map(emailWord), ...words].slice(0, MOST_WORDS));
  const ofNumbers = given(numbers).map(digitsOf).flatMap(endingsOf);
  return new Set([...[...found].map((word) => `w${word}`), ...ofNumbers.map((digits) => `d${digits}`)]);
}

const endingsOf = (digits: string): readonly string[] =>
  Array.from({ length: Math.max(0, digits.length - LEAST_DIGITS + 1) }, (_, from) => digits.slice(from));

export function termsOfRequest({ customer, caller, onSite }: DispatchRequest): Terms {
  const { name, firstName, lastName, address, city, zip, email, phone } = customer;
  return termsOf({
    texts: [name, firstName, lastName, onSite?.name, zip, address, city],
    emails: [email],
    numbers: [phone, caller, onSite?.phone],
  });
}

export function termsOfCustomer({ name, email, phone, people, sites }: Customer): Terms {
  const places = sites.flatMap(({ address, city, zip }) => [zip, address, city]);
  return termsOf({
    texts: [name, ...people.map((person) => person.name), ...places],
    emails: [email],
    numbers: [phone],
  });
}

export const termsOfCall = ({ caller }: { readonly caller?: string | undefined }): Terms =>
  termsOf({ texts: [], numbers: [caller] });

/** True for text that may be a number, in any spelling. */
const isNumber = (text: string): boolean =>
  /^[+\d\s().\-/]+$/.test(text) && digitsOf(text).length >= LEAST_DIGITS;

/**
 * Reads what somebody looks for: the beginnings of words, all of which must be there, or digits of a number.
 * @param region the country in which a number without `+` is
 */
export function readQuery(text: string, region: string): SearchQuery {
  const words = text.split(/\s+/).flatMap((part) => (part.includes('@') ? [emailWord(part)] : wordsOf(part)));
  const byWords: Sought = words.slice(0, MOST_SOUGHT).map((word) => {
    const isDigits = /^\d+$/.test(word) && word.length >= LEAST_DIGITS;
    return [`w${word}`, ...(isDigits ? [`d${word.slice(-MOST_DIGITS)}`] : [])];
  });
  if (!isNumber(text)) return byWords.length === 0 ? [] : [byWords];
  const whole = toE164(text, region);
  const byNumber: Sought = [
    [digitsOf(text), ...(whole === undefined ? [] : [digitsOf(whole)])].map((d) => `d${d}`),
  ];
  return [byWords, byNumber];
}

/** True if something with these terms is what somebody looks for. */
export const isFound = (terms: Terms, query: SearchQuery): boolean =>
  query.some((sought) => sought.every((beginnings) => beginnings.some((one) => hasBeginning(terms, one))));

const hasBeginning = (terms: Terms, beginning: string): boolean =>
  [...terms].some((term) => term.startsWith(beginning));
