import { phraseList } from '../../word-lists.ts';

const negations: ReadonlySet<string> = new Set(
  phraseList(`
  not, no, never, nothing, nobody, nobody's, neither, nor, except, excluding, unless, skip, but,
  without, avoid, besides, can't, cant, cannot, don't, dont, doesn't, doesnt, won't, wont, isn't,
  couldn't, wouldn't, shouldn't
`),
);

export const isNegation = (word: string): boolean => negations.has(word);

/** Splits words at the first one that rules something out. Undefined if nothing is ruled out. */
export function splitNegation(
  words: readonly string[],
): { readonly said: readonly string[]; readonly excluded: readonly string[] } | undefined {
  const at = words.findIndex(isNegation);
  if (at === -1) return undefined;
  return { said: words.slice(0, at), excluded: words.slice(at).filter((word) => !isNegation(word)) };
}

/** If one side of a time or day is ruled out, the other side is left. */
const otherSides: ReadonlyMap<string, string> = new Map([
  ...['before', 'earlier', 'until', 'till'].map((word): [string, string] => [word, 'from']),
  ...['after', 'later', 'past'].map((word): [string, string] => [word, 'by']),
]);

/** These words may stand between a negation and the side that it rules out: `not there before 10`. */
const between: ReadonlySet<string> = new Set(
  phraseList(`
  there, here, home, available, free, back, in, it, make, come, get, start, anything, anyone, anybody,
  someone, schedule
`),
);

/** Turns `not there before 10` into `from 10`, and `no later than 3` into `by 3`. */
export function withBounds(words: readonly string[]): readonly string[] {
  const bound = words.findIndex((word) => otherSides.has(word));
  const said = words
    .slice(0, Math.max(bound, 0))
    .findLastIndex((word) => !between.has(word) && !isNegation(word));
  const isRuledOut = words.slice(said + 1, Math.max(bound, 0)).some(isNegation);
  if (!isRuledOut) return words;
  const rest = words.slice(words[bound + 1] === 'than' ? bound + 2 : bound + 1);
  return [...words.slice(0, said + 1), otherSides.get(words[bound] ?? '') ?? '', ...withBounds(rest)];
}
