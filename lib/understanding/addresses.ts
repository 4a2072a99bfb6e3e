import { words } from './words/index.ts';

/** Returns an address as it is written, from what a caller says: `actually it's four oh one Elm Street`. */
export const understandAddress = (text: string): string =>
  /^\d/.test(text) ? text : words().addressInWords(text);

/** These characters stand in no name and no address. */
const MARKUP = /[<>{}[\]|\\`;]/;

/** True if a text has characters that people don't write in names and addresses. */
export const hasMarkup = (text: string): boolean => MARKUP.test(text);

/** True if a technician may find an address: it has a number, and nothing in it looks like a program. */
export const isFindable = (address: string): boolean => /\p{N}/u.test(address) && !hasMarkup(address);

/**
 * Returns a postal code as it is written, from `one oh oh oh one`, `1OOO1` or `M as in Mary six K one L seven`. Other
 * text is unchanged.
 */
export function understandZip(text: string): string {
  if (/^[\dO\s-]+$/i.test(text)) return withoutGaps(text.replace(/o/gi, '0'));
  return words().postalCodeInWords(text) ?? text;
}

/** Joins digits that were read one by one or in groups, `1 0 0 1 1` or `100 11`, but not ZIP+4. */
const withoutGaps = (digits: string): string =>
  /^(?:\d{1,4}\s+)+\d{1,4}$/.test(digits.trim()) ? digits.replace(/\s/g, '') : digits;

const AT_END = /(?:,|\b[A-Z]{2}|\bzip(?: code)?)\s+(\d{5}(?:-\d{4})?)(?:,?\s*(?:USA?|United States))?\s*$/i;

/**
 * Returns the US postal code at the end of an address that was sent as one text: `5 Bleecker Street, New York, NY
 * 10012`.
 */
export const zipWithin = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : AT_END.exec(address)?.[1];
