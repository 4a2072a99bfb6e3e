import { readFileSync } from 'node:fs';
import type { Integration } from '../../lib/platforms/index.ts';
import type { SigningKey } from '../../lib/signatures/types.ts';
import { secretReader } from '../../local/secrets.ts';
import { CliFault, fileFault } from '../fault.ts';
import { parsedSecret } from './secret-text.ts';

/** Which key of an integration to sign with. */
export interface KeyChoice {
  /** The key with that id; default: the first that can sign and may act for the account. */
  readonly id?: string | undefined;
  /** Any, if unknown. */
  readonly account?: string | undefined;
}

/** The chosen key. A fault says which key is missing. */
export function pickKey(
  keys: readonly SigningKey[],
  integration: Integration,
  { id, account }: KeyChoice = {},
): SigningKey {
  const known = keys.map((key) => key.id).join(', ') || 'none';
  const able = keys.filter((key) => (id === undefined ? key.scheme !== 'ed25519' : key.id === id));
  const key = able.find(({ accounts }) => id !== undefined || mayActFor(accounts, account));
  if (key !== undefined) return key;
  const [first] = able;
  if (first === undefined)
    throw new CliFault(`${integration}: there is no key ${id ?? 'to sign with'}; its keys are: ${known}.`);
  throw new CliFault(
    `${integration}: there is no key that may act for the account ${account}; its keys are: ${known}. Such as: secrets grant ${integration} ${first.id} --account ${account}`,
  );
}

const mayActFor = (accounts: readonly string[], account: string | undefined): boolean =>
  account === undefined || accounts.includes('*') || accounts.includes(account);

/** The keys in a secrets file as `npm start` takes it or in one integration's document; without a file, the demo's. */
export function readKeys(file: string | undefined, integration: Integration): readonly SigningKey[] {
  try {
    return parsedSecret(`${file}: ${integration}`, documentText(file, integration)).keys;
  } catch (error) {
    if (error instanceof CliFault) throw error;
    const found = fileFault(error, file);
    if (found !== undefined) throw new CliFault(found);
    const why = error instanceof Error ? error.message : 'unreadable';
    throw new CliFault(`${file}: the secrets of ${integration} can't be read: ${why}`);
  }
}

function documentText(file: string | undefined, integration: Integration): string {
  if (file !== undefined) {
    const text = readFileSync(file, 'utf8');
    if (isSingle(text)) return text;
  }
  return secretReader(file)(integration);
}

/** Whether the text is one integration's document rather than one with all three. */
function isSingle(text: string): boolean {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null && 'keys' in document;
  } catch {
    return false;
  }
}
