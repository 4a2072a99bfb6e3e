import type { Account, ServiceType } from '../accounts/account.ts';
import { matchService, type ServiceMatch } from '../accounts/services/match-service.ts';
import { all, either, naming, say } from './speech.ts';
import type { FunctionResult } from './voice-function.ts';

const NOTHING_BOOKED = 'Nothing is booked yet.';

export type ServiceArgument =
  | { readonly kind: 'service'; readonly service: ServiceType }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly refusal: FunctionResult };

/** The service type that is meant; an account with one type needs no word for it. Never a default otherwise. */
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

function refusalOf(match: Exclude<ServiceMatch, { readonly kind: 'match' }>): FunctionResult {
  if (match.kind === 'not_offered') {
    return { reason: 'not_offered', message: say(`We don't do ${match.notOffered}.`, NOTHING_BOOKED) };
  }
  const names = match.suggestions.map(({ name }) => name);
  const sentence = match.kind === 'ambiguous' ? askWhich : nameOurs;
  const message = say(naming(names, names.length, sentence, NOTHING_BOOKED), NOTHING_BOOKED);
  return match.kind === 'ambiguous'
    ? { reason: 'ambiguous_service', suggestions: names, message }
    : { reason: 'unknown_service', services: names, message };
}

function askWhich(named: readonly string[], more: boolean): string {
  return `Is it for ${either([...named, ...(more ? ['something else'] : [])])}?`;
}

function nameOurs(named: readonly string[], more: boolean): string {
  const unsure = "I'm not sure which of our services that is.";
  return named.length === 0 ? unsure : `${unsure} We do ${all([...named, ...(more ? ['more'] : [])])}.`;
}
