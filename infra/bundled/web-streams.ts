/**
 * Replaces `node:stream/web` in a function's bundle. Only middy needs it, to ask whether a streamed answer is such a
 * stream, and no function streams its answers.
 */
export const ReadableStream = {
  [Symbol.hasInstance]: (value: unknown): boolean => value instanceof globalThis.ReadableStream,
};
