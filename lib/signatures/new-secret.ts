import { randomBytes } from 'node:crypto';
import type { SigningKey } from './types.ts';

/** Returns 256 random bits as a secret in the form that the scheme asks for. */
export function newSecret(scheme: Exclude<SigningKey['scheme'], 'ed25519' | 'twilio'>): string {
  const random = randomBytes(32);
  return scheme === 'standard-webhooks' ? `whsec_${random.toString('base64')}` : random.toString('base64url');
}
