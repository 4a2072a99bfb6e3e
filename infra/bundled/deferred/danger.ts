import { join } from 'node:path';
import type * as Library from '#danger';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'danger.js')));

/**
 * Replaces in a function's bundle `#danger`: the same code with its phrases, from a file beside the bundle, loaded
 * for the first text that is searched for a danger.
 */
export const dangerIn: typeof Library.dangerIn = (texts) =>
  texts.length === 0 ? undefined : library().dangerIn(texts);
