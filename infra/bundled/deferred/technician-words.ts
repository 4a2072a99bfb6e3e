import { join } from 'node:path';
import type * as Library from '#technician-words';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'technician-words.js')));

/**
 * Replaces in a function's bundle `#technician-words`: the same code, from a file beside the bundle, loaded for the
 * first words for a technician that are no name.
 */
export const techniciansInWords: typeof Library.techniciansInWords = (...args) =>
  library().techniciansInWords(...args);
