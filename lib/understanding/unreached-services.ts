import type { ServiceType } from '../accounts/account.ts';
import { matchService } from './services.ts';
import { everydayPhrases } from './words/services/vocabulary.ts';

/**
 * Finds services that no sample phrase of the vocabulary matches or asks about. Services with symptoms or aliases
 * don't count, because callers' own words reach them.
 */
export function unreachedServices(serviceTypes: readonly ServiceType[]): readonly ServiceType[] {
  const reached = new Set<ServiceType>();
  for (const phrase of everydayPhrases()) {
    const match = matchService(phrase, serviceTypes);
    if (match.kind === 'match') reached.add(match.service);
    if (match.kind === 'ambiguous') for (const service of match.suggestions) reached.add(service);
  }
  return serviceTypes.filter(
    (service) =>
      !reached.has(service) && (service.symptoms ?? []).length === 0 && service.aliases.length === 0,
  );
}
