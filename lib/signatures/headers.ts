import type { Headers, SigningKey } from './types.ts';

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

/**
 * The values of a header that was sent several times: API Gateway joins them with commas. Only the first few count,
 * because each may cost a digest over the whole body.
 */
export function joinedValues(value: string, separator: RegExp): string[] {
  return value.split(separator, 4);
}
