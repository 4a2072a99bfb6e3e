import { isCount, isLink, isTimes, readingsOf } from './digits-in-text.ts';
import { normalText, type Token, tokensOf } from './plain-text.ts';
import { addressTokensOf, type Span, spansOfAddress, spansOfName } from './words-in-text.ts';

/** What stands in another person's text for what was erased. */
export const ERASED = '[erased]';

/** What identifies a person in the texts of others. */
export interface Mention {
  /** National digits of the person's numbers. */
  readonly numbers: readonly string[];
  /** Email addresses and full names, which are compared without case and accents. */
  readonly words: readonly string[];
}

/**
 * The text without a person's numbers, in any spelling, email addresses and full names. A text in which one of them is
 * found becomes NFKC.
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
    // One within another, as a number in an email address.
    if (from >= end) left += normal.slice(end, from) + ERASED;
    end = Math.max(end, to);
  }
  return left + normal.slice(end);
}

/** Whether a text has anything of a person. */
export const isMentionedIn = (text: string, mention: Mention): boolean => erasedText(text, mention) !== text;

/** Every figure and number word of a number; other words between them stay. */
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
  // Only punctuation is between one token and the next: it belongs to the number.
  const firsts = [...found].filter((index) => !found.has(index - 1));
  return firsts.map((first) => {
    let last = first;
    while (found.has(last + 1)) last += 1;
    return { from: opening(text, tokens[first]?.from ?? 0), to: tokens[last]?.to ?? 0 };
  });
}

/** Where a number begins with its plus sign or bracket. */
function opening(text: string, from: number): number {
  let at = from;
  while (text[at - 1] === '+' || text[at - 1] === '(') at -= 1;
  return at;
}

/** An id, or a time. */
const machineText = /^(?:(?:dr|bl|cu|st)_[a-z0-9]+|\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?)$/;
/** Fields that are somebody's own name or address: another person may have the same. */
const ownNames: ReadonlySet<string> = new Set([
  ...['name', 'firstName', 'lastName', 'email'],
  ...['technician', 'people', 'by'],
]);

/** A stored value of another person with every text in it erased; the same object if nothing was found. */
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
