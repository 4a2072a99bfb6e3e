import { equalTexts } from './encoding.ts';
import { signatureHeader } from './headers.ts';
import type { SharedSecretKey, SignedRequest, VerificationResult } from './types.ts';

const BEARER = 'bearer ';

/** Verifies scheme `shared-secret`: the header holds the secret itself, after `Bearer ` in `authorization`. */
export function verifySharedSecret(key: SharedSecretKey, { signature }: SignedRequest): VerificationResult {
  const value = signatureHeader(key, '') === 'authorization' ? bearerToken(signature) : signature;
  return value !== undefined && equalTexts(value, key.secret) ? 'verified' : 'invalid';
}

function bearerToken(value: string): string | undefined {
  return value.slice(0, BEARER.length).toLowerCase() === BEARER
    ? value.slice(BEARER.length).trim()
    : undefined;
}
