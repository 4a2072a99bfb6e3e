import { digitsOf, isTimes, normalText, type Token, tokensOf } from './digits-in-text.ts';

/** What stands in another person's text for what was erased. */
export const ERASED = '[erased]';

/** What identifies a person in the texts of others. */
export interface Mention {
  /** National digits of the person's numbers. */
  readonly numbers: readonly string[];
  /** Email addresses and full names, which are compared without case. */
  readonly words: readonly string[];
}

/**
 * The text without a person's numbers, in any spelling, email addresses and full names. A text in which one of them is
 * found becomes NFKC.
 */
export function erasedText(text: string, { numbers, words }: Mention): string {
  const normal = normalText(text);
  const tokens = tokensOf(normal);
  const spans = [
    ...words.flatMap((word) => spansOfWord(word, normal, tokens)),
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

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Names that are ordinary words as well: "the tenant will grant access" mentions nobody. */
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
/** Characters between two words of a name: spaces, a comma, what is invisible. */
const MOST_BETWEEN = 3;

/**
 * Each occurrence of an email address, or of a name however its words are spaced, with the last one first, too. A name of
 * ordinary words counts only with capitals.
 */
function spansOfWord(sought: string, text: string, tokens: readonly Token[]): readonly Span[] {
  const parts = tokensOf(normalText(sought));
  const names = parts.map(({ word }) => word);
  const isAddress = sought.includes('@');
  const isOrdinary = names.every((name) => ordinary.has(name));
  const orders = isAddress ? [names] : [names, [...names.slice(-1), ...names.slice(0, -1)]];
  const isSpoken = (found: readonly Token[]): boolean => {
    const [from = 0, to = 0] = [found[0]?.from, found.at(-1)?.to];
    if (isAddress) return text.slice(from, to).toLowerCase() === sought.toLowerCase();
    const isClose = found.every((one, at) => one.from - (found[at - 1]?.to ?? one.from) <= MOST_BETWEEN);
    return isClose && (!isOrdinary || found.every((one) => text[one.from] !== one.word[0]));
  };
  return tokens.flatMap((first, index) => {
    const found = tokens.slice(index, index + names.length);
    const isSame = orders.some((order) => order.every((name, at) => found[at]?.word === name));
    return isSame && isSpoken(found) ? [{ from: first.from, to: found.at(-1)?.to ?? first.to }] : [];
  });
}

/** Every figure and number word of a number; words between them stay. */
function spansOfNumber(number: string, text: string, tokens: readonly Token[]): readonly Span[] {
  const owners: number[] = [];
  let digits = '';
  for (const [index, told] of digitsOf(tokens.map(({ word }) => word)).entries()) {
    digits += told;
    owners.push(...Array<number>(told.length).fill(index));
  }
  const found = new Set<number>();
  for (let at = digits.indexOf(number); at >= 0; at = digits.indexOf(number, at + 1))
    for (const owner of owners.slice(at, at + number.length)) {
      found.add(owner);
      if (isTimes(tokens[owner - 1]?.word)) found.add(owner - 1);
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
