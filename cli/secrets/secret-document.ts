import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { oneLine } from '../../lib/normalized.ts';
import type { WebhookSender } from '../../lib/platforms/index.ts';
import { InvalidSecretDocument, parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import type { ApiKey, SecretDocument, SigningKey } from '../../lib/signatures/types.ts';
import { secretReader } from '../../local/secrets.ts';
import { CliFault, fileFault } from '../fault.ts';
import { parseValue } from '../json.ts';

/** Parses an integration's document, or throws a fault with a line per field, each of which begins with `where`. */
export function parsedSecret(where: string, text: string): SecretDocument {
  try {
    return parseSecretDocument(text);
  } catch (error) {
    if (!(error instanceof InvalidSecretDocument)) throw error;
    const lines = error.faults.flatMap(({ path, expected }) => {
      const isUnknown = path === '' && expected === 'no unknown fields';
      const paths = isUnknown ? unknownIn(text) : [path];
      return paths.map((name) => `${where}${name === '' ? '' : `.${name}`}: expected ${expected}`);
    });
    throw new CliFault(lines.join('\n'));
  }
}

/** Returns the names of a document's unknown fields, or an empty one for the whole document if they may be secrets. */
function unknownIn(text: string): readonly string[] {
  const names = Object.keys(JSON.parse(text)).filter((name) => !['keys', 'apiKeys'].includes(name));
  return names.every((name) => /^[A-Za-z]{1,15}$/.test(name)) ? names : [''];
}

/**
 * Reads the keys of an integration from a file, as `npm start` takes it or with the document of one integration. Without a
 * file, returns the demo's keys.
 */
export function readKeys(file: string | undefined, integration: WebhookSender): readonly SigningKey[] {
  try {
    return parsedSecret(`${file}: ${integration}`, documentText(file, integration)).keys;
  } catch (error) {
    if (error instanceof CliFault) throw error;
    const why = error instanceof Error ? error.message : 'unreadable';
    throw new CliFault(
      fileFault(error, file) ?? `${file}: the secrets of ${integration} can't be read: ${why}`,
    );
  }
}

function documentText(file: string | undefined, integration: WebhookSender): string {
  if (file === undefined) return secretReader(file)(integration);
  const text = readFileSync(file, 'utf8');
  const document = parseValue(text);
  const isOfOne = typeof document === 'object' && document !== null && 'keys' in document;
  return isOfOne ? text : secretReader(file)(integration);
}

/** Which key of an integration to sign with. */
interface KeyChoice {
  /** The id of the key; default: the first key that can sign and may act for the account. */
  readonly id?: string | undefined;
  /** The account that the key must act for; default: any. */
  readonly account?: string | undefined;
}

/** Returns the chosen key. Its fault says which key is missing. */
export function pickKey(
  keys: readonly SigningKey[],
  integration: WebhookSender,
  { id, account }: KeyChoice = {},
): SigningKey {
  const known = keys.map((key) => key.id).join(', ') || 'none';
  const able = keys.filter((key) => (id === undefined ? key.scheme !== 'ed25519' : key.id === id));
  const mayAct = ({ accounts }: SigningKey) =>
    account === undefined || accounts.includes('*') || accounts.includes(account);
  const key = able.find((one) => id !== undefined || mayAct(one));
  if (key !== undefined) return key;
  const [first] = able;
  if (first === undefined)
    throw new CliFault(`${integration}: there is no key ${id ?? 'to sign with'}; its keys are: ${known}.`);
  throw new CliFault(
    `${integration}: there is no key that may act for the account ${account}; its keys are: ${known}. Such as: secrets grant ${integration} ${first.id} --account ${account}`,
  );
}

/** Returns the key or API key with that id. */
export function keyOf(
  { keys, apiKeys }: SecretDocument,
  integration: WebhookSender,
  id: string,
): SigningKey | ApiKey {
  const all = [...keys, ...apiKeys];
  const found = all.find((key) => key.id === id);
  if (found !== undefined) return found;
  const known = all.map((key) => key.id).join(', ') || 'none';
  throw new CliFault(`${integration}: there is no key ${id}; its keys are: ${known}.`);
}

/** Returns a default id: the owner of the key, the date (UTC) and random letters. */
export const newKeyId = (owner: string, now: Date): string =>
  `${owner}-${now.toISOString().slice(0, 10)}-${randomBytes(2).toString('hex')}`;

/** Returns the parts of a document that may be shown, which are all but the secrets. */
export const summary = ({ keys, apiKeys }: SecretDocument) => ({
  keys: keys.map(({ id, scheme, header, accounts }) => ({
    ...{ id, scheme },
    ...(header && { header }),
    accounts,
  })),
  apiKeys: apiKeys.map(({ id, account }) => ({ id, account })),
});

/** Returns the summary of a document as text. */
export function summaryText({ keys, apiKeys }: SecretDocument): string {
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  return [
    `Well-formed: ${counted(keys.length, 'key')}, ${counted(apiKeys.length, 'API key')}.`,
    ...keys.map(({ id, scheme, accounts }) => `key ${id}: ${scheme}, accounts ${accounts.join(', ')}`),
    ...apiKeys.map(({ id, account }) => `API key ${id}: account ${account}`),
    ...(keys.length + apiKeys.length === 0 ? ['Every request is refused until a key is set.'] : []),
  ]
    .map(oneLine)
    .join('\n');
}

/** Returns a key read from stdin, without the newline that a shell adds. */
export function keyFrom(input: Buffer): string {
  const key = input.toString().replace(/\r?\n$/, '');
  if (key.trim() === '') throw new CliFault('stdin: expected the key, such as: printf %s "$KEY" | …');
  return key;
}
