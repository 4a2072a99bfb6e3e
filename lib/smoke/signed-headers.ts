import { type WebhookSender, webhookSenders } from '../platforms/index.ts';
import { signatureHeader, timestampHeader } from '../signatures/headers.ts';
import { hmacSha256 } from '../signatures/hmac.ts';
import type { SigningKey } from '../signatures/types.ts';

export interface Signable {
  /** The body, byte for byte as sent. */
  readonly body: Uint8Array;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The delivery's id, for schemes that sign it. */
  readonly id: string;
}

/** Returns the headers that a sender with this key would send. Throws for an ed25519 key, which can only verify. */
export function signedHeaders(
  sender: WebhookSender,
  key: SigningKey,
  { body, now, id }: Signable,
): Readonly<Record<string, string>> {
  const header = signatureHeader(key, webhookSenders[sender].signatureHeader);
  switch (key.scheme) {
    case 'hmac-sha256':
      return { [header]: hmacSha256(key.secret, body).toString('hex') };
    case 'hmac-sha256-timestamped':
      return { [header]: `v=${now},d=${hmacSha256(key.secret, body, String(now)).toString('hex')}` };
    case 'hmac-sha256-timestamp-header':
      return {
        [timestampHeader(key)]: String(now),
        [header]: hmacSha256(key.secret, `${now}.`, body).toString('hex'),
      };
    case 'standard-webhooks': {
      const seconds = Math.floor(now / 1000);
      const secret = Buffer.from(key.secret.replace(/^whsec_/, ''), 'base64');
      return {
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        [header]: `v1,${hmacSha256(secret, `${id}.${seconds}.`, body).toString('base64')}`,
      };
    }
    case 'shared-secret':
      return { [header]: header === 'authorization' ? `Bearer ${key.secret}` : key.secret };
    case 'twilio':
      throw new Error(`The key ${key.id} signs forms of Twilio: choose another with --key.`);
    case 'ed25519':
      throw new Error(`The key ${key.id} holds only a public key: choose another with --key.`);
  }
}
