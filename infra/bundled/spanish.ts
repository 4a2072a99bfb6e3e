import { join } from 'node:path';
import type * as Library from '#spanish';
import { lazily } from '../../lib/lazily.ts';

/** Replaces `#spanish` in a function's bundle: the same words, from a file beside the bundle, loaded for the first call in Spanish. */
export const spanish: typeof Library.spanish = lazily(() => {
  const library: typeof Library = require(join(__dirname, 'spanish.js'));
  return library.spanish();
});
