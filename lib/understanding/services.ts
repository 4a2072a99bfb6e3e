import type { ServiceType } from '../accounts/account.ts';
import { exactMatch, type ServiceMatch } from './service-match.ts';
import { words } from './words/index.ts';

/**
 * Finds the service that a text means, or the candidates to ask about. A name, alias, symptom or id wins, ignoring
 * case, punctuation and filler words; then what the account does not offer. Otherwise the vocabulary's trade and type
 * of work choose among the services, together with the similarity of names. Words of other trades match nothing.
 */
export const matchService = (
  text: string,
  serviceTypes: readonly ServiceType[],
  notOffered: readonly string[] = [],
): ServiceMatch => exactMatch(text, serviceTypes) ?? words().matchPhrase(text, serviceTypes, notOffered);
