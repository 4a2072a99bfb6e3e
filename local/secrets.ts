import { readFileSync } from 'node:fs';
import { type Integration, integrations, secretVariable } from '../lib/platforms/index.ts';
import { InvalidSecretDocument, parseSecretDocument } from '../lib/secrets/secret-document.ts';
import { demoSecrets } from './demo/demo-account.ts';
import { StartFault } from './start-fault.ts';

/** Returns an integration's secret as JSON text, as Secrets Manager does. */
export type SecretReader = (integration: Integration) => string;

/** The ids of the secrets in the environment of local functions: the names of the integrations. */
export const secretVariables: Readonly<Record<string, string>> = Object.fromEntries(
  integrations.map((integration) => [secretVariable(integration), integration]),
);

/** Reads the file on each call, so that changes apply at once. Throws if it is unreadable or incomplete. */
export function secretReader(file: string | undefined): SecretReader {
  return (integration) => {
    const document = file === undefined ? demoSecrets : readDocument(file);
    const secret = new Map(Object.entries(document)).get(integration);
    if (secret === undefined) throw new Error(`expected a secret document under "${integration}"`);
    return JSON.stringify(secret);
  };
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
  throw new Error(`expected an object with ${integrations.join(', ')}`);
}

/** Refuses to start with an invalid secrets file. Names fields, never values. */
export function checkSecrets(file: string): void {
  const read = secretReader(file);
  const faults = integrations.flatMap((integration) => faultsOf(file, integration, read));
  // An unreadable file gives the same error for each integration.
  if (faults.length > 0) throw new StartFault([...new Set(faults)]);
}

function faultsOf(file: string, integration: Integration, read: SecretReader): readonly string[] {
  try {
    parseSecretDocument(read(integration));
    return [];
  } catch (error) {
    if (error instanceof InvalidSecretDocument) {
      return error.faults.map(
        ({ path, expected }) => `${file}: ${integration}.${path}: expected ${expected}`,
      );
    }
    return [`${file}: ${error instanceof Error ? error.message : 'unreadable'}`];
  }
}
