import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { SigningKey } from '../../../lib/signatures/types.ts';
import { verify } from '../../../lib/signatures/verify.ts';
import {
  signEd25519,
  signHmac,
  signSharedSecret,
  signStandardWebhooks,
  signTimestamped,
  signWithTimestampHeader,
} from '../../support/signers.ts';

const now = 1_795_188_661_000;
const year = 365 * 86_400_000;
const body = Buffer.from('{"a":1}');
const other = Buffer.from('{"a":2}');
const header = 'x-voicetwo-signature';
const secret = `whsec_${Buffer.from('twenty-four-bytes-of-key').toString('base64')}`;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const common = { id: 'k', header, accounts: ['*'] };
const seconds = String(now / 1000);

/** What happens to a delivery that is sent again after a second, after a year, and with another body. */
function outcomes(key: SigningKey, headers: Record<string, string>) {
  const kindOf = (bytes: Uint8Array, at: number) =>
    verify({ headers, body: bytes, keys: [key], defaultHeader: header, now: at }).kind;
  return [kindOf(body, now + 1_000), kindOf(body, now + year), kindOf(other, now + 1_000)];
}

describe('a recorded delivery', () => {
  it.each<[SigningKey, Record<string, string>]>([
    [{ ...common, scheme: 'hmac-sha256-timestamped', secret }, signTimestamped(body, secret, now, header)],
    [
      { ...common, scheme: 'hmac-sha256-timestamp-header', secret },
      signWithTimestampHeader(body, secret, seconds),
    ],
    [
      { ...common, header: 'webhook-signature', scheme: 'standard-webhooks', secret },
      signStandardWebhooks(body, secret, seconds),
    ],
  ])('under $scheme verifies for a while, and only with its body', (key, headers) => {
    expect(outcomes(key, headers)).toEqual(['verified', 'stale', 'invalid']);
  });

  it.each<[SigningKey, Record<string, string>]>([
    [{ ...common, scheme: 'hmac-sha256', secret }, signHmac(body, secret, { header })],
    [{ ...common, scheme: 'ed25519', publicKey: pem }, signEd25519(body, privateKey, header)],
  ])('under $scheme verifies for good, and only with its body', (key, headers) => {
    expect(outcomes(key, headers)).toEqual(['verified', 'verified', 'invalid']);
  });

  it('with shared-secret verifies forever, and with any body', () => {
    const key: SigningKey = { ...common, scheme: 'shared-secret', secret };
    expect(outcomes(key, signSharedSecret(secret, header))).toEqual(['verified', 'verified', 'verified']);
  });
});
