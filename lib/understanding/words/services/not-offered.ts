import { type Reading, readPhrase } from './read-phrase.ts';
import { sameToken, tokensOf } from './service-tokens.ts';

/**
 * True if a text asks for an entry of `notOffered`: the text has every word of the entry, or the same subject and
 * type of work. An entry of another trade has its words as its subject: `septic systems` for `my septic is full`.
 */
export function isNotOffered(entry: string, text: string, phrase: Reading): boolean {
  const words = tokensOf(entry);
  const said = tokensOf(text);
  if (words.length > 0 && words.every((word) => said.some((token) => sameToken(token, word)))) return true;
  const { subjects, workTypes, elsewhere, unknown } = readPhrase(entry);
  if (subjects.size + elsewhere.length === 0 || unknown.length > 0) return false;
  if (!elsewhere.every((word) => phrase.elsewhere.includes(word))) return false;
  if ([...subjects.keys()].some((subject) => !phrase.subjects.has(subject))) return false;
  return workTypes.size === 0 || [...workTypes].some((workType) => phrase.workTypes.has(workType));
}
