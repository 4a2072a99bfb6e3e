import { hash, timingSafeEqual } from 'node:crypto';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of a hex text in either case, or undefined if it is anything but hex digits of whole bytes. */
export function bytesFromHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-fA-F]{2})+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}

/** The bytes of a padded base64 text (standard alphabet), or undefined if it isn't the one encoding of them. */
export function bytesFromBase64(text: string): Buffer | undefined {
  if (text === '' || !BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  // Unused bits of the last digit may be set, so several texts could encode the same bytes.
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** Exactly `length` bytes written as hex or as base64, else undefined. */
export function bytesOfLength(text: string, length: number): Buffer | undefined {
  const bytes = text.length === length * 2 ? bytesFromHex(text) : bytesFromBase64(text);
  return bytes?.length === length ? bytes : undefined;
}

/** Constant time for equal lengths; the length of a digest is not secret. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Constant time for any lengths, because it compares digests. */
export function equalTexts(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}
