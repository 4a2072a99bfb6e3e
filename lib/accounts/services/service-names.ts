import { once } from '../../lazily.ts';
import type { ServiceType } from '../account.ts';
import { normalizeServiceName } from './service-tokens.ts';

/** Maximum services in one question. */
export const MAX_ASKED = 4;

export type ServiceMatch =
  | { readonly kind: 'match'; readonly service: ServiceType }
  /** Two to four candidates to ask about, nearest first. */
  | { readonly kind: 'ambiguous'; readonly suggestions: readonly ServiceType[] }
  /** Nearest first, at most twelve. */
  | { readonly kind: 'unknown'; readonly suggestions: readonly ServiceType[] }
  /** The entry of the account's `notOffered`. */
  | { readonly kind: 'not_offered'; readonly notOffered: string };

/** The services of an account by what they are called, and by their ids. */
export interface ServiceNames {
  readonly byName: ReadonlyMap<string, readonly ServiceType[]>;
  readonly byId: ReadonlyMap<string, readonly ServiceType[]>;
}

export const namesOf = once(
  (services: readonly ServiceType[]): ServiceNames => ({
    byName: bySpelling(services, ({ name, aliases, symptoms = [] }) => [name, ...aliases, ...symptoms]),
    byId: bySpelling(services, ({ id }) => [id]),
  }),
);

function bySpelling(services: readonly ServiceType[], textsOf: (service: ServiceType) => readonly string[]) {
  const found = new Map<string, ServiceType[]>();
  for (const service of services) {
    for (const spelling of new Set(textsOf(service).map(normalizeServiceName))) {
      const known = found.get(spelling);
      if (known === undefined) found.set(spelling, [service]);
      else known.push(service);
    }
  }
  return found;
}
