import { createHmac, type KeyObject, sign } from 'node:crypto';

// Written from the senders' documentation without lib/signatures, so that both can't be wrong in the same way.

type Body = string | Uint8Array;
type HeaderMap = Record<string, string>;

const bytesOf = (body: Body) => Buffer.from(body);

const hmac = (key: string | Buffer, message: Buffer) => createHmac('sha256', key).update(message).digest();

export interface PlainOptions {
  readonly header?: string;
  readonly encoding?: 'hex' | 'HEX' | 'base64';
  readonly prefix?: string;
}

/** `hmac-sha256`; lower-case hex in `x-wh-signature` by default. */
export function signHmac(body: Body, secret: string, options: PlainOptions = {}): HeaderMap {
  const { header = 'x-wh-signature', encoding = 'hex', prefix = '' } = options;
  return { [header]: prefix + encode(hmac(secret, bytesOf(body)), encoding) };
}

/** `hmac-sha256-timestamped`. `at`: epoch milliseconds, or the text to sign. */
export function signTimestamped(
  body: Body,
  secret: string,
  at: number | string,
  header = 'x-retell-signature',
): HeaderMap {
  const digest = hmac(secret, Buffer.concat([bytesOf(body), Buffer.from(String(at))]));
  return { [header]: `v=${at},d=${digest.toString('hex')}` };
}

export interface TimestampHeaderOptions extends PlainOptions {
  readonly timestampHeader?: string;
}

/** `hmac-sha256-timestamp-header`. `timestamp`: the header's text. */
export function signWithTimestampHeader(
  body: Body,
  secret: string,
  timestamp: string,
  options: TimestampHeaderOptions = {},
): HeaderMap {
  const { header = 'x-voicetwo-signature', timestampHeader = 'x-timestamp', encoding = 'hex' } = options;
  const digest = hmac(secret, Buffer.concat([Buffer.from(`${timestamp}.`), bytesOf(body)]));
  return { [header]: encode(digest, encoding), [timestampHeader]: timestamp };
}

/** `standard-webhooks`. `timestamp`: the header's text, usually Unix seconds. */
export function signStandardWebhooks(body: Body, secret: string, timestamp: string, id = 'msg_1'): HeaderMap {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const digest = hmac(key, Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytesOf(body)]));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digest.toString('base64')}`,
  };
}

/** `ed25519`. */
export function signEd25519(body: Body, privateKey: KeyObject, header = 'x-wh-signature'): HeaderMap {
  return { [header]: sign(null, bytesOf(body), privateKey).toString('base64') };
}

/** `shared-secret`. */
export function signSharedSecret(secret: string, header = 'x-voicetwo-signature'): HeaderMap {
  return { [header]: header === 'authorization' ? `Bearer ${secret}` : secret };
}

function encode(digest: Buffer, encoding: 'hex' | 'HEX' | 'base64'): string {
  return encoding === 'HEX' ? digest.toString('hex').toUpperCase() : digest.toString(encoding);
}

/** Twilio's scheme, for forms that repeat no field. `url`: as Twilio calls it. */
export function signTwilio(form: URLSearchParams, authToken: string, url: string): HeaderMap {
  const names = [...form.keys()].sort();
  const fields = names.map((name) => `${name}${form.get(name)}`);
  const digest = createHmac('sha1', authToken)
    .update([url, ...fields].join(''))
    .digest('base64');
  return { 'x-twilio-signature': digest };
}
