import { type Integration, platforms } from '../platforms/index.ts';
import { newSecret } from '../signatures/new-secret.ts';
import type { SecretDocument, SigningKey } from '../signatures/types.ts';

/** A new key that may act for the account of a test and no other, and has its id. */
export function newSmokeKey(integration: Integration, accountId: string): SigningKey {
  const scheme = platforms[integration].signatureScheme;
  return { id: accountId, scheme, secret: newSecret(scheme), accounts: [accountId] };
}

/** The document with the key of a test, in place of one that an earlier run has left. */
export function withSmokeKey(document: SecretDocument, key: SigningKey): SecretDocument {
  return { ...document, keys: [...document.keys.filter(({ id }) => id !== key.id), key] };
}

/** The document without the key of a test; the same object if there is none. */
export function withoutSmokeKey(document: SecretDocument, accountId: string): SecretDocument {
  const keys = document.keys.filter(({ id }) => id !== accountId);
  return keys.length === document.keys.length ? document : { ...document, keys };
}
