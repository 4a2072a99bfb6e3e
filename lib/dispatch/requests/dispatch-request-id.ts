import { createHash } from 'node:crypto';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 20;

/** A prefix and 20 characters of Crockford base32 (100 bits), always the same for the same parts in the same order. */
export function derivedId(prefix: string, parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest();
  // A digest has 32 random bytes; five bits of each of the first 20 are enough.
  const characters = Array.from(bytes.subarray(0, LENGTH), (byte) => CROCKFORD.charAt(byte & 31));
  return `${prefix}_${characters.join('')}`;
}

/** The id of a dispatch request: `dr_` and a suffix like in `derivedId`. */
export function dispatchRequestIdFrom(parts: readonly string[]): string {
  return derivedId('dr', parts);
}
