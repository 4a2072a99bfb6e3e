import { createHmac } from 'node:crypto';
import { bytesFromBase64, bytesFromHex, bytesOfLength, equalBytes } from './encoding.ts';
import { headerValue, joinedValues, timestampHeader } from './headers.ts';
import { isFresh, readTimestamp } from './timestamp.ts';
import type {
  HmacKey,
  HmacTimestampHeaderKey,
  SignedRequest,
  StandardWebhooksKey,
  VerificationResult,
} from './types.ts';

const DIGEST_BYTES = 32;

/** Returns the HMAC-SHA-256 of the concatenated parts. */
export function hmacSha256(secret: string | Uint8Array, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Verifies scheme `hmac-sha256`: a digest of the raw body in hex or base64, with or without `sha256=` before it. */
export function verifyHmac(key: HmacKey, { body, signature }: SignedRequest): VerificationResult {
  const digests = joinedValues(signature).flatMap(
    (value) => bytesOfLength(value.replace(/^sha256=/, ''), DIGEST_BYTES) ?? [],
  );
  return matchesAny(digests, () => hmacSha256(key.secret, body)) ? 'verified' : 'invalid';
}

/** Verifies scheme `hmac-sha256-timestamped`: `v=<unix ms>,d=<hex>`, a digest of the raw body and the timestamp's text. */
export function verifyTimestampedHmac(
  key: HmacKey,
  { body, signature, now }: SignedRequest,
): VerificationResult {
  const parts = joinedValues(signature, 2);
  const results = parts.map((part, index): VerificationResult => {
    const digest = parts[index + 1];
    if (!part.startsWith('v=') || digest?.startsWith('d=') !== true) return 'invalid';
    const text = part.slice('v='.length);
    const bytes = bytesFromHex(digest.slice('d='.length));
    return verifyTimestamped(text, now, [bytes], () => hmacSha256(key.secret, body, text));
  });
  return best(results);
}

/** Verifies scheme `hmac-sha256-timestamp-header`: a digest of timestamp, `.` and raw body in hex or base64. */
export function verifyTimestampHeaderHmac(
  key: HmacTimestampHeaderKey,
  request: SignedRequest,
): VerificationResult {
  const { headers, body, signature, now } = request;
  const timestamp = headerValue(headers, timestampHeader(key));
  if (timestamp === undefined) return 'invalid';
  const digests = joinedValues(signature).map((value) => bytesOfLength(value, DIGEST_BYTES));
  return verifyTimestamped(timestamp, now, digests, () => hmacSha256(key.secret, timestamp, '.', body));
}

/** Verifies scheme `standard-webhooks`: any `v1` digest of id, `.`, timestamp, `.` and raw body may match. */
export function verifyStandardWebhooks(key: StandardWebhooksKey, request: SignedRequest): VerificationResult {
  const { headers, body, signature, now } = request;
  const id = headerValue(headers, 'webhook-id');
  const timestamp = headerValue(headers, 'webhook-timestamp');
  const secret = standardWebhooksSecret(key.secret);
  if (id === undefined || timestamp === undefined || secret === undefined) return 'invalid';
  // The dot separates the signed parts, so an id with a dot could absorb part of the next one.
  if (id.includes('.')) return 'invalid';
  const digests = signature.split(' ').map((value) => {
    const bytes = value.startsWith('v1,') ? bytesFromBase64(value.slice('v1,'.length)) : undefined;
    return bytes?.length === DIGEST_BYTES ? bytes : undefined;
  });
  return verifyTimestamped(timestamp, now, digests, () => hmacSha256(secret, id, '.', timestamp, '.', body));
}

/** Decodes a secret of the form `whsec_<base64>`. Returns undefined for any other text. */
export function standardWebhooksSecret(text: string): Buffer | undefined {
  return text.startsWith('whsec_') ? bytesFromBase64(text.slice('whsec_'.length)) : undefined;
}

function verifyTimestamped(
  timestampText: string,
  now: number,
  digests: readonly (Buffer | undefined)[],
  expected: () => Buffer,
): VerificationResult {
  const timestamp = readTimestamp(timestampText);
  if (timestamp === undefined) return 'invalid';
  const wellFormed = digests.filter((digest) => digest !== undefined);
  if (!matchesAny(wellFormed, expected)) return 'invalid';
  return isFresh(timestamp, now) ? 'verified' : 'stale';
}

/** `expected` is computed only if there is something to compare it with. */
function matchesAny(digests: readonly Buffer[], expected: () => Buffer): boolean {
  if (digests.length === 0) return false;
  const right = expected();
  return digests.filter((digest) => equalBytes(digest, right)).length > 0;
}

function best(results: readonly VerificationResult[]): VerificationResult {
  if (results.includes('verified')) return 'verified';
  return results.includes('stale') ? 'stale' : 'invalid';
}
