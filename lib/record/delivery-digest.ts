import { hash } from 'node:crypto';

/** Deeper than any lead. Values below count as equal, so that no body can exhaust the stack. */
const MAX_DEPTH = 64;

/** SHA-256 in hex of a JSON value, whatever the order of its objects' keys. */
export function deliveryDigestOf(value: unknown): string {
  return hash('sha256', canonicalText(value), 'hex');
}

/** SHA-256 in hex of a raw body. */
export function bodyDigestOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}

/** A JSON value as text that is equal for equal values, whatever the order of its objects' keys. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(sorted(value, 0));
}

/** Converts objects to sorted lists of entries, because an object's own key order is not free. */
function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth === MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => sorted(item, depth + 1));
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { of: entries.map(([key, item]) => [key, sorted(item, depth + 1)]) };
}
