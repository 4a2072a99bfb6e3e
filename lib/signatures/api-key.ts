import { bytesFromHex, equalBytes, sha256 } from './encoding.ts';
import type { ApiKey } from './types.ts';

/** Returns the entry whose digest matches the value. Compares with every entry, each in constant time. */
export function verifyApiKey(value: string, apiKeys: readonly ApiKey[]): ApiKey | undefined {
  const digest = sha256(value);
  return apiKeys.filter((apiKey) => {
    const expected = bytesFromHex(apiKey.sha256);
    return expected !== undefined && equalBytes(digest, expected);
  })[0];
}
