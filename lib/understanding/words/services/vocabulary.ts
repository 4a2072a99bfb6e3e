import { wordsOf } from '../../../accounts/service-names.ts';
import { lazily } from '../../../lazily.ts';
import { sameToken, stem } from './service-tokens.ts';
import data from './vocabulary.json' with { type: 'json' };

export const workTypes = ['repair', 'maintenance', 'install', 'estimate', 'detect'] as const;
export type WorkType = (typeof workTypes)[number];

export interface Meaning {
  /** The vocabulary's name for the equipment or for the part of a trade. */
  readonly subject?: string;
  /** The phrase is a symptom, which implies the subject without naming it. */
  readonly implied?: true;
  readonly workType?: WorkType;
  /** The type of work counts only if the text has no other. */
  readonly hint?: true;
  /** The phrase belongs to a trade that this vocabulary doesn't cover. */
  readonly elsewhere?: true;
}

interface Subject {
  readonly within: readonly string[];
  /** True for a fixture that often gives only a location: `the leak under the sink`. */
  readonly place: boolean;
  /** True if cleaning the subject is a repair. */
  readonly cleaningRepairs: boolean;
}

interface SubjectEntry {
  readonly within?: string;
  readonly words: string;
  readonly symptoms?: string;
  readonly place?: boolean;
  readonly cleaningRepairs?: boolean;
}

export interface Phrase {
  readonly tokens: readonly string[];
  readonly meanings: readonly Meaning[];
}

/** The parts of this trade are trades of their own. */
const SPLIT_TRADE = 'hvac';

const subjectEntries: Readonly<Record<string, SubjectEntry>> = data.subjects;
const workTypeEntries: Readonly<Record<WorkType, string>> = data.workTypes;
const hintEntries: Readonly<Partial<Record<WorkType, string>>> = data.hints;

const listed = (texts = ''): readonly string[] => (texts === '' ? [] : texts.split(', '));

const subjects: () => ReadonlyMap<string, Subject> = lazily(
  () =>
    new Map(
      Object.entries(subjectEntries).map(([name, { within, place = false, cleaningRepairs = false }]) => [
        name,
        { within: listed(within), place, cleaningRepairs },
      ]),
    ),
);

export const isPlace = (subject: string): boolean => subjects().get(subject)?.place ?? false;
export const isCleanedToRepair = (subject: string): boolean =>
  subjects().get(subject)?.cleaningRepairs ?? false;
/** True for a whole trade, such as plumbing. */
export const isTrade = (subject: string): boolean => subjects().get(subject)?.within.length === 0;

/** Each subject has the subjects that contain it (itself included), with the number of levels between. */
export const rangesOf: () => ReadonlyMap<string, ReadonlyMap<string, number>> = lazily(
  () => new Map([...subjects().keys()].map((name) => [name, rangeOf(name)])),
);

function rangeOf(name: string): ReadonlyMap<string, number> {
  const range = new Map([[name, 0]]);
  for (const [inner, steps] of range) {
    for (const outer of subjects().get(inner)?.within ?? []) {
      if (!range.has(outer)) range.set(outer, steps + 1);
    }
  }
  return range;
}

export const tradesOf = (subject: string): readonly string[] =>
  [...(rangesOf().get(subject)?.keys() ?? [])].filter(isTrade);

/**
 * Returns the parts of a trade that companies choose to work in: a plumber does all of plumbing, but a heating
 * company may not do cooling. The trade itself means all of its parts.
 */
export function branchesOf(subject: string): readonly string[] {
  const range = [...(rangesOf().get(subject)?.keys() ?? [])];
  return range.filter((name) =>
    isTrade(name)
      ? name !== SPLIT_TRADE || name === subject
      : subjects().get(name)?.within.includes(SPLIT_TRADE),
  );
}

const negations = new Set(
  (
    'not no dont doesnt didnt isnt wasnt arent aint wont wouldnt cant cannot couldnt hasnt havent never ' +
    'quit quits stopped stops fails failed refuses unable without'
  ).split(' '),
);

/** These words mean nothing anywhere in a phrase. */
const silent = new Set(
  (
    'a an the my our your i we you me us it its is are was were am be been being has have had having there this that these those to of for ' +
    'and or with some any just really very so like seem seems seemed all keep keeps kept gets got get getting do does did can could im ill id ive ' +
    'weve theres thats hi um uh they them their he she his her as now too will anymore longer wanna gonna'
  ).split(' '),
);

/** Returns the stems of a phrase's words. Every negation becomes `not`. */
export function phraseTokens(text: string): readonly string[] {
  const tokens = wordsOf(text)
    .filter((word) => word !== '' && !silent.has(word))
    .map((word) => (negations.has(word) ? 'not' : stem(word)));
  return tokens.filter((token, index) => token !== 'not' || tokens[index - 1] !== 'not');
}

/**
 * Phrases are indexed by their first token, longest first. All tokens are indexed by their first letter, to correct
 * typos.
 */
const index = lazily(() => {
  const phrases = new Map<string, { tokens: readonly string[]; meanings: Meaning[] }>();
  const add = (texts: string | undefined, meaning: Meaning) => {
    for (const text of listed(texts)) {
      const tokens = phraseTokens(text);
      const key = tokens.join(' ');
      const known = phrases.get(key);
      if (known === undefined) phrases.set(key, { tokens, meanings: [meaning] });
      else known.meanings.push(meaning);
    }
  };
  for (const [subject, { words, symptoms }] of Object.entries(subjectEntries)) {
    add(words, { subject });
    add(symptoms, { subject, implied: true, workType: 'repair' });
  }
  for (const workType of workTypes) {
    add(workTypeEntries[workType], { workType });
    add(hintEntries[workType], { workType, hint: true });
  }
  add(data.elsewhere, { elsewhere: true });
  add(data.plain, {});
  const all = [...phrases.values()].sort((a, b) => b.tokens.length - a.tokens.length);
  return {
    byFirst: Map.groupBy(all, ({ tokens }) => tokens[0] ?? ''),
    tokens: new Set(all.flatMap(({ tokens }) => tokens)),
    byLetter: Map.groupBy(new Set(all.flatMap(({ tokens }) => tokens)), (token) => token[0] ?? ''),
  };
});

/** Corrects typos in a token. Returns the token itself if the vocabulary has none like it. */
export function knownToken(token: string): string {
  const { tokens, byLetter } = index();
  if (tokens.has(token)) return token;
  return byLetter.get(token[0] ?? '')?.find((known) => sameToken(known, token)) ?? token;
}

/** Returns the longest phrase of the vocabulary that starts at a position. */
export function phraseAt(tokens: readonly string[], place: number): Phrase | undefined {
  return index()
    .byFirst.get(tokens[place] ?? '')
    ?.find(({ tokens: phrase }) => phrase.every((token, offset) => tokens[place + offset] === token));
}

/** Returns sample phrases of callers about every subject. */
export function everydayPhrases(): readonly string[] {
  return Object.values(subjectEntries).flatMap(({ words, symptoms }) => [
    ...listed(words).flatMap((word) => [
      `my ${word} is broken`,
      `I need a new ${word}`,
      `clean my ${word}`,
      `how much for a ${word}`,
    ]),
    ...listed(symptoms),
  ]);
}
