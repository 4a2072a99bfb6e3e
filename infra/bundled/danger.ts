import { join } from 'node:path';
import type * as Library from '#danger';
import { lazily } from '../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'danger.js')));

/**
 * Stands in a function's bundle for `#danger`: the same code with its phrases, from a file beside the bundle, loaded with the
 * first text that is searched for a danger.
 */
export const dangerIn: typeof Library.dangerIn = (texts) =>
  texts.length === 0 ? undefined : library().dangerIn(texts);
