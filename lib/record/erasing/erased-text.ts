import {
  isCount,
  isLink,
  isTimes,
  normalText,
  plainTokens,
  readingsOf,
  type Token,
  tokensOf,
} from './digits-in-text.ts';

/** This text replaces what was erased from other people's texts. */
export const ERASED = '[erased]';

/** Contains what identifies a person in other people's texts. */
export interface Mention {
  /** National digits. */
  readonly numbers: readonly string[];
  /** E-mail addresses and full names are compared without case and accents. */
  readonly words: readonly string[];
}

/**
 * Removes a person's phone numbers (in any spelling), e-mail addresses and full names from a text. A text in which one
 * of them is found becomes NFKC.
 */
export function erasedText(text: string, { numbers, words }: Mention): string {
  const normal = normalText(text);
  const tokens = tokensOf(normal);
  const addressTokens = addressTokensOf(normal);
  const spans = [
    ...words.flatMap((word) =>
      word.includes('@')
        ? spansOfAddress(normalText(word), normal, addressTokens)
        : spansOfName(normalText(word), normal, tokens),
    ),
    ...numbers.flatMap((number) => spansOfNumber(number, normal, tokens)),
  ].sort((a, b) => a.from - b.from);
  if (spans.length === 0) return text;
  let left = '';
  let end = 0;
  for (const { from, to } of spans) {
    // Spans may overlap, such as those of an e-mail address and a number in it.
    if (from >= end) left += normal.slice(end, from) + ERASED;
    end = Math.max(end, to);
  }
  return left + normal.slice(end);
}

export const isMentionedIn = (text: string, mention: Mention): boolean => erasedText(text, mention) !== text;

/** Returns the spans of every figure and number word of a phone number; other words between them stay. */
const spansOfNumber = (number: string, text: string, tokens: readonly Token[]): readonly Span[] =>
  readingsOf(tokens.map(({ word }) => word)).flatMap((reading) =>
    spansOfReading(number, text, tokens, reading),
  );

function spansOfReading(
  number: string,
  text: string,
  tokens: readonly Token[],
  reading: readonly string[],
): readonly Span[] {
  const owners = reading.flatMap((told, index) => Array<number>(told.length).fill(index));
  const digits = reading.join('');
  const found = new Set<number>();
  for (let at = digits.indexOf(number); at >= 0; at = digits.indexOf(number, at + 1))
    for (const owner of owners.slice(at, at + number.length)) {
      found.add(owner);
      if (isTimes(tokens[owner - 1]?.word)) found.add(owner - 1);
    }
  // "Hundred and" has no digits of its own in "two hundred and twelve".
  for (const [index, { word }] of tokens.entries()) {
    const belongs = isCount(word) || (isLink(word) && found.has(index + 1));
    if (belongs && reading[index] === '' && found.has(index - 1)) found.add(index);
  }
  // Punctuation between two tokens of a number belongs to the number.
  const firsts = [...found].filter((index) => !found.has(index - 1));
  return firsts.map((first) => {
    let last = first;
    while (found.has(last + 1)) last += 1;
    return { from: opening(text, tokens[first]?.from ?? 0), to: tokens[last]?.to ?? 0 };
  });
}

/** Returns where a number begins, including its plus sign or bracket. */
function opening(text: string, from: number): number {
  let at = from;
  while (text[at - 1] === '+' || text[at - 1] === '(') at -= 1;
  return at;
}

/** Matches ids and times, which name nobody. */
const machineText = /^(?:(?:dr|bl|cu|st)_[a-z0-9]+|\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?)$/;
/** A name or e-mail address in these fields is their owner's, and another person may have the same one. */
const ownNames: ReadonlySet<string> = new Set([
  ...['name', 'firstName', 'lastName', 'customerName', 'callerName', 'email'],
  ...['technician', 'people', 'by'],
]);

