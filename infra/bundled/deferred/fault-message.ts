import { join } from 'node:path';
import type * as Library from '#fault-message';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'fault-message.js')));

/**
 * Replaces in a function's bundle `#fault-message`: the same code, from a file beside the bundle, loaded for the first
 * fault that a caller hears.
 */
export const faultMessage: typeof Library.faultMessage = (...args) => library().faultMessage(...args);
