import { join } from 'node:path';
import type * as Library from '#understanding';
import { lazily } from '../../lib/lazily.ts';

/** Replaces `#understanding` in a function's bundle: the same code, from a file beside the bundle. */
export const words: typeof Library.words = lazily(() => {
  const library: typeof Library = require(join(__dirname, 'understanding.js'));
  return library.words();
});
