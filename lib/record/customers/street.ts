import { normalized } from '../../normalized.ts';

/** Matches house numbers: `401`, `12-34`, `221B`, `#7`. An ordinal such as `14th` is a street's name. */
const NUMBER = /^#?\d+(?:-\d+)?[a-z]?$/i;
const FRACTION = /^\d\/\d$/;
const units: ReadonlySet<string> = new Set([
  ...['apt', 'apartment', 'unit', 'suite', 'ste', 'floor', 'fl', 'room', 'rm', 'lot', 'trailer'],
  ...['bldg', 'building'],
]);

/** Matches `2B` in `335 East 9th Street, 2B`, but no postal code. */
const UNIT_ALONE = /,\s*(\d{1,4}[a-z]?|[a-z]\d{0,4})(?:,|$)/i;

const MAX_SPOKEN = 40;
const MAX_WORDS = 6;

/**
 * Returns the street of an address so that it can be spoken: without house number and unit, with only letters, digits,
 * spaces, `'`, `-` and `.`, at most 40 characters; undefined if nothing is left, or if more than six words are, which
 * name no street.
 */
export function streetOf(address: string): string | undefined {
  const words = nameOf(address)
    .replace(/[^\p{L}\p{M}\p{N} '’.-]+/gu, ' ')
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length > MAX_WORDS || !/\p{L}/u.test(words.join(''))) return undefined;
  return words.join(' ').slice(0, MAX_SPOKEN).toWellFormed().trim();
}

/** Returns the part of an address that names the street, without house number and unit. */
function nameOf(address: string): string {
  const [line = ''] = normalized(address, 'NFC')
    .trim()
    .split(/[,;\n]/);
  const words = line.split(/\s/).filter((word) => word !== '');
  const unit = words.findIndex((word, index) => index > 0 && isUnit(word));
  const named = unit === -1 ? words : words.slice(0, unit);
  const [first = '', second = ''] = named;
  const inside = named.findIndex((word, index) => index > 0 && NUMBER.test(word));
  // `the corner house 41 Maiden Lane`
  if (inside > 0 && named.slice(inside + 1).some(isKindOfStreet)) return named.slice(inside + 1).join(' ');
  if (NUMBER.test(first) && named.length > 1) return named.slice(FRACTION.test(second) ? 2 : 1).join(' ');
  // `Hauptstraße 12a`, `Hauptstraße 12 a`
  const number = named.findLastIndex((word) => NUMBER.test(word));
  return (number > 0 && number >= named.length - 2 ? named.slice(0, number) : named).join(' ');
}

/** Returns the unit in an address, `apt 2B` or `#9`; undefined if it names none that can be spoken. */
export function unitOf(address: string): string | undefined {
  const words = normalized(address, 'NFC')
    .split(/[\s,;]/)
    .filter((word) => word !== '');
  const at = words.findIndex((word, index) => index > 0 && isUnit(word));
  if (at === -1) return UNIT_ALONE.exec(address)?.[1];
  const [unit = '', number = ''] = words.slice(at);
  if (/^#[\p{L}\p{N}-]{1,8}$/u.test(unit)) return unit;
  return /^#?[\p{L}\p{N}-]{1,8}$/u.test(number) ? `${unit.replaceAll('.', '')} ${number}` : undefined;
}

const isUnit = (word: string): boolean =>
  word.startsWith('#') || units.has(word.toLowerCase().replaceAll('.', ''));

const kinds = {
  ...{ street: 'st', avenue: 'ave', av: 'ave', road: 'rd', drive: 'dr', lane: 'ln', boulevard: 'blvd' },
  ...{
    court: 'ct',
    place: 'pl',
    square: 'sq',
    terrace: 'ter',
    parkway: 'pkwy',
    highway: 'hwy',
    circle: 'cir',
  },
};

const isKindOfStreet = (word: string): boolean =>
  Object.entries(kinds).flat().includes(word.toLowerCase().replaceAll('.', ''));

const short: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...kinds,
    ...{ north: 'n', south: 's', east: 'e', west: 'w', apartment: 'apt', suite: 'ste', unit: 'apt' },
  }),
);

/** Normalizes an address, so that different spellings (`1 Main Street` and `1 main st.`) are equal. */
export function addressKey(address: string): string {
  const words =
    normalized(address, 'NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => short.get(word) ?? word).join(' ');
}

/** Normalizes only the street of an address, as `addressKey` does. */
export const streetKey = (address: string): string => addressKey(nameOf(address));

/** True if two texts may name one address: one continues the other (unit, city), or is only its street. */
export function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [addressKey(one), addressKey(other)];
  return isBeginning(a, b) || isBeginning(b, a) || streetKey(one) === b || streetKey(other) === a;
}

const isBeginning = (part: string, whole: string): boolean => `${whole} `.startsWith(`${part} `);
