import {
  alarmed,
  betweenDenial,
  dangerPhrases,
  denials,
  detectors,
  detectorWork,
  harmless,
  noHeat,
  vulnerable,
} from './danger-phrases.ts';

/** Kinds of danger, the one that is acted on first in front. */
export const dangers = ['gas', 'carbon_monoxide', 'fire', 'electric', 'water', 'no_heat'] as const;
export type Danger = (typeof dangers)[number];

/** The danger that callers tell of in any of the texts; what they deny doesn't count. Undefined where there is none. */
export function dangerIn(texts: readonly (string | undefined)[]): Danger | undefined {
  const clauses = texts.flatMap((text) => (text === undefined ? [] : clausesOf(text)));
  const told = dangers.find(
    (danger) => danger !== 'no_heat' && clauses.some((clause) => tells(clause, dangerPhrases[danger])),
  );
  if (told !== undefined) return told;
  const isCold = clauses.some((clause) => positionOf(clause, noHeat) !== undefined);
  return isCold && clauses.some((clause) => positionOf(clause, vulnerable) !== undefined)
    ? 'no_heat'
    : undefined;
}

type Clause = readonly string[];

function clausesOf(text: string): readonly Clause[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .split(/[.,;:!?\n()]|\bbut\b|\band\b/)
    .map((clause) => clause.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== ''))
    .filter((clause) => clause.length > 0);
}

function tells(clause: Clause, wanted: readonly string[]): boolean {
  return wanted.some((phrase) => {
    const at = positionOf(clause, [phrase]);
    return at !== undefined && !isDenied(clause, at) && !isHarmless(clause, phrase);
  });
}

function isHarmless(clause: Clause, phrase: string): boolean {
  const goesOff = positionOf(clause, alarmed) !== undefined;
  if (detectors.includes(phrase)) return !goesOff && positionOf(clause, detectorWork) !== undefined;
  return !goesOff && positionOf(clause, harmless) !== undefined;
}

function isDenied(clause: Clause, at: number): boolean {
  for (let index = at - 1; index >= 0; index--) {
    const word = clause[index] ?? '';
    if (denials.has(word)) return true;
    if (!betweenDenial.has(word)) return false;
  }
  return false;
}

/** Where the first of the phrases that a clause has begins. */
function positionOf(clause: Clause, wanted: readonly string[]): number | undefined {
  for (const phrase of wanted) {
    const words = phrase.split(' ');
    const at = clause.findIndex((_, start) =>
      words.every((word, index) => isWord(clause[start + index], word)),
    );
    if (at !== -1) return at;
  }
  return undefined;
}

function isWord(said: string | undefined, wanted: string): boolean {
  if (said === undefined) return false;
  return wanted.endsWith('*') ? said.startsWith(wanted.slice(0, -1)) : said === wanted;
}
