import type { ServiceType } from '../../../accounts/account.ts';
import { isAction, sameToken, tokensOf } from './service-tokens.ts';

/** A match needs at least this similarity (0 to 1). */
export const SIMILAR = 0.6;
/** A word that several services share or that names only an action has this weight. Other words weigh 1. */
const COMMON_WEIGHT = 0.4;

/** Finds names by their words. The index does not depend on the text. */
export interface NameIndex {
  readonly phrases: readonly { readonly service: number; readonly weight: number }[];
  readonly byToken: ReadonlyMap<string, TokenEntry>;
  /** Typos are looked up here. They are assumed not to change the first letter. */
  readonly byLetter: ReadonlyMap<string, readonly TokenEntry[]>;
}

interface TokenEntry {
  readonly token: string;
  readonly weight: number;
  readonly phrases: readonly number[];
}

const weigh = (token: string, isShared: boolean): number => (isShared || isAction(token) ? COMMON_WEIGHT : 1);

export function indexNames(serviceTypes: readonly ServiceType[]): NameIndex {
  const phrases = serviceTypes.flatMap(({ name, aliases, symptoms = [], id }, service) =>
    [name, ...aliases, ...symptoms, id].map((text) => ({ service, tokens: tokensOf(text) })),
  );
  const places = new Map<string, number[]>();
  phrases.forEach(({ tokens }, place) => {
    for (const token of tokens) {
      const known = places.get(token);
      if (known === undefined) places.set(token, [place]);
      else known.push(place);
    }
  });
  const entries = [...places].map(([token, own]): TokenEntry => {
    const [first] = own;
    const isShared = own.some((place) => phrases[place]?.service !== phrases[first ?? 0]?.service);
    return { token, weight: weigh(token, isShared), phrases: own };
  });
  const byToken = new Map(entries.map((entry) => [entry.token, entry]));
  const sum = (tokens: readonly string[]) =>
    tokens.reduce((total, token) => total + (byToken.get(token)?.weight ?? 0), 0);
  return {
    phrases: phrases.map(({ service, tokens }) => ({ service, weight: sum(tokens) })),
    byToken,
    byLetter: Map.groupBy(entries, ({ token }) => token[0] ?? ''),
  };
}

/**
 * Compares each service's nearest name with a text: a weighted Dice coefficient, 0 to 1. A name that contains every
 * word of the text always reaches `SIMILAR` (`furnace` for `gas furnace repair`). A name without the requested action
 * never does (`AC installation` for `AC repair`).
 */
export function similarities(
  text: string,
  { phrases, byToken, byLetter }: NameIndex,
  services: number,
): Float64Array {
  const wanted = tokensOf(text).map((token) => sought(token, byToken, byLetter));
  const wantedWeight = wanted.reduce((sum, { weight }) => sum + weight, 0);
  const shared = new Float64Array(phrases.length);
  const found = new Uint16Array(phrases.length);
  const foundActions = new Uint16Array(phrases.length);
  for (const { entries, weight, action } of wanted) {
    for (const place of placesOf(entries)) {
      shared[place] = (shared[place] ?? 0) + weight;
      found[place] = (found[place] ?? 0) + 1;
      if (action) foundActions[place] = (foundActions[place] ?? 0) + 1;
    }
  }
  for (const entry of new Set(wanted.flatMap(({ entries }) => entries))) {
    for (const place of entry.phrases) shared[place] = (shared[place] ?? 0) + entry.weight;
  }
  const actions = wanted.filter(({ action }) => action).length;
  const best = new Float64Array(services);
  phrases.forEach(({ service, weight }, place) => {
    if (found[place] === 0) return;
    const dice = (shared[place] ?? 0) / (wantedWeight + weight);
    const capped = (foundActions[place] ?? 0) < actions ? Math.min(dice, SIMILAR / 2) : dice;
    const score = found[place] === wanted.length ? SIMILAR + (1 - SIMILAR) * dice : capped;
    if (score > (best[service] ?? 0)) best[service] = score;
  });
  return best;
}

function sought(token: string, byToken: NameIndex['byToken'], byLetter: NameIndex['byLetter']) {
  const exact = byToken.get(token);
  const similar = (byLetter.get(token[0] ?? '') ?? []).filter(
    (entry) => entry !== exact && sameToken(entry.token, token),
  );
  const entries = exact === undefined ? similar : [exact, ...similar];
  const action = isAction(token);
  return { entries, action, weight: exact?.weight ?? similar[0]?.weight ?? weigh(token, false) };
}

/** Returns the positions of the phrases that have one of the tokens, each once. */
function placesOf(entries: readonly TokenEntry[]): Iterable<number> {
  const [only, ...others] = entries;
  if (only === undefined) return [];
  return others.length === 0 ? only.phrases : new Set(entries.flatMap(({ phrases }) => phrases));
}
