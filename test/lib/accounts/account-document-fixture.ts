import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { InvalidAccountDocument } from '../../../lib/accounts/document/invalid-account-document.ts';

export const service = { id: 'ac', name: 'AC Repair', durationMinutes: 60 };
/** A document with the required fields only. */
export const least = {
  accountId: 'acme',
  name: 'Acme',
  timezone: 'America/New_York',
  hours: {},
  serviceTypes: [],
  technicians: [],
};
export const technician = { id: 'ana', name: 'Ana' };

/** What was expected of each faulty field, by its path. */
export function faultsOf(document: unknown): Record<string, string> {
  try {
    parseAccount(document);
  } catch (error) {
    if (!(error instanceof InvalidAccountDocument)) throw error;
    return Object.fromEntries(error.faults.map(({ path, expected }) => [path, expected]));
  }
  return {};
}
/** The paths that are faulty in a document with these fields. */
export const pathsOf = (fields: object): string[] => Object.keys(faultsOf({ ...least, ...fields }));
