import { InvalidSecretDocument, parseSecretDocument } from '../../../lib/secrets/secret-document.ts';

export const hmac = { id: 'a', scheme: 'hmac-sha256', secret: 'exactly-16-chars', accounts: ['*'] };
export const long = 'a-shared-secret-of-32-characters';
export const shared = { id: 's', scheme: 'shared-secret', secret: long, accounts: ['acme-hvac'] };
export const apiKey = { id: 'l', account: 'acme-hvac', sha256: 'ab'.repeat(32) };

/** Why the document is refused. */
export function faultOf(text: string): InvalidSecretDocument {
  try {
    parseSecretDocument(text);
  } catch (error) {
    if (error instanceof InvalidSecretDocument) return error;
  }
  throw new Error('The document was taken.');
}

/** The faulty fields of a document. */
export const pathsOf = (document: unknown) =>
  faultOf(JSON.stringify(document)).faults.map(({ path }) => path);
