import type { Account } from '../../lib/accounts/account.ts';
import { readAccountFile } from '../../local/accounts.ts';
import { CliFault } from '../fault.ts';

/** The account of a file, or a fault with a line for each fault of the document. */
export function accountOf(file: string): Account {
  const result = readAccountFile(file);
  if ('account' in result) return result.account;
  throw new CliFault(result.faults.map((fault) => `${file}: ${fault}`).join('\n'));
}