/** Erases a person from every text in another person's stored value; returns the same object if nothing was found. */
export function erasedIn<Value>(value: Value, mention: Mention): Value;
export function erasedIn(value: unknown, mention: Mention): unknown {
  if (typeof value === 'string') return machineText.test(value) ? value : erasedText(value, mention);
  if (Array.isArray(value)) {
    const list: unknown[] = value.map((one: unknown) => erasedIn(one, mention));
    return list.some((one, index) => one !== value[index]) ? list : value;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const entries = Object.entries(value).map(([name, one]) => {
    const sought = ownNames.has(name) ? { ...mention, words: [] } : mention;
    return [name, erasedIn(one, sought)] as const;
  });
  const isSame = Object.values(value).every((one, index) => one === entries[index]?.[1]);
  return isSame ? value : Object.fromEntries(entries);
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** These names are ordinary words as well: "the tenant will grant access" mentions nobody. */
const ordinary: ReadonlySet<string> = new Set([
  ...'art bill buck chase chance chip clay dale dawn dean drew faith frank gene grace grant hope jack'.split(
    ' ',
  ),
  ...'joy mark may merry miles pat pierce ray rich rob rose rusty sandy skip sue victor wade ward will'.split(
    ' ',
  ),
  ...'april june august summer autumn winter day king baker cook carpenter mason miller porter potter'.split(
    ' ',
  ),
  ...'bell best black brown bush church cole cross field fields fish ford fox frost good gray green'.split(
    ' ',
  ),
  ...'hall hill house lamb lane long love moody moon page paint park parks pool pope power powers price'.split(
    ' ',
  ),
  ...'read reed rice rivers short small snow stone street waters wells white wise wood woods young'.split(
    ' ',
  ),
]);
/** This many characters besides spaces, such as a comma or brackets, may be between words of a name or address. */
const MOST_BETWEEN = 3;
/** A name may have this many initials between two of its words. */
const MOST_INITIALS = 2;
/** A shorter name, such as Ho Le, may be an ordinary word when written together without a capital between. */
const LEAST_TOGETHER = 8;

/** Describes a name or address to find, however a text divides it into words. */
interface Sought {
  readonly letters: string;
  /** The sought words begin at these positions, where an initial may stand before them. Empty for an e-mail address. */
  readonly starts: ReadonlySet<number>;
}

const soughtOf = (words: readonly string[]): Sought => {
  let length = 0;
  const starts = words.map((word) => {
    length += word.length;
    return length - word.length;
  });
  return { letters: words.join(''), starts: new Set(starts.slice(1)) };
};

/**
 * Finds a full name in a text in NFKC, with and without accents and initials, in any spacing, and with the last name
 * first. A name of ordinary words counts only with capitals.
 */
function spansOfName(name: string, text: string, tokens: readonly Token[]): readonly Span[] {
  const wordsIn = (one: string) => tokensOf(one).map(({ word }) => word);
  const spellings = [...new Set([name, name.replace(/(?<=\s)\p{L}(?:\.|(?=\s))/gu, '')])].map(wordsIn);
  const orders = spellings.flatMap((words) => [words, [...words.slice(-1), ...words.slice(0, -1)]]);
  return orders.flatMap((words) => {
    const isOrdinary = words.every((word) => ordinary.has(word));
    const mayBeTogether = !isOrdinary && words.join('').length >= LEAST_TOGETHER;
    return spansOf(soughtOf(words), text, tokens, (found) => {
      if (isOrdinary && !found.every((one) => isCapital(text.charAt(one.from)))) return false;
      const isWordByWord = found.every(({ word }) => word.length === 1 || words.includes(word));
      return isWordByWord || mayBeTogether || found.some((one) => isCamel(text, one));
    });
  });
}

/** Callers and links replace the symbols of an e-mail address with these words and codes. */
const symbols: ReadonlyMap<string, string> = new Map([
  ...saidAs('@', 'at arroba %40'),
  ...saidAs('.', 'dot punto point %2e'),
  ...saidAs('-', 'dash hyphen minus guion'),
  ...saidAs('_', 'underscore'),
  ...saidAs('+', 'plus %2b'),
  ...'zero one two three four five six seven eight nine'
    .split(' ')
    .map((word, digit): [string, string] => [word, String(digit)]),
]);

function saidAs(symbol: string, words: string): [string, string][] {
  return words.split(' ').map((word) => [word, symbol]);
}

/** Splits a text in NFKC into words, figures and symbols, and replaces words for symbols by the symbols. */
const addressTokensOf = (text: string): readonly Token[] =>
  plainTokens(text.matchAll(/%(?:40|2[be])|[@.+_-]|\p{Nd}+|\p{L}[\p{L}\p{M}]*/giu)).map(
    ({ word, ...span }) => ({ word: symbols.get(word) ?? word, ...span }),
  );

/** Finds an e-mail address in a text in NFKC, also if it is spaced out, spoken or encoded for a link. */
function spansOfAddress(address: string, text: string, tokens: readonly Token[]): readonly Span[] {
  const words = addressTokensOf(address).map(({ word }) => word);
  return spansOf({ letters: words.join(''), starts: new Set() }, text, tokens, () => true);
}

function spansOf(
  sought: Sought,
  text: string,
  tokens: readonly Token[],
  counts: (found: readonly Token[]) => boolean,
): readonly Span[] {
  if (sought.letters === '') return [];
  return tokens.flatMap(({ from }, first) => {
    const end = endOf(sought, text, tokens, first);
    if (end === undefined) return [];
    const found = tokens.slice(first, end);
    return counts(found) ? [{ from, to: found.at(-1)?.to ?? from }] : [];
  });
}

/** Returns the index after the last token of what is sought if it begins at a token; undefined otherwise. */
function endOf(
  sought: Sought,
  text: string,
  tokens: readonly Token[],
  index: number,
  matched = 0,
  initials = 0,
): number | undefined {
  if (matched === sought.letters.length) return index;
  const token = tokens[index];
  const before = tokens[index - 1];
  if (token === undefined) return undefined;
  if (matched > 0 && before !== undefined && !isClose(text.slice(before.to, token.from))) return undefined;
  const { word } = token;
  const end = sought.letters.startsWith(word, matched)
    ? endOf(sought, text, tokens, index + 1, matched + word.length)
    : undefined;
  if (end !== undefined) return end;
  return initials < MOST_INITIALS &&
    sought.starts.has(matched) &&
    isInitial(text.slice(token.from - 1, token.to))
    ? endOf(sought, text, tokens, index + 1, matched, initials + 1)
    : undefined;
}

const isClose = (between: string): boolean => between.replace(/\s/g, '').length <= MOST_BETWEEN;

/** True if a space and a letter are an initial. Letters that are words in English or Spanish are not. */
const isInitial = (word: string): boolean => /^\s(?![aeiouy])\p{L}$/u.test(word);

const isCapital = (letter: string): boolean => letter !== letter.toLowerCase();

const isCamel = (text: string, { from, to }: Span): boolean => /\p{Ll}\p{Lu}/u.test(text.slice(from, to));
