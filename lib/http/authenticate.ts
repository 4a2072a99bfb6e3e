import type { SecretCache } from '../secrets/secret-cache.ts';
import { verifyApiKey } from '../signatures/api-key.ts';
import { headerValue, signatureHeaders } from '../signatures/headers.ts';
import type { Headers, SecretDocument } from '../signatures/types.ts';
import { type Verification, verify } from '../signatures/verify.ts';
import type { Credential } from './delivery.ts';
import {
  apiKeyInvalid,
  headerTooLong,
  signatureInvalid,
  signatureMissing,
  timestampOutOfTolerance,
} from './problem.ts';

export interface Authentication {
  readonly headers: Headers;
  /** As sent. */
  readonly body: Uint8Array;
  readonly secrets: SecretCache;
  /** The integration's own signature header. */
  readonly defaultHeader: string;
  /** Whether `x-api-key` is accepted if no signature header is present. */
  readonly acceptsApiKey: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns the credential that authenticates the request, or throws a 401 with the reason. */
export async function authenticate(request: Authentication): Promise<Credential> {
  const document = await request.secrets.current();
  const verification = verifyWith(document, request);
  switch (verification.kind) {
    case 'verified':
      return { kind: 'key', key: verification.key };
    case 'stale':
      throw timestampOutOfTolerance();
    case 'oversized':
      throw headerTooLong(verification.header);
    case 'missing':
      return authenticateByApiKey(document, request);
    case 'invalid':
      return authenticateAfterReload(document, request);
  }
}

function verifyWith({ keys }: SecretDocument, request: Authentication): Verification {
  const { headers, body, defaultHeader, now } = request;
  return verify({ headers, body, keys, defaultHeader, now });
}

/** The key may have been added since the secret was loaded. A bad signature never falls back to the API key. */
async function authenticateAfterReload(old: SecretDocument, request: Authentication): Promise<Credential> {
  const reloaded = await request.secrets.reload();
  const verification = reloaded && verifyWith(reloaded, request);
  if (verification?.kind === 'verified') return { kind: 'key', key: verification.key };
  if (verification?.kind === 'stale') throw timestampOutOfTolerance();
  const names = signatureHeaders(old.keys, request.defaultHeader);
  throw signatureInvalid(names.filter((name) => headerValue(request.headers, name)));
}

async function authenticateByApiKey(document: SecretDocument, request: Authentication): Promise<Credential> {
  const value = request.acceptsApiKey ? headerValue(request.headers, 'x-api-key') : undefined;
  if (value === undefined) throw signatureMissing(signatureHeaders(document.keys, request.defaultHeader));
  const apiKey =
    verifyApiKey(value, document.apiKeys) ??
    verifyApiKey(value, (await request.secrets.reload())?.apiKeys ?? []);
  if (apiKey === undefined) throw apiKeyInvalid();
  return { kind: 'apiKey', apiKey };
}
