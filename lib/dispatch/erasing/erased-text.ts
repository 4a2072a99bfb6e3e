import { digitsOf, isTimes, normalText, tokensOf } from './digits-in-text.ts';

/** What stands in another person's text for what was erased. */
export const ERASED = '[erased]';

/** What identifies a person in the texts of others. */
export interface Mention {
  /** National digits of the person's numbers. */
  readonly numbers: readonly string[];
  /** Email addresses and full names, which are compared without case. */
  readonly words: readonly string[];
}

/** The text without a person's numbers, in any spelling, email addresses and full names. */
export function erasedText(text: string, { numbers, words }: Mention): string {
  const withoutWords = words.reduce(withoutWord, text);
  return numbers.reduce(withoutNumber, withoutWords);
}

/** Replaces each whole occurrence of a word or name, however its parts are spaced. */
function withoutWord(text: string, word: string): string {
  const parts = lowered(word.trim()).split(/\s+/);
  const [first = ''] = parts;
  const searched = lowered(text);
  let left = '';
  let end = 0;
  for (let at = searched.indexOf(first); first !== '' && at >= 0; at = searched.indexOf(first, at + 1)) {
    const after = endOf(parts, searched, at);
    if (at < end || after === undefined || isPartOfWord(searched, at, after)) continue;
    left += text.slice(end, at) + ERASED;
    end = after;
  }
  return left + text.slice(end);
}

/** In lower case, with every letter where it was: some would become two. */
const lowered = (text: string): string =>
  Array.from(text, (letter) =>
    letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
  ).join('');

/** Where the parts end that begin at an index with spaces between them; undefined if they don't. */
function endOf(parts: readonly string[], text: string, at: number): number | undefined {
  let end = at;
  for (const [index, part] of parts.entries()) {
    const start = end;
    while (index > 0 && isSpace(text[end])) end += 1;
    if (index > 0 && end === start) return undefined;
    if (!text.startsWith(part, end)) return undefined;
    end += part.length;
  }
  return end;
}

const isSpace = (letter: string | undefined): boolean => letter !== undefined && letter.trim() === '';

const isPartOfWord = (text: string, from: number, to: number): boolean =>
  /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, from - 2), from)) ||
  /^[\p{L}\p{N}]/u.test(text.slice(to, to + 2));

/** Replaces every figure and number word of a number; words between them stay. */
function withoutNumber(text: string, number: string): string {
  const normal = normalText(text);
  const tokens = tokensOf(normal);
  const owners: number[] = [];
  let digits = '';
  for (const [index, told] of digitsOf(tokens.map(({ word }) => word)).entries()) {
    digits += told;
    owners.push(...Array<number>(told.length).fill(index));
  }
  const erased = new Set<number>();
  for (let at = digits.indexOf(number); at >= 0; at = digits.indexOf(number, at + 1))
    for (const owner of owners.slice(at, at + number.length)) {
      erased.add(owner);
      if (isTimes(tokens[owner - 1]?.word)) erased.add(owner - 1);
    }
  if (erased.size === 0) return text;
  let left = '';
  let end = 0;
  for (const index of [...erased].sort((a, b) => a - b)) {
    const token = tokens[index];
    if (token === undefined) continue;
    const between = normal.slice(end, token.from);
    // Only punctuation between two parts of a number belongs to it.
    const isNext = left.endsWith(ERASED) && !/[\p{L}\p{N}]/u.test(between);
    if (!isNext) left += `${withoutOpening(between)}${ERASED}`;
    end = token.to;
  }
  return left + normal.slice(end);
}

/** The text before a number without the plus sign or bracket that begins the number. */
function withoutOpening(text: string): string {
  let end = text.length;
  while (text[end - 1] === '+' || text[end - 1] === '(') end -= 1;
  return text.slice(0, end);
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
