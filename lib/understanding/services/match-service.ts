import { matchPhrase } from '#service-phrases';
import type { ServiceType } from '../../accounts/account.ts';
import { namesOf, normalizeServiceName, type ServiceNames } from '../../accounts/service-names.ts';
import { MAX_ASKED, type ServiceMatch } from './service-match.ts';

/**
 * The service that a text means, or the candidates to ask about. A name, alias, symptom or id wins, ignoring case,
 * punctuation and filler words; then what the account does not offer. Otherwise the vocabulary's trade and type of
 * work choose among the services, together with the similarity of names. Words of other trades match nothing.
 */
export function matchService(
  text: string,
  serviceTypes: readonly ServiceType[],
  notOffered: readonly string[] = [],
): ServiceMatch {
  const exact = exactMatches(normalizeServiceName(text), namesOf(serviceTypes));
  const [only] = exact;
  if (only !== undefined && exact.length === 1) return { kind: 'match', service: only };
  if (exact.length > 1) return { kind: 'ambiguous', suggestions: exact.slice(0, MAX_ASKED) };
  return matchPhrase(text, serviceTypes, notOffered);
}

function exactMatches(wanted: string, { byName, byId }: ServiceNames): readonly ServiceType[] {
  if (wanted === '') return [];
  return byName.get(wanted) ?? byId.get(wanted) ?? [];
}
