import { normalized } from '../../normalized.ts';
/**
 * Normalizes a postal code to five digits in the US (also from ZIP+4, with `O` for `0`, or after other words), and
 * elsewhere to capitals and digits without spaces; undefined for text that is not a code.
 * @param region ISO 3166 country code of the account
 */
export function readZip(text: string, region: string): string | undefined {
  const said = normalized(text, 'NFKC').trim().toUpperCase();
  const joined = said.replace(/[\s-]+/g, '');
  if (region !== 'US') return /^[A-Z\d]{3,10}$/.test(joined) && /\d/.test(joined) ? joined : undefined;
  const digits = joined.replaceAll('O', '0');
  if (/^\d{5}(?:\d{4})?$/.test(digits)) return digits.slice(0, 5);
  return /(?:^|\D)(\d{5})(?:-\d{4})?$/.exec(said)?.[1];
}

/** True if an entry of an account's area can match any code: in the US five digits, or fewer and a `*`. */
export function isZipPattern(pattern: string, region: string): boolean {
  return region === 'US'
    ? /^(?:\d{5}|\d{1,4}\*)$/.test(pattern)
    : /^[A-Za-z\d][A-Za-z\d -]{0,9}\*?$/.test(pattern);
}

/** Returns the codes that an entry matches: those that start with `start`, or only that one with `isWhole`. */
export function zipPattern(
  pattern: string,
  region: string,
): { readonly start: string; readonly isWhole: boolean } {
  const isPrefix = pattern.endsWith('*') || region !== 'US';
  const start = pattern.replace(/[\s*-]+/g, '').toUpperCase();
  return { start, isWhole: !isPrefix };
}

/** True if an entry of an account's area matches a code from `readZip`. Outside the US every entry is a prefix. */
export function matchesZip(pattern: string, zip: string, region: string): boolean {
  const { start, isWhole } = zipPattern(pattern, region);
  return isWhole ? zip === start : zip.startsWith(start);
}
