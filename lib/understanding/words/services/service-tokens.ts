import { distance } from 'fastest-levenshtein';
import { normalizeServiceName } from '../../../accounts/service-names.ts';

const synonyms = new Map([
  ['fix', 'repair'],
  ['fixed', 'repair'],
  ['broken', 'repair'],
  ['broke', 'repair'],
  // This equipment neither freezes nor cools a house.
  ['freezer', 'freezer'],
  ['cooler', 'cooler'],
]);

const suffix = /(?:ation|ment|ing|ion|ian|er|ed|al)$/;

/** Returns the stem that `repairs`, `installing` and `plumber` share with `repair`, `installation` and `plumbing`. */
export function stem(word: string): string {
  const single = word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  const bare = single.replace(suffix, '');
  // The stem of `tripping` is `trip`.
  const undoubled = bare === single ? bare : bare.replace(/([bdgmnprt])\1$/, '$1');
  const isWord = undoubled.length >= (undoubled === bare ? 4 : 3);
  const root = synonyms.get(single) ?? synonyms.get(undoubled) ?? (isWord ? undoubled : single);
  return root.length > 4 && root.endsWith('e') ? root.slice(0, -1) : root;
}

/** Many services share these actions, which distinguish services only together with another word. */
const actions = (
  'repair install replace inspect maintenance maintain clean tuneup checkup diagnostic diagnosis diagnose ' +
  'estimate quote consultation upgrade'
).split(' ');

let actionStems: readonly string[] | undefined;

/** Returns the distinct stems of a text, without filler words. */
export function tokensOf(text: string): readonly string[] {
  return [...new Set(normalizeServiceName(text).split(' ').filter(Boolean).map(stem))];
}

export function isAction(token: string): boolean {
  actionStems ??= actions.map(stem);
  return actionStems.some((action) => sameToken(action, token));
}

/** True if two tokens are the same word, allowing one typo. Short words must be equal: `car` is not `ac`. */
export function sameToken(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  if (shorter < 5 || a[0] !== b[0]) return false;
  return distance(a, b) <= (shorter < 8 && !sameLetters(a, b) ? 1 : 2);
}

/** Two swapped letters are one typo, although their edit distance is two. */
const sameLetters = (a: string, b: string): boolean => [...a].sort().join('') === [...b].sort().join('');
