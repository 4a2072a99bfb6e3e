import { hash } from 'node:crypto';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 20;

/** Returns the prefix and 20 characters of Crockford base32 (100 bits), the same for the same parts. */
export function derivedId(prefix: string, parts: readonly string[]): string {
  const bytes = hash('sha256', JSON.stringify(parts), 'buffer');
  // A digest has 32 random bytes; five bits of each of the first 20 are enough.
  let suffix = '';
  for (const byte of bytes.subarray(0, LENGTH)) suffix += CROCKFORD.charAt(byte & 31);
  return `${prefix}_${suffix}`;
}

export const requestIdPattern = /^dr_[0-9abcdefghjkmnpqrstvwxyz]{20}$/;
export const requestOrHoldIdPattern = /^(?:dr|ho)_[0-9abcdefghjkmnpqrstvwxyz]{20}$/;

/** Returns the id of a dispatch request: `dr_` and a suffix like that of `derivedId`. */
export function dispatchRequestIdFrom(parts: readonly string[]): string {
  return derivedId('dr', parts);
}

/** No lead is as deep. Deeper values count as equal, so that no body can exhaust the stack. */
const MAX_DEPTH = 64;

/** Returns the SHA-256 in hex of a JSON value, whatever the order of its objects' keys. */
export function deliveryDigestOf(value: unknown): string {
  return hash('sha256', canonicalText(value), 'hex');
}

export function bodyDigestOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

/** Converts a JSON value to text that is equal for equal values, whatever the order of its objects' keys. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(sorted(value, 0));
}

/** Converts objects to sorted lists of entries, because objects order integer keys themselves. */
function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => sorted(item, depth + 1));
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { of: entries.map(([key, item]) => [key, sorted(item, depth + 1)]) };
}

/** Derives a customer's id from account and phone (E.164), so that parallel calls create one customer. */
export function customerIdOf(accountId: string, phone: string): string {
  return `cu_${hash('sha256', JSON.stringify([accountId, phone]), 'hex').slice(0, 24)}`;
}
