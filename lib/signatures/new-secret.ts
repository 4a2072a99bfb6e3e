import { randomBytes } from 'node:crypto';
import type { SigningKey } from './types.ts';

/** A new random secret in the form of a scheme with a shared secret: 256 bits. */
export function newSecret(scheme: Exclude<SigningKey['scheme'], 'ed25519'>): string {
  const random = randomBytes(32);
  return scheme === 'standard-webhooks' ? `whsec_${random.toString('base64')}` : random.toString('base64url');
}
