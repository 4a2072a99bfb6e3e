import { hash, timingSafeEqual } from 'node:crypto';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes hex digits of either case. Returns undefined if the text is anything but whole bytes of hex. */
export function bytesFromHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-fA-F]{2})+$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}

/** Decodes padded base64 of the standard alphabet. Returns undefined unless the text is the only encoding of its bytes. */
export function bytesFromBase64(text: string): Buffer | undefined {
  if (text === '' || !BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  // Unused bits of the last digit may be set, so several texts could encode the same bytes.
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** Decodes `length` bytes from hex or base64. Returns undefined for any other text. */
export function bytesOfLength(text: string, length: number): Buffer | undefined {
  const bytes = text.length === length * 2 ? bytesFromHex(text) : bytesFromBase64(text);
  return bytes?.length === length ? bytes : undefined;
}

/** Compares in constant time if the lengths are equal; the length of a digest is not secret. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Compares digests of the texts, so that the time reveals neither the texts nor their lengths. */
export function equalTexts(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}

export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}
