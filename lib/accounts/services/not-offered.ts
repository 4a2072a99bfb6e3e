import { type Reading, readPhrase } from './read-phrase.ts';
import { sameToken, tokensOf } from './service-tokens.ts';

/** Whether a text asks for what an entry of `notOffered` names: by every word of it, or by the same trade and wish. */
export function isNotOffered(entry: string, text: string, phrase: Reading): boolean {
  const words = tokensOf(entry);
  const said = tokensOf(text);
  if (words.length > 0 && words.every((word) => said.some((token) => sameToken(token, word)))) return true;
  const { subjects, wishes, elsewhere, unknown } = readPhrase(entry);
  if (subjects.size === 0 || elsewhere.length > 0 || unknown.length > 0) return false;
  if ([...subjects.keys()].some((subject) => !phrase.subjects.has(subject))) return false;
  return wishes.size === 0 || [...wishes].some((wish) => phrase.wishes.has(wish));
}
