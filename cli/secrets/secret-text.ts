import { InvalidSecretDocument, parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import type { SecretDocument } from '../../lib/signatures/types.ts';
import { CliFault } from '../fault.ts';

/** Parses an integration's document, or throws a fault with a line per field, each starting with `where`. */
export function parsedSecret(where: string, text: string): SecretDocument {
  try {
    return parseSecretDocument(text);
  } catch (error) {
    if (!(error instanceof InvalidSecretDocument)) throw error;
    throw new CliFault(
      error.faults
        .map(({ path, expected }) => `${where}${path === '' ? '' : `.${path}`}: expected ${expected}`)
        .join('\n'),
    );
  }
}
