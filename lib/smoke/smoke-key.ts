import { type Integration, platforms } from '../platforms/index.ts';
import { newSecret } from '../signatures/new-secret.ts';
import type { SecretDocument, SigningKey } from '../signatures/types.ts';

/** Returns a new key with the id of a test's account, for which alone it may act. */
export function newSmokeKey(integration: Integration, accountId: string): SigningKey {
  const scheme = platforms[integration].signatureScheme;
  return { id: accountId, scheme, secret: newSecret(scheme), accounts: [accountId] };
}

/** Returns the document with the key of a test, which replaces a key that an earlier run left. */
export function withSmokeKey(document: SecretDocument, key: SigningKey): SecretDocument {
  return { ...document, keys: [...document.keys.filter(({ id }) => id !== key.id), key] };
}

/** Returns the document without the key of a test, or the same object if it has no such key. */
export function withoutSmokeKey(document: SecretDocument, accountId: string): SecretDocument {
  const keys = document.keys.filter(({ id }) => id !== accountId);
  return keys.length === document.keys.length ? document : { ...document, keys };
}
