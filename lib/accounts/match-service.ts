import type { ServiceType } from './account.ts';
import { isAction, normaliseServiceName, sameToken, tokensOf } from './service-tokens.ts';

export { normaliseServiceName };

export type ServiceMatch =
  | { readonly kind: 'match'; readonly service: ServiceType }
  /** Nearest first, at most three. */
  | { readonly kind: 'ambiguous' | 'unknown'; readonly suggestions: readonly ServiceType[] };

const MAX_SUGGESTIONS = 3;
/** Minimum similarity (0 to 1) of a match. */
const THRESHOLD = 0.6;
/** Minimum lead of the best match over the second best. */
const LEAD = 0.15;
/** Weight of a word that several services share or that names only an action. Other words weigh 1. */
const COMMON_WEIGHT = 0.4;

type Weigh = (token: string) => number;

/**
 * Computes a value once per object and drops it with the object. A cached account keeps the same service objects, and
 * tokenizing hundreds of names takes milliseconds.
 */
function once<Key extends WeakKey, Value>(workOut: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = workOut(key);
    known.set(key, value);
    return value;
  };
}

const readingOf = once(({ name, aliases, id }: ServiceType) => ({
  names: [name, ...aliases].map(normaliseServiceName),
  id: normaliseServiceName(id),
}));

const phrasesOf = once(({ name, aliases, id }: ServiceType) => [name, ...aliases, id].map(tokensOf));

const weightsOf = once((serviceTypes: readonly ServiceType[]) =>
  weighBy(serviceTypes.map((service) => phrasesOf(service).flat())),
);

const has = (tokens: readonly string[], token: string): boolean =>
  tokens.some((candidate) => sameToken(candidate, token));

/**
 * The service that a text means, or the candidates to ask about. A name, alias or id wins, ignoring case, punctuation,
 * filler words and typos; otherwise the most similar service, if it is similar enough and clearly the best.
 */
export function matchService(text: string, serviceTypes: readonly ServiceType[]): ServiceMatch {
  const wanted = normaliseServiceName(text);
  const exact = exactMatches(wanted, serviceTypes);
  const [only] = exact;
  if (only !== undefined && exact.length === 1) return { kind: 'match', service: only };
  if (exact.length > 1) return { kind: 'ambiguous', suggestions: exact.slice(0, MAX_SUGGESTIONS) };
  return nearestMatch(tokensOf(text), serviceTypes);
}

function exactMatches(wanted: string, serviceTypes: readonly ServiceType[]): readonly ServiceType[] {
  if (wanted === '') return [];
  const named = serviceTypes.filter((service) => readingOf(service).names.includes(wanted));
  if (named.length > 0) return named;
  return serviceTypes.filter((service) => readingOf(service).id === wanted);
}

function nearestMatch(wanted: readonly string[], serviceTypes: readonly ServiceType[]): ServiceMatch {
  const weigh = weightsOf(serviceTypes);
  const ranked = serviceTypes
    .map((service) => ({
      service,
      score: Math.max(...phrasesOf(service).map((phrase) => similarity(wanted, phrase, weigh))),
    }))
    .sort((a, b) => b.score - a.score);
  const best = ranked[0];
  const suggest = (list: typeof ranked) => list.slice(0, MAX_SUGGESTIONS).map(({ service }) => service);
  if (best === undefined || best.score < THRESHOLD) return { kind: 'unknown', suggestions: suggest(ranked) };
  const close = ranked.filter(({ score }) => score >= THRESHOLD && best.score - score < LEAD);
  if (close.length > 1) return { kind: 'ambiguous', suggestions: suggest(close) };
  return { kind: 'match', service: best.service };
}

function weighBy(vocabularies: readonly (readonly string[])[]): Weigh {
  const known = new Map<string, number>();
  return (token) => {
    const before = known.get(token);
    if (before !== undefined) return before;
    const shared = vocabularies.filter((vocabulary) => has(vocabulary, token)).length > 1;
    const weight = shared || isAction(token) ? COMMON_WEIGHT : 1;
    known.set(token, weight);
    return weight;
  };
}

/**
 * Weighted Dice coefficient, 0 to 1. A phrase that contains every word of the text always matches (`furnace` for `gas
 * furnace repair`); one without the requested action never does (`AC installation` for `AC repair`).
 */
function similarity(wanted: readonly string[], phrase: readonly string[], weigh: Weigh): number {
  if (wanted.length === 0 || phrase.length === 0) return 0;
  const sum = (tokens: readonly string[]) => tokens.reduce((total, token) => total + weigh(token), 0);
  const found = wanted.filter((token) => has(phrase, token));
  const shared = found.length === 0 ? 0 : sum(phrase.filter((token) => has(wanted, token))) + sum(found);
  const dice = shared / (sum(wanted) + sum(phrase));
  if (found.length === wanted.length) return THRESHOLD + (1 - THRESHOLD) * dice;
  const otherAction = wanted.some((token) => isAction(token) && !has(phrase, token));
  return otherAction ? Math.min(dice, THRESHOLD / 2) : dice;
}
