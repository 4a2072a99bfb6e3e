import { hash } from 'node:crypto';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 20;

/** A prefix and 20 characters of Crockford base32 (100 bits), always the same for the same parts in the same order. */
export function derivedId(prefix: string, parts: readonly string[]): string {
  const bytes = hash('sha256', JSON.stringify(parts), 'buffer');
  // A digest has 32 random bytes; five bits of each of the first 20 are enough.
  let suffix = '';
  for (const byte of bytes.subarray(0, LENGTH)) suffix += CROCKFORD.charAt(byte & 31);
  return `${prefix}_${suffix}`;
}

/** The id of a dispatch request as `dispatchRequestIdFrom` writes it. */
export const requestIdPattern = /^dr_[0-9abcdefghjkmnpqrstvwxyz]{20}$/;

/** The id of a dispatch request: `dr_` and a suffix like in `derivedId`. */
export function dispatchRequestIdFrom(parts: readonly string[]): string {
  return derivedId('dr', parts);
}
