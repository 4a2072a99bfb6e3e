import type { ServiceType } from '../../../accounts/account.ts';
import { normalizeServiceName } from '../../../accounts/service-names.ts';
import { exactMatch, MAX_ASKED, type ServiceMatch } from '../../service-match.ts';
import { SIMILAR, similarities } from './name-similarity.ts';
import { isNotOffered } from './not-offered.ts';
import { type Reading, readPhrase } from './read-phrase.ts';
import { catalogOf, type ServiceCatalog } from './service-catalog.ts';
import { allowsWorkType, fitOf, STATED, sharesTrade } from './service-fit.ts';

export { isServicePhrase } from './read-phrase.ts';

const MAX_NAMED = 12;
/** A match needs at least this fit (0 to 1). */
const FITTING = 0.6;
/** A candidate to ask about needs at least `ASKED`, and may be `ASKED_BEHIND` behind the best. */
const ASKED = 0.25;
const ASKED_BEHIND = 0.3;
/** Candidates this close to the best one are its rivals, by score or by similarity of names. */
const LEAD = 0.16;
const NAME_LEAD = 0.15;
/** A name that contradicts the vocabulary must be at least this similar. */
const CONFLICTING = 0.8;
/** The similarity of names has this weight in a score. */
const NAME_SHARE = 0.1;

interface Candidate {
  readonly service: ServiceType;
  readonly fit: number;
  readonly outright: boolean;
  readonly similarity: number;
  readonly score: number;
  readonly allowed: boolean;
  readonly sameTrade: boolean;
  /** True if the phrase and the service are about different things. */
  readonly unrelated: boolean;
  readonly generic: boolean;
}

/** Finds the service that a phrase means, or the candidates to ask about. The phrase is not a name. */
export function matchPhrase(
  text: string,
  serviceTypes: readonly ServiceType[],
  notOffered: readonly string[],
): ServiceMatch {
  const phrase = readPhrase(text);
  const refused = notOffered.find((entry) => isNotOffered(entry, text, phrase));
  if (refused !== undefined) return { kind: 'not_offered', notOffered: refused };
  return nearestMatch(text, phrase, catalogOf(serviceTypes));
}

/**
 * Returns each of the caller's services that a text may mean, however unlikely, because the text chooses what is
 * canceled or moved. Returns none if the text is not understood, or means another service of the company.
 */
export function servicesMeant(
  text: string,
  serviceTypes: readonly ServiceType[],
  isTheirs: (service: ServiceType) => boolean,
): readonly ServiceType[] {
  const exact = exactMatch(text, serviceTypes);
  if (exact !== undefined) return matched(exact).filter(isTheirs);
  const phrase = readPhrase(text);
  const ranked = rank(text, phrase, catalogOf(serviceTypes));
  const best = matched(nearestMatch(text, phrase, catalogOf(serviceTypes)));
  if (best.length === 0) return serviceTypes.filter((one) => isTheirs(one) && hasWords(one.name, text));
  if (!best.some(isTheirs)) return [];
  const mayBeMeant = ({ service, fit, unrelated, similarity }: Candidate) =>
    best.includes(service) || fit >= ASKED || (!unrelated && similarity >= SIMILAR);
  return servicesOf(ranked.filter(mayBeMeant)).filter(isTheirs);
}

function matched(match: ServiceMatch): readonly ServiceType[] {
  if (match.kind === 'match') return [match.service];
  return match.kind === 'ambiguous' ? match.suggestions : [];
}

/** True if a name has all the words: `the heater` may mean `Water Heater Repair`. */
function hasWords(name: string, words: string): boolean {
  const known = new Set(normalizeServiceName(name).split(' '));
  return normalizeServiceName(words)
    .split(' ')
    .every((word) => known.has(word));
}

function nearestMatch(text: string, phrase: Reading, catalog: ServiceCatalog): ServiceMatch {
  const ranked = rank(text, phrase, catalog);
  const isElsewhere = phrase.elsewhere.some((word) => !catalog.names.byToken.has(word));
  const meant = isElsewhere ? undefined : choose(phrase, ranked);
  return meant ?? { kind: 'unknown', suggestions: servicesOf(ranked).slice(0, MAX_NAMED) };
}

