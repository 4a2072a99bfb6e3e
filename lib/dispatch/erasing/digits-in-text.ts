/** English and Spanish words for digits and numbers, as callers say phone numbers. */
const digitsByWord: ReadonlyMap<string, string> = new Map([
  ...words('zero one two three four five six seven eight nine'),
  ...words('cero uno dos tres cuatro cinco seis siete ocho nueve'),
  ...words('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 10),
  ['hundred', '00'],
  ['thousand', '000'],
]);
const tensByWord: ReadonlyMap<string, string> = new Map(
  words('twenty thirty forty fifty sixty seventy eighty ninety', 2),
);
const timesByWord: ReadonlyMap<string, number> = new Map([
  ['double', 2],
  ['triple', 3],
]);
/** A word that means zero only within a number. */
const zeroSounds: ReadonlySet<string> = new Set(['oh', 'o']);

function words(text: string, first = 0): [string, string][] {
  return text.split(' ').map((word, index) => [word, String(first + index)]);
}

/**
 * All digits of a text in order, from figures and number words, ignoring everything between them. So a phone number
 * is found in any grouping, even across turns of a conversation.
 */
export function digitsIn(text: string): string {
  const tokens =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\d+|\p{L}+/gu) ?? [];
  let digits = '';
  let times = 1;
  for (const [index, token] of tokens.entries()) {
    const repeated = timesByWord.get(token);
    if (repeated !== undefined) {
      times = repeated;
      continue;
    }
    digits += told(token, tokens[index - 1], tokens[index + 1]).repeat(times);
    times = 1;
  }
  return digits;
}

function told(token: string, before: string | undefined, after: string | undefined): string {
  const tens = tensByWord.get(token);
  if (tens !== undefined) return isUnit(after) ? tens : `${tens}0`;
  if (zeroSounds.has(token)) return isNumber(before) || isNumber(after) ? '0' : '';
  return digitsByWord.get(token) ?? (isFigures(token) ? token : '');
}

const isFigures = (token: string): boolean => token >= '0' && token < ':';

const isUnit = (token: string | undefined): boolean => {
  const digits = token === undefined ? undefined : digitsByWord.get(token);
  return digits !== undefined && digits.length === 1 && digits !== '0';
};

const isNumber = (token: string | undefined): boolean =>
  token !== undefined &&
  (isFigures(token) || digitsByWord.has(token) || tensByWord.has(token) || timesByWord.has(token));

/** The digits of a caller as a platform names one, such as `+12125550123` or `sip:2125550123@example.com`. */
export function callerDigits(caller: string): string {
  const [user = ''] = caller.replace(/^(?:sips?|tel):/i, '').split(/[@;]/, 1);
  return digitsIn(user);
}
