import type { Headers, HmacTimestampHeaderKey, SigningKey } from './types.ts';

/** The longest header, in characters, that is read. A genuine one has a few hundred, an Ed25519 signature 88. */
export const MAX_HEADER_LENGTH = 4096;

/** Returns a header's value without surrounding blanks; undefined if it is absent, empty or the literal `N/A`. */
export function headerValue(headers: Headers, name: string): string | undefined {
  const value = headers[name]?.trim();
  return value === undefined || value === '' || value === 'N/A' ? undefined : value;
}

/** Returns the header, in lower case, that carries the signature of a key. */
export function signatureHeader(key: SigningKey, defaultHeader: string): string {
  if (key.scheme === 'twilio') return 'x-twilio-signature';
  return key.header ?? (key.scheme === 'standard-webhooks' ? 'webhook-signature' : defaultHeader);
}

/** Returns every header that may carry a signature: the integration's own, and those that keys name. */
export function signatureHeaders(keys: readonly SigningKey[], defaultHeader: string): string[] {
  return [...new Set([defaultHeader, ...keys.map((key) => signatureHeader(key, defaultHeader))])];
}

/** Returns the header, in lower case, that carries the timestamp of a key. */
export function timestampHeader(key: HmacTimestampHeaderKey): string {
  return key.timestampHeader ?? 'x-timestamp';
}

/** Returns the first header that a key reads and that is longer than `MAX_HEADER_LENGTH`; undefined if none is. */
export function oversizedHeader(
  headers: Headers,
  keys: readonly SigningKey[],
  defaultHeader: string,
): string | undefined {
  const read = [...signatureHeaders(keys, defaultHeader), ...keys.flatMap(companionHeaders)];
  return read.find((name) => (headers[name]?.length ?? 0) > MAX_HEADER_LENGTH);
}

/** Returns the headers that a scheme reads besides that of the signature. */
function companionHeaders(key: SigningKey): string[] {
  switch (key.scheme) {
    case 'hmac-sha256-timestamp-header':
      return [timestampHeader(key)];
    case 'standard-webhooks':
      return ['webhook-id', 'webhook-timestamp'];
    default:
      return [];
  }
}

/** How often a header may repeat. Each value may cost a digest over the whole body. */
const MAX_VALUES = 4;

/**
 * Returns the first few values of a header that was sent several times, which API Gateway joins with commas.
 * Splits at plain commas and trims: a pattern with blanks around its comma takes quadratic time on a run of blanks.
 *
 * @param parts how many comma-separated parts one value has.
 */
export function joinedValues(value: string, parts = 1): string[] {
  return value.split(',', MAX_VALUES * parts).map((part) => part.trim());
}
