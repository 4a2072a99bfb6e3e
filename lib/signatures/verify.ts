import { verifyEd25519 } from './ed25519.ts';
import { headerValue, oversizedHeader, signatureHeader, signatureHeaders } from './headers.ts';
import {
  verifyHmac,
  verifyStandardWebhooks,
  verifyTimestampedHmac,
  verifyTimestampHeaderHmac,
} from './hmac.ts';
import { verifySharedSecret } from './shared-secret.ts';
import { verifyTwilio } from './twilio.ts';
import type { Headers, SignedRequest, SigningKey, VerificationResult } from './types.ts';

export interface VerifyInput {
  readonly headers: Headers;
  /** The bytes as they were sent, before any parsing. */
  readonly body: Uint8Array;
  readonly keys: readonly SigningKey[];
  /** The integration's own signature header, in lower case. */
  readonly defaultHeader: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The URLs by which the sender may have called, with their query. */
  readonly urls?: readonly string[] | undefined;
}

export type Verification =
  | { readonly kind: 'verified'; readonly key: SigningKey }
  | { readonly kind: 'missing' }
  | { readonly kind: 'oversized'; readonly header: string }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'stale' };

/**
 * Finds the key that signed the request. Tries every key. `missing`: no signature header is present. `oversized`: a
 * header that a key reads is longer than `MAX_HEADER_LENGTH`, so no key was tried. `stale`: a digest is right, but
 * none with a timestamp within the tolerance.
 */
export function verify({ headers, body, keys, defaultHeader, now, urls = [] }: VerifyInput): Verification {
  const oversized = oversizedHeader(headers, keys, defaultHeader);
  if (oversized !== undefined) return { kind: 'oversized', header: oversized };
  const present = signatureHeaders(keys, defaultHeader).some((name) => headerValue(headers, name));
  if (!present) return { kind: 'missing' };
  let stale = false;
  for (const key of keys) {
    const signature = headerValue(headers, signatureHeader(key, defaultHeader));
    if (signature === undefined) continue;
    const result = verifyWith(key, { headers, body, signature, now, urls });
    if (result === 'verified') return { kind: 'verified', key };
    if (result === 'stale') stale = true;
  }
  return { kind: stale ? 'stale' : 'invalid' };
}

function verifyWith(key: SigningKey, request: SignedRequest): VerificationResult {
  switch (key.scheme) {
    case 'hmac-sha256':
      return verifyHmac(key, request);
    case 'hmac-sha256-timestamped':
      return verifyTimestampedHmac(key, request);
    case 'hmac-sha256-timestamp-header':
      return verifyTimestampHeaderHmac(key, request);
    case 'standard-webhooks':
      return verifyStandardWebhooks(key, request);
    case 'twilio':
      return verifyTwilio(key, request);
    case 'ed25519':
      return verifyEd25519(key, request);
    case 'shared-secret':
      return verifySharedSecret(key, request);
  }
}
