import { numberWords, phraseList } from '../../word-lists.ts';

export type PhoneInWords =
  /** The caller means the number that the platform reports. */
  | { readonly kind: 'reported' }
  /** The text has digits, which are not validated. */
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'none' };

/** A caller who says one of these gives no other number. */
const SAME: ReadonlySet<string> = new Set(
  phraseList(`
  same, same number, same one, this, this one, this number, this phone, my number, this phone number,
  one i'm calling from, one i am calling from, number i'm calling from, number i am calling from, phone
  i'm calling from, current number, calling number, caller id, number you have, number on file, i'm
  calling from it, calling from it, one you have, my phone, my cell, from_number, caller number,
  no, nope, no thanks, no thank you, don't have one, i don't have one, don't want to, i don't want to
`),
);

const teens = 'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const digitsOf: ReadonlyMap<string, string> = new Map([
  ...[...numberWords, ...teens].map((word, value): [string, string] => [word, String(value)]),
  ['oh', '0'],
  ['o', '0'],
  ['nought', '0'],
  ['plus', '+'],
]);
const repeats: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);
/** These words may stand between the digits of a number. */
const between: ReadonlySet<string> = new Set(
  phraseList(`
  dash, hyphen, dot, area, code, and, then, is, it, it's, its, my, number, uh, um, er, ok, okay, yeah, yes, so, that's,
  thats, the, cell, phone, call, me, at, reach, please
`),
);

/** Reads a phone number in words: `two one two, five five five, oh one double four`. */
export function phoneInWords(text: string): PhoneInWords {
  const said = text.toLowerCase().replace(/[’]/g, "'").trim();
  if (SAME.has(said.replace(/[.!?]/g, '').replace(/^(?:(?:the|at|use|on|same as) )+/, '')))
    return { kind: 'reported' };
  const digits = digitsIn(said.split(/[\s,;-]+/).filter((word) => word !== ''));
  return digits === undefined ? { kind: 'none' } : { kind: 'number', text: digits };
}

/**
 * Reads a postal code in words: `one oh oh oh one`, `M as in Mary six K one L seven`. Undefined for any other text.
 */
export function postalCodeInWords(text: string): string | undefined {
  const words = text
    .toLowerCase()
    .replace(/ (?:as in|like|for) [a-z]+/g, ' ')
    .split(/[\s,;-]+/)
    .filter((word) => word !== 'zip' && word !== 'postal' && word !== '');
  const digits = digitsIn(words);
  if (digits !== undefined) return digits;
  const code = words.map((word) => digitsOf.get(word) ?? word).join('');
  return /^(?:[a-z]\d){3}$/.test(code) ? `${code.slice(0, 3)} ${code.slice(3)}`.toUpperCase() : undefined;
}

/** Returns the digits in words; undefined if a word is not a digit. */
function digitsIn(words: readonly string[]): string | undefined {
  let digits = '';
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const times = repeats.get(word);
    const spoken = times === undefined ? word : (words[++index] ?? '');
    const ten = tens.indexOf(spoken);
    const next = numberWords.indexOf(words[index + 1] ?? '');
    if (ten !== -1) {
      const hasUnit = next >= 1 && next <= 9;
      digits += String((ten + 2) * 10 + (hasUnit ? next : 0));
      if (hasUnit) index++;
    } else if (spoken === 'hundred' || spoken === 'thousand') digits += spoken === 'hundred' ? '00' : '000';
    else if (!between.has(spoken)) {
      const value = digitsOf.get(spoken) ?? (/^\+?\d+$/.test(spoken) ? spoken : undefined);
      if (value === undefined) return undefined;
      digits += value.repeat(times ?? 1);
    }
  }
  return /\d/.test(digits) ? digits : undefined;
}

const LEAD_IN =
  /^(?:(?:actually|sorry|no|oh|uh|um|wait|it'?s|it is|that'?s|i (?:meant?|said)|make (?:it|that)|(?:the|my|our) new (?:place|house|address)(?: is)?)[,.]?\s+)+(?=\S)/i;
const CARDINAL =
  /^(?:oh|zero|one|two|three|five|ten|eleven|twelve|twenty|forty|(?:thir|fif)(?:teen|ty)|(?:four|six|seven|nine)(?:teen)?|(?:six|seven|nine)ty|eight(?:een|y)?)$/i;
const ORDINAL = /^(?:first|second|third|fifth|\w+th)$/i;

/**
 * Returns an address as it is written: without what callers say before it (`actually it's`), and with a house number
 * of several words in digits (`four oh one Elm Street`). A number in one word may be part of a name: `Seven Oaks
 * Road`.
 */
export function addressInWords(text: string): string {
  const address = text.replace(/’/g, "'").replace(LEAD_IN, '');
  const words = address.split(/\s+/);
  const end = words.findIndex((word) => !CARDINAL.test(word));
  // In `two forty second street` the street is 42nd.
  const count = ORDINAL.test(words[end] ?? '') && /ty$/i.test(words[end - 1] ?? '') ? end - 1 : end;
  const isWhole = count > 1 || (count === 1 && count < end);
  const number = isWhole ? digitsIn(words.slice(0, count).map((word) => word.toLowerCase())) : undefined;
  return number === undefined ? address : [number, ...words.slice(count)].join(' ');
}
