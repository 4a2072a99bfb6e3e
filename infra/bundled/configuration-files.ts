/**
 * Stands in a function's bundle for `node:fs/promises`, by which nothing there but the SDK reads: the configuration in a
 * home folder. A Lambda's is in its environment; the SDK takes files that can't be read for files that are not there.
 */
export function readFile(): Promise<never> {
  return Promise.reject(new Error('A Lambda has no configuration files.'));
}
