import { join } from 'node:path';
import type * as Library from '#person-names';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'person-names.js')));

/**
 * Replaces in a function's bundle `#person-names`: the same code, from a file beside the bundle, loaded for the first name
 * of a person.
 */
export const speakableName: typeof Library.speakableName = (name) => library().speakableName(name);
export const understandName: typeof Library.understandName = (text) => library().understandName(text);
