import type { ServiceType } from '../accounts/account.ts';
import { namesOf, normalizeServiceName } from '../accounts/service-names.ts';

/** One question names at most this many services. */
export const MAX_ASKED = 4;

export type ServiceMatch =
  | { readonly kind: 'match'; readonly service: ServiceType }
  /** Two to four candidates to ask about, nearest first. */
  | { readonly kind: 'ambiguous'; readonly suggestions: readonly ServiceType[] }
  /** Nearest first, at most twelve. */
  | { readonly kind: 'unknown'; readonly suggestions: readonly ServiceType[] }
  /** The entry of the account's `notOffered`. */
  | { readonly kind: 'not_offered'; readonly notOffered: string };

/** Finds the service whose name, alias, symptom or id a text is; undefined for any other text. */
export function exactMatch(text: string, serviceTypes: readonly ServiceType[]): ServiceMatch | undefined {
  const wanted = normalizeServiceName(text);
  const { byName, byId } = namesOf(serviceTypes);
  const [only, ...others] = (wanted === '' ? undefined : (byName.get(wanted) ?? byId.get(wanted))) ?? [];
  if (only === undefined) return undefined;
  return others.length === 0
    ? { kind: 'match', service: only }
    : { kind: 'ambiguous', suggestions: [only, ...others].slice(0, MAX_ASKED) };
}
