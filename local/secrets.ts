import { readFileSync } from 'node:fs';
import { secretVariable, type WebhookSender, webhookSenderIds } from '../lib/platforms/index.ts';
import { InvalidSecretDocument, parseSecretDocument } from '../lib/secrets/secret-document.ts';
import { demoSecrets } from './demo/demo-account.ts';
import { StartFault } from './start-fault.ts';

/** Returns the secret of a sender of webhooks as JSON text, as Secrets Manager does. */
export type SecretReader = (sender: WebhookSender) => string;

/** The ids of the secrets in the environment of local functions: the names of the senders of webhooks. */
export const secretVariables: Readonly<Record<string, string>> = Object.fromEntries(
  webhookSenderIds.map((sender) => [secretVariable(sender), sender]),
);

/** Reads the file on each call, so that changes apply at once. Throws if it is unreadable or incomplete. */
export function secretReader(file: string | undefined): SecretReader {
  return (sender) => {
    const secret = secretIn(file === undefined ? demoSecrets : readDocument(file), sender);
    if (secret === undefined) throw new Error(`expected a secret document under "${sender}"`);
    return secret;
  };
}

/** Nothing else needs providers of messages, so a file may leave them out. */
const defaults: ReadonlyMap<string, object> = new Map([['messaging', { keys: [] }]]);

/** Returns the secret of a sender of webhooks in an object of all; undefined if it has none. */
export function secretIn(documents: object, sender: WebhookSender): string | undefined {
  const secret: unknown = new Map(Object.entries(documents)).get(sender) ?? defaults.get(sender);
  return secret === undefined ? undefined : JSON.stringify(secret);
}

function readDocument(file: string): object {
  const text = readFileSync(file, 'utf8');
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which holds secrets.
    throw new Error('is not JSON');
  }
  if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document;
  throw new Error(`expected an object with ${webhookSenderIds.join(', ')}`);
}

/** Refuses to start with an invalid secrets file. Names fields, never values. */
export function checkSecrets(file: string): void {
  const read = secretReader(file);
  const faults = webhookSenderIds.flatMap((sender) => faultsOf(file, sender, read));
  // An unreadable file gives the same error for each sender.
  if (faults.length > 0) throw new StartFault([...new Set(faults)]);
}

function faultsOf(file: string, sender: WebhookSender, read: SecretReader): readonly string[] {
  try {
    parseSecretDocument(read(sender));
    return [];
  } catch (error) {
    if (error instanceof InvalidSecretDocument) {
      return error.faults.map(({ path, expected }) => `${file}: ${sender}.${path}: expected ${expected}`);
    }
    return [`${file}: ${error instanceof Error ? error.message : 'unreadable'}`];
  }
}
