/** No text that is read for its meaning is longer, in UTF-16 units. */
const MAX_LENGTH = 12_000;

/** Normalizes a text, cut to a maximum of UTF-16 units before, because one character may become eighteen. */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD', most = MAX_LENGTH): string =>
  text.slice(0, most).toWellFormed().normalize(form);

/** Controls, direction marks, invisible characters and lone surrogates could spoof what people or models read. */
export const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Converts a text to one line of printable characters with single spaces. */
export const oneLine = (text: string): string => text.replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();

/** Trims a text of several lines, and replaces characters that can't be printed. */
export const printableLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{C}\n]/gu, ' ')
    .trim();

/** Trims text and converts numbers to text; undefined for blank text and any other value. */
export function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && !Number.isFinite(value)) return undefined;
  return String(value).toWellFormed().trim() || undefined;
}
