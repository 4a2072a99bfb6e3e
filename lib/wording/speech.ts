import { oneLine } from '../normalized.ts';

/** The most characters of a message. */
export const MAX_MESSAGE = 220;
const MAX_ECHO = 60;
/** Models and speech engines interpret these characters as markup. */
const MARKUP = /[<>*_`[\]{}#|~\\]+/g;
export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns at most `most` items, evenly spread from the first to the last. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  if (most <= 1) return items.slice(0, 1);
  const step = (items.length - 1) / (most - 1);
  const chosen = new Set<number>();
  for (let index = 0; index < most; index++) chosen.add(Math.round(index * step));
  return items.filter((_, index) => chosen.has(index));
}

/**
 * Returns a caller's text in a form that may be spoken: one line without control characters or markup, at most 60
 * characters.
 */
export function echo(text: string): string {
  return oneLine(text.replace(MARKUP, ' ')).slice(0, MAX_ECHO).toWellFormed().trim();
}

/**
 * Returns the sentence that names as many of the first items as fit into one message with the others, but at least
 * one.
 * @param most the maximum number of named items
 * @param sentence gets whether there are more items than it names
 */
export function naming(
  items: readonly string[],
  most: number,
  sentence: (named: readonly string[], more: boolean) => string,
  ...others: readonly string[]
): string {
  for (let count = Math.min(items.length, most); ; count--) {
    const naming = sentence(items.slice(0, count), count < items.length);
    if (count <= 1 || fits(naming, ...others)) return naming;
  }
}

/** True if the sentences fit into one message. */
export function fits(...sentences: readonly string[]): boolean {
  const line = sentences
    .filter((sentence) => sentence !== '')
    .map(oneLine)
    .join(' ');
  return line.length <= MAX_MESSAGE;
}

/** Joins sentences to one line of at most 220 characters; later ones that don't fit are omitted. */
export function say(...sentences: readonly (string | undefined)[]): string {
  let message = '';
  for (const sentence of sentences) {
    if (sentence === undefined || sentence === '') continue;
    const longer = message === '' ? oneLine(sentence) : `${message} ${oneLine(sentence)}`;
    if (longer.length > MAX_MESSAGE) break;
    message = longer;
  }
  return message === ''
    ? oneLine(sentences[0] ?? '')
        .slice(0, MAX_MESSAGE)
        .toWellFormed()
    : message;
}

/** Cuts a line so that another one fits into the message after it. */
export const cut = (line: string, after: string): string =>
  oneLine(line)
    .slice(0, MAX_MESSAGE - after.length - 1)
    .toWellFormed();
