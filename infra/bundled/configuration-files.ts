/**
 * Replaces `node:fs/promises` in a function's bundle. Only the SDK uses it, to read configuration in a home folder,
 * and it treats unreadable files as missing. A Lambda's configuration is in its environment.
 */
export function readFile(): Promise<never> {
  return Promise.reject(new Error('A Lambda has no configuration files.'));
}
