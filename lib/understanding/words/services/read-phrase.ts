import {
  isPlace,
  isTrade,
  knownToken,
  type Meaning,
  phraseAt,
  phraseTokens,
  rangesOf,
  tradesOf,
  type WorkType,
} from './vocabulary.ts';

export interface Reading {
  /** What the phrase is about, with weights from 0 to 1. */
  readonly subjects: ReadonlyMap<string, number>;
  /** What the caller wants, stated or implied by a symptom; empty if unknown. */
  readonly workTypes: ReadonlySet<WorkType>;
  /** The types of work that the phrase states explicitly. */
  readonly said: ReadonlySet<WorkType>;
  /** True if a subject is named, not only implied by a symptom. */
  readonly named: boolean;
  /** Stems of words of trades that the vocabulary doesn't cover. */
  readonly elsewhere: readonly string[];
  /** Stems of words that are not in the vocabulary. */
  readonly unknown: readonly string[];
}

interface Found {
  readonly isKnown: boolean;
  readonly meanings: readonly Meaning[];
  readonly tokens: readonly string[];
  /** True if the phrase gives only a location: `behind the washer`. */
  readonly aside: boolean;
}

const asideWords = new Set([
  'under',
  'underneath',
  'beneath',
  'behind',
  'near',
  'beside',
  'below',
  'above',
  'next',
  'by',
  // These words introduce only the circumstances: `the breaker trips when I use the microwave`.
  'use',
  'run',
]);
/** A subject that a symptom implies has this weight if a named subject lies within it. */
const IMPLIED_WEIGHT = 0.5;

function find(text: string): readonly Found[] {
  const said = phraseTokens(text);
  const tokens = said.map(knownToken);
  const found: Found[] = [];
  for (let place = 0; place < tokens.length; ) {
    const phrase = phraseAt(tokens, place);
    const length = phrase?.tokens.length ?? 1;
    found.push({
      isKnown: phrase !== undefined,
      meanings: phrase?.meanings ?? [],
      tokens: said.slice(place, place + length),
      aside: isAside(tokens, place),
    });
    place += length;
  }
  return found;
}

const places = new Set(['kitchen', 'bathroom', 'laundry', 'basement']);

/** True if a preposition of place precedes the phrase, with at most the name of a room between. */
function isAside(tokens: readonly string[], place: number): boolean {
  const before = tokens[place - 1] ?? '';
  return asideWords.has(places.has(before) ? (tokens[place - 2] ?? '') : before);
}

/** True if the words are one phrase for equipment, a symptom or a type of work, with no word beside it. */
export function isServicePhrase(words: readonly string[]): boolean {
  const [only, ...others] = find(words.join(' '));
  return (
    others.length === 0 &&
    only?.tokens.length === words.length &&
    only.meanings.some(({ subject, workType, hint }) => subject ?? (hint ? undefined : workType))
  );
}

export function readPhrase(text: string): Reading {
  const found = find(text);
  const meanings = found.flatMap(({ meanings, aside }) => meanings.map((meaning) => ({ ...meaning, aside })));
  const wanted = meanings.filter(({ hint }) => !hint);
  const workTypesOf = (list: readonly Meaning[]) => new Set(list.flatMap(({ workType }) => workType ?? []));
  const hinted = (['repair', 'install', 'maintenance'] as const).find((workType) =>
    meanings.some((meaning) => meaning.hint && meaning.workType === workType),
  );
  const workTypes = workTypesOf(wanted);
  const subjects = subjectsOf(meanings);
  const named = meanings.some(({ subject, implied }) => subject !== undefined && !implied);
  const telling = found.filter(({ aside }) => !(aside && named));
  return {
    subjects,
    workTypes: workTypes.size > 0 || hinted === undefined ? workTypes : new Set<WorkType>([hinted]),
    said: workTypesOf(wanted.filter(({ implied }) => !implied)),
    named,
    elsewhere: telling
      .filter(({ meanings }) => meanings.some(({ elsewhere }) => elsewhere))
      .flatMap(({ tokens }) => tokens),
    unknown: found.filter(({ isKnown }) => !isKnown).flatMap(({ tokens }) => tokens),
  };
}

/**
 * Weighs what the phrase is about. Equipment replaces fixtures and whole trades of the same trade. A symptom's
 * subject counts if nothing is named, and half if what is named lies within it.
 */
function subjectsOf(
  meanings: readonly (Meaning & { readonly aside: boolean })[],
): ReadonlyMap<string, number> {
  const about = meanings.filter(({ subject }) => subject !== undefined);
  const nameOf = ({ subject = '' }: Meaning) => subject;
  const implied = new Set(about.filter((meaning) => meaning.implied).map(nameOf));
  const ranges = rangesOf();
  const refined = (name: string) =>
    [...implied].some((other) => other !== name && ranges.get(other)?.has(name));
  const fixed = about.filter(
    ({ implied, aside, subject = '' }) =>
      !implied && !(aside && isPlace(subject)) && !(isTrade(subject) && refined(subject)),
  );
  const named = new Set((fixed.length > 0 || implied.size > 0 ? fixed : about).map(nameOf));
  const equipment = [...named].filter((name) => !isPlace(name) && !isTrade(name));
  const kept = [...named].filter(
    (name) =>
      equipment.length === 0 || equipment.includes(name) || (isPlace(name) && !shares(name, equipment)),
  );
  const parts = kept.filter((name) => !kept.some((other) => other !== name && ranges.get(other)?.has(name)));
  const subjects = new Map(parts.map((name) => [name, 1]));
  for (const name of implied) {
    if (subjects.has(name)) continue;
    if (named.size === 0) {
      if (!refined(name)) subjects.set(name, 1);
    } else if (parts.some((part) => ranges.get(part)?.has(name))) subjects.set(name, IMPLIED_WEIGHT);
  }
  return subjects;
}

/** True if a subject belongs to a trade of the equipment. A fixture of another trade is meant as well. */
function shares(name: string, equipment: readonly string[]): boolean {
  const own = new Set(tradesOf(name));
  return equipment.some((other) => tradesOf(other).some((trade) => own.has(trade)));
}
