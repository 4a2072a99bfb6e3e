import type { Account } from '../accounts/account.ts';
import { techniciansNamed } from '../accounts/technicians.ts';
import { words } from './words/index.ts';
import type { SaidTechnicians } from './words/technicians.ts';

/** Reads a name, or words for technicians such as `anyone but Ben`. */
export function saidTechnicians(account: Account, text: string): SaidTechnicians {
  const plain = text.replace(/[’‘]/g, "'").trim();
  const exact = techniciansNamed(account, plain);
  return exact.length > 0
    ? { kind: 'named', technicians: exact }
    : words().techniciansInWords(account, plain);
}

/** True if a text refers to the technician of an earlier visit, or to anyone else than that technician. */
export const meansBefore = (account: Account, text: string): boolean =>
  saidTechnicians(account, text).kind === 'compared';
