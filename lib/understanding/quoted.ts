import { normalized } from '../normalized.ts';

const EMOJI = String.raw`\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f]*`;
/** Phones put spaces without width around what they quote. */
const GAP = String.raw`[\s\u200b-\u200f]`;
const verbs = [
  ...['liked', 'loved', 'disliked', 'laughed at', 'emphasi[sz]ed', 'questioned', 'removed an? [a-z ]+ from'],
  ...[
    '(?:no )?le gustó',
    'le encantó',
    'se ri[oó] de',
    'enfatizó',
    'exclamó',
    'cuestionó',
    'quitó .{1,30} de',
  ],
  ...[
    `(?:reacted |removed )?${EMOJI}${GAP}+(?:to|from)`,
    `(?:reaccionó con |quitó )?${EMOJI}${GAP}+(?:a|de)`,
  ],
];
const reaction = new RegExp(`^${GAP}*(?:${verbs.join('|')})${GAP}+["“„«].*["”»]${GAP}*$`, 'isu');

/** True if a text only says how somebody reacts to another text, which phones quote: `Liked “See you at 9”`. */
export const isReaction = (text: string): boolean => reaction.test(normalized(text, 'NFC'));

/** Fewer words may be somebody's own, although another text has them, too. */
const LEAST_WORDS = 4;

/** Returns a text without the sentences of other texts that it repeats. */
export function withoutQuoted(text: string, others: readonly string[]): string {
  const phrases = others.flatMap((other) => other.split(/[.!?:;]+(?:\s+|$)/)).map(wordsOf);
  return phrases
    .filter((words) => words.length >= LEAST_WORDS)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, words) => rest.replaceAll(phrase(words), ' '), normalized(text, 'NFC'));
}

const wordsOf = (text: string): readonly string[] =>
  normalized(text, 'NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Punctuation and case may differ. */
const phrase = (words: readonly string[]): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`[^\p{L}\p{M}\p{N}]+`)}(?![\p{L}\p{N}])`,
    'giu',
  );
