const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether brackets outside of strings are open more than `limit` deep. Works on the bytes of text that need not be
 * JSON, so that it can stand before the parser, which calls itself once per level.
 */
export function isNestedDeeperThan(limit: number, bytes: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === QUOTE) inString = !inString;
    else if (inString) {
      if (byte === BACKSLASH) index++;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      if (depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}
