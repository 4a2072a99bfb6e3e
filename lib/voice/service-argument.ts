import type { Account, ServiceType } from '../accounts/account.ts';
import { matchService } from '../accounts/match-service.ts';
import { either, say } from './speech.ts';
import type { FunctionResult } from './voice-function.ts';

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
  const match = matchService(text, account.serviceTypes);
  if (match.kind === 'match') return { kind: 'service', service: match.service };
  const suggestions = match.suggestions.map(({ name }) => name);
  const ambiguous = match.kind === 'ambiguous';
  const question = ambiguous
    ? `Please ask which one is meant: ${either(suggestions)}.`
    : suggestions.length > 0
      ? `We don't list that service. The nearest are ${either(suggestions)}.`
      : "We don't list that service.";
  const reason = ambiguous ? 'ambiguous_service' : 'unknown_service';
  return {
    kind: 'refused',
    refusal: { reason, suggestions, message: say(question, 'Nothing is booked yet.') },
  };
}
