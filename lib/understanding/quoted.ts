import { normalized } from '../normalized.ts';

/** Phones put these before the quoted text to which somebody reacts. */
const reactions: ReadonlySet<string> = new Set([
  ...['liked', 'loved', 'disliked', 'laughed at', 'emphasized', 'emphasised', 'questioned'],
  ...['like', 'dislike', 'heart', 'laugh', 'question mark'].map((what) => `removed a ${what} from`),
  ...['removed an exclamation from', 'removed an exclamation mark from'],
  ...['le gustó', 'no le gustó', 'le encantó', 'se rió de', 'se rio de', 'enfatizó', 'exclamó', 'cuestionó'],
]);
/** And these, with an emoji among them. */
const emojiReactions: ReadonlySet<string> = new Set([
  ...['to', 'from', 'reacted to', 'reacted with to', 'removed from'],
  ...['a', 'de', 'reaccionó a', 'reaccionó con a', 'quitó de'],
]);

/** True if a text only says how somebody reacts to another text, which phones quote: `Liked “See you at 9”`. */
export function isReaction(text: string): boolean {
  const plain = normalized(text, 'NFC')
    .replace(/[\u200b-\u200f]/g, '')
    .trim();
  const quoteAt = plain.search(/["“„«]/);
  if (quoteAt < 0 || !/["”»]$/.test(plain)) return false;
  const before = plain.slice(0, quoteAt);
  const said = wordsOf(before)
    .map(({ word }) => word)
    .join(' ');
  return reactions.has(said) || (emojiReactions.has(said) && /\p{Extended_Pictographic}/u.test(before));
}

/** Fewer words may be somebody's own, although another text has them, too. */
const LEAST_WORDS = 4;

/** Returns a text without the sentences of other texts that it repeats, whatever their punctuation and case. */
export function withoutQuoted(text: string, others: readonly string[]): string {
  const plain = normalized(text, 'NFC');
  const words = wordsOf(plain);
  const sentences = others
    .flatMap((other) => normalized(other, 'NFC').split(/[.!?:;]\s/))
    .map(wordsOf)
    .filter(({ length }) => length >= LEAST_WORDS);
  let rest = '';
  let keptFrom = 0;
  for (let index = 0; index < words.length; ) {
    const repeated = sentences.filter((sentence) =>
      sentence.every(({ word }, at) => words[index + at]?.word === word),
    );
    const longest = Math.max(0, ...repeated.map(({ length }) => length));
    const [first, last] = [words[index], words[index + longest - 1]];
    if (longest > 0 && first !== undefined && last !== undefined) {
      rest += `${plain.slice(keptFrom, first.from)} `;
      keptFrom = last.to;
    }
    index += Math.max(1, longest);
  }
  return rest + plain.slice(keptFrom);
}

interface Word {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    ...{ word: word.toLowerCase(), from: index, to: index + word.length },
  }));
