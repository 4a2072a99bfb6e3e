import { readFileSync } from 'node:fs';
import type { Integration } from '../../lib/platforms/index.ts';
import { InvalidSecretDocument, parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import type { SigningKey } from '../../lib/signatures/types.ts';
import { secretReader } from '../../local/secrets.ts';
import { CliFault } from '../fault.ts';

/** The key with that id, or the first one that can sign. */
export function pickKey(keys: readonly SigningKey[], integration: Integration, id?: string): SigningKey {
  const key = keys.find((candidate) =>
    id === undefined ? candidate.scheme !== 'ed25519' : candidate.id === id,
  );
  if (key !== undefined) return key;
  const known = keys.map((candidate) => candidate.id).join(', ') || 'none';
  throw new CliFault(`${integration} has no key ${id ?? 'to sign with'}; its keys are: ${known}.`);
}

/** The keys in a secrets file as `npm start` takes it or in one integration's document; without a file, the demo's. */
export function readKeys(file: string | undefined, integration: Integration): readonly SigningKey[] {
  try {
    return parseSecretDocument(documentText(file, integration)).keys;
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable';
    if (error instanceof InvalidSecretDocument) throw new CliFault(`${file}: ${why}`);
    throw new CliFault(`The secrets of ${integration} can't be read from ${file}: ${why}`);
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
