import type { Account, ServiceType } from '../../accounts/account.ts';
import { matchService } from '../../understanding/services/match-service.ts';
import type { ServiceMatch } from '../../understanding/services/service-match.ts';
import { services } from '../../wording/en/services.ts';
import { naming } from '../../wording/speech.ts';
import { parts } from '../message.ts';
import type { ServiceRefusal } from '../results/services.ts';

export type ServiceArgument =
  | { readonly kind: 'service'; readonly service: ServiceType }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly refusal: ServiceRefusal };

/** The service type that is meant. It may be omitted if the account has only one; otherwise there is no default. */
export function resolveService(text: string | undefined, account: Account): ServiceArgument {
  const [only, ...others] = account.serviceTypes;
  if (text === undefined) {
    return only !== undefined && others.length === 0
      ? { kind: 'service', service: only }
      : { kind: 'missing' };
  }
  const match = matchService(text, account.serviceTypes, account.notOffered);
  return match.kind === 'match'
    ? { kind: 'service', service: match.service }
    : { kind: 'refused', refusal: refusalOf(match) };
}

/** The most services that a caller hears at once; the model gets all of them. */
const SPOKEN_SERVICES = 4;

function refusalOf(match: Exclude<ServiceMatch, { readonly kind: 'match' }>): ServiceRefusal {
  if (match.kind === 'not_offered')
    return { reason: 'not_offered', message: parts(services.notOffered(match.notOffered)) };
  const names = match.suggestions.map(({ name }) => name);
  if (match.kind === 'ambiguous')
    return {
      reason: 'ambiguous_service',
      suggestions: names,
      message: parts(naming(names, names.length, services.which)),
    };
  return {
    reason: 'unknown_service',
    services: names,
    message: parts(services.notSure, naming(names, SPOKEN_SERVICES, services.ours, services.notSure)),
  };
}
