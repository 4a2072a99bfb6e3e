import { join } from 'node:path';
import type * as Library from '#form-details';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'form-details.js')));

/**
 * Replaces in a function's bundle `#form-details`: the same code, from a file beside the bundle, loaded for the first call
 * that takes up the request of a form.
 */
export const takenUp: typeof Library.takenUp = (...args) => library().takenUp(...args);