function rank(text: string, phrase: Reading, catalog: ServiceCatalog): readonly Candidate[] {
  const { services, readings, names, branches } = catalog;
  const similar = similarities(text, names, services.length);
  const fits = new Map(
    [...new Set(readings)].map((reading) => {
      const { score: fit, outright } = fitOf(phrase, reading, branches);
      const allowed = allowsWorkType(phrase, reading);
      const sameTrade = sharesTrade(phrase, reading);
      const unrelated = fit === 0 && phrase.subjects.size > 0 && reading.subjects.size > 0;
      return [reading, { fit, outright, allowed, sameTrade, unrelated, generic: reading.generic }];
    }),
  );
  return readings
    .flatMap((reading, place): Candidate[] => {
      const service = services[place];
      const fit = fits.get(reading);
      if (service === undefined || fit === undefined) return [];
      const similarity = similar[place] ?? 0;
      return [{ ...fit, service, similarity, score: fit.fit + NAME_SHARE * similarity }];
    })
    .sort((a, b) => b.score - a.score);
}

const servicesOf = (candidates: readonly Candidate[]) => candidates.map(({ service }) => service);

function choose(phrase: Reading, ranked: readonly Candidate[]): ServiceMatch | undefined {
  const named = bySimilarity(ranked);
  const fitting = ranked.filter(({ outright, fit }) => outright && fit >= FITTING);
  const [best] = fitting;
  if (best === undefined) {
    const [first, ...others] = named;
    if (first !== undefined && others.length === 0) return { kind: 'match', service: first.service };
    return named.length > 1 ? ambiguous(named) : ask(ranked);
  }
  if (isDoubtful(phrase)) return ask(ranked);
  const close = fitting.filter(({ score }) => best.score - score < LEAD);
  const [byName] = named.length === 1 ? named : [];
  if (byName !== undefined) {
    if (close.includes(byName)) return { kind: 'match', service: byName.service };
    if (byName.similarity >= CONFLICTING) return ambiguous([...close, byName]);
  }
  if (close.length > 1) return ambiguous(close);
  // A broken charger may need a service call or the installation of a new charger, so the caller is asked.
  const rivals =
    best.generic && best.fit < STATED
      ? ranked.filter(
          ({ outright, generic, fit }) => !(outright && generic) && fit >= ASKED && fit < best.fit,
        )
      : [];
  return rivals.length > 0 ? ambiguous([best, ...rivals]) : { kind: 'match', service: best.service };
}

/**
 * True if unknown words may indicate another trade: a boat can leak, too, and an outlet mall has no outlets. A stated
 * problem or wish with named equipment leaves no doubt.
 */
const isDoubtful = ({ subjects, named, workTypes, unknown }: Reading): boolean =>
  subjects.size > 0 && unknown.length > 0 && (!named || workTypes.size === 0);

/** Returns the services whose names are nearly as similar as the most similar one. */
function bySimilarity(ranked: readonly Candidate[]): readonly Candidate[] {
  const similar = ranked
    .filter(({ allowed, unrelated, similarity }) => allowed && !unrelated && similarity >= SIMILAR)
    .sort((a, b) => b.similarity - a.similarity);
  const nearest = similar[0]?.similarity ?? 0;
  return similar.filter(({ similarity }) => nearest - similarity < NAME_LEAD);
}

function ambiguous(candidates: readonly Candidate[]): ServiceMatch {
  return { kind: 'ambiguous', suggestions: servicesOf(candidates).slice(0, MAX_ASKED) };
}

/** Asks about the candidates. A single one is supplemented by services of the same trade. */
function ask(ranked: readonly Candidate[]): ServiceMatch | undefined {
  const best = ranked[0]?.fit ?? 0;
  const near = ranked.filter(({ fit }) => fit >= ASKED && best - fit <= ASKED_BEHIND);
  if (near.length === 0) return undefined;
  const kin = ranked.filter((one) => !near.includes(one) && (one.sameTrade || (one.generic && one.fit > 0)));
  const all = [...near, ...kin.filter(({ allowed }) => allowed), ...kin.filter(({ allowed }) => !allowed)];
  return all.length < 2 ? undefined : ambiguous(near.length > 1 ? near : all);
}
