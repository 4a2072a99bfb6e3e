import { join } from 'node:path';
import type * as Library from '#which-appointment';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'which-appointment.js')));

/**
 * Replaces in a function's bundle `#which-appointment`: the same code, from a file beside the bundle, loaded for the
 * first words that choose among appointments, or the first question which one is meant.
 */
export const chosenBy: typeof Library.chosenBy = (...args) => library().chosenBy(...args);
