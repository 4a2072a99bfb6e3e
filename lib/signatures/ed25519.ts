import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { bytesFromBase64, bytesOfLength } from './encoding.ts';
import { joinedValues } from './headers.ts';
import type { Ed25519Key, SignedRequest, VerificationResult } from './types.ts';

/** The DER prefix of a 32-byte key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const SIGNATURE_BYTES = 64;

/** Verifies scheme `ed25519`: a base64 signature of the raw body. */
export function verifyEd25519(key: Ed25519Key, { body, signature }: SignedRequest): VerificationResult {
  const publicKey = ed25519PublicKey(key.publicKey);
  if (publicKey === undefined) return 'invalid';
  const matches = joinedValues(signature).some((value) => {
    const bytes = bytesFromBase64(value);
    return bytes?.length === SIGNATURE_BYTES && verify(null, body, publicKey, bytes);
  });
  return matches ? 'verified' : 'invalid';
}

/** Reads a public key from PEM, or from its 32 bytes as hex or base64; undefined otherwise. */
export function ed25519PublicKey(text: string): KeyObject | undefined {
  try {
    const key = text.includes('-----BEGIN') ? publicKeyFromPem(text) : publicKeyFromBytes(text);
    return key?.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

function publicKeyFromPem(text: string): KeyObject | undefined {
  // Node would derive a public key from a private one, which has no place in the receiver's secret.
  return text.includes('PRIVATE KEY') ? undefined : createPublicKey(text);
}

function publicKeyFromBytes(text: string): KeyObject | undefined {
  const bytes = bytesOfLength(text.trim(), 32);
  if (bytes === undefined) return undefined;
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: 'der', type: 'spki' });
}
