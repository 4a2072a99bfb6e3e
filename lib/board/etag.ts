import { hash } from 'node:crypto';

/** The strong `ETag` of an answer, in quotes. */
export const etagOf = (content: unknown): string =>
  `"${hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)}"`;
