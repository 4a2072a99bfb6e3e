import type { Account, ServiceType } from '../accounts/account.ts';
import { matchService } from '../accounts/match-service.ts';
import { either, naming, say } from './speech.ts';
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
  const match = matchService(text, account.serviceTypes);
  if (match.kind === 'match') return { kind: 'service', service: match.service };
  const suggestions = match.suggestions.map(({ name }) => name);
  const ambiguous = match.kind === 'ambiguous';
  const sentence = ambiguous ? askWhich : nameNearest;
  const question = naming(suggestions, suggestions.length, sentence, NOTHING_BOOKED);
  const reason = ambiguous ? 'ambiguous_service' : 'unknown_service';
  return { kind: 'refused', refusal: { reason, suggestions, message: say(question, NOTHING_BOOKED) } };
}

function askWhich(named: readonly string[], more: boolean): string {
  return `Please ask which one is meant: ${either([...named, ...(more ? ['another one'] : [])])}.`;
}

function nameNearest(named: readonly string[]): string {
  if (named.length === 0) return "We don't list that service.";
  return `We don't list that service. The nearest ${named.length === 1 ? 'is' : 'are'} ${either(named)}.`;
}
