import type { Headers, HmacTimestampHeaderKey, SigningKey } from './types.ts';

/** The longest header, in characters, that is read. A genuine one has a few hundred, an Ed25519 signature 88. */
export const MAX_HEADER_LENGTH = 4096;

/** The header's value without surrounding blanks. Absent, empty and the literal `N/A` all count as missing. */
export function headerValue(headers: Headers, name: string): string | undefined {
  const value = headers[name]?.trim();
  return value === undefined || value === '' || value === 'N/A' ? undefined : value;
}

/** The header, in lower case, in which a key expects its signature. */
export function signatureHeader(key: SigningKey, defaultHeader: string): string {
  return key.header ?? (key.scheme === 'standard-webhooks' ? 'webhook-signature' : defaultHeader);
}

/** Every header that may carry a signature: the integration's own, and those that keys name. */
export function signatureHeaders(keys: readonly SigningKey[], defaultHeader: string): string[] {
  return [...new Set([defaultHeader, ...keys.map((key) => signatureHeader(key, defaultHeader))])];
}

/** The header, in lower case, in which a key expects its timestamp. */
export function timestampHeader(key: HmacTimestampHeaderKey): string {
  return key.timestampHeader ?? 'x-timestamp';
}

/** The first header over `MAX_HEADER_LENGTH` among those that a key reads; undefined if none is. */
export function oversizedHeader(
  headers: Headers,
  keys: readonly SigningKey[],
  defaultHeader: string,
): string | undefined {
  const read = [...signatureHeaders(keys, defaultHeader), ...keys.flatMap(companionHeaders)];
  return read.find((name) => (headers[name]?.length ?? 0) > MAX_HEADER_LENGTH);
}

/** The other headers that a scheme reads. */
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
 * The values of a header that was sent several times: API Gateway joins them with commas. Only the first few count.
 * Splits at plain commas and trims: a pattern with blanks around its comma takes quadratic time on a run of blanks.
 *
 * @param parts how many comma-separated parts one value has.
 */
export function joinedValues(value: string, parts = 1): string[] {
  return value.split(',', MAX_VALUES * parts).map((part) => part.trim());
}
