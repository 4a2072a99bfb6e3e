import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../lib/accounts/account.ts';
import { parseAccount } from '../lib/accounts/document/account-document.ts';
import { InvalidAccountDocument } from '../lib/accounts/document/invalid-account-document.ts';
import { demoAccount } from './demo/demo-account.ts';
import { StartFault } from './start-fault.ts';

/** Reads the accounts of a folder's `*.json` files, or returns the demo's. Reports the faults of all files at once. */
export function loadAccounts(folder: string | undefined): readonly Account[] {
  if (folder === undefined) return [parseAccount(demoAccount)];
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  if (files.length === 0) throw new StartFault([`DISPATCH_ACCOUNTS: ${folder} holds no *.json file.`]);
  const faults: string[] = [];
  const accounts = files.flatMap((name) => {
    const file = join(folder, name);
    const result = readAccountFile(file);
    if ('account' in result) return [result.account];
    faults.push(...result.faults.map((fault) => `${file}: ${fault}`));
    return [];
  });
  for (const [index, { accountId }] of accounts.entries()) {
    const first = accounts.findIndex((account) => account.accountId === accountId);
    if (first !== index)
      faults.push(`${folder}: expected one document of the account ${accountId}, not several`);
  }
  if (faults.length > 0) throw new StartFault(faults);
  return accounts;
}

type AccountFile = { readonly account: Account } | { readonly faults: readonly string[] };

/** Reads an account, or returns a line for each fault with its path and what is expected there. */
export function readAccountFile(file: string): AccountFile {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const isMissing =
      typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
    return { faults: [isMissing ? 'there is no such file or folder.' : 'expected a readable file of JSON'] };
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return { faults: ['expected an object'] };
  try {
    return { account: parseAccount(document) };
  } catch (error) {
    if (!(error instanceof InvalidAccountDocument)) throw error;
    return { faults: error.faults.map(({ path, expected }) => `${path}: expected ${expected}`) };
  }
}
