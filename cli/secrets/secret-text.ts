import type { FieldError } from '../../lib/field-errors.ts';
import { InvalidSecretDocument, parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import type { SecretDocument } from '../../lib/signatures/types.ts';
import { CliFault } from '../fault.ts';

const isUnknown = ({ path, expected }: FieldError): boolean =>
  path === '' && expected === 'no unknown fields';

/** The names of a document's unknown fields, unless they may be secrets; otherwise that of the whole. */
function unknownIn(text: string): readonly string[] {
  const names = Object.keys(JSON.parse(text)).filter((name) => !['keys', 'apiKeys'].includes(name));
  return names.every((name) => /^[A-Za-z]{1,15}$/.test(name)) ? names : [''];
}

/** Parses an integration's document, or throws a fault with a line per field, each starting with `where`. */
export function parsedSecret(where: string, text: string): SecretDocument {
  try {
    return parseSecretDocument(text);
  } catch (error) {
    if (!(error instanceof InvalidSecretDocument)) throw error;
    throw new CliFault(
      error.faults
        .flatMap((fault) => (isUnknown(fault) ? unknownIn(text).map((path) => ({ ...fault, path })) : fault))
        .map(({ path, expected }) => `${where}${path === '' ? '' : `.${path}`}: expected ${expected}`)
        .join('\n'),
    );
  }
}
