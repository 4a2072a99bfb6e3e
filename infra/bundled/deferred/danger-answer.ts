import { join } from 'node:path';
import type * as Library from '#danger-answer';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'danger-answer.js')));

/**
 * Replaces in a function's bundle `#danger-answer`: the same code, from a file beside the bundle, loaded for the first
 * danger or fault.
 */
export const inDanger: typeof Library.inDanger = (...args) => library().inDanger(...args);
export const inEmergency: typeof Library.inEmergency = (...args) => library().inEmergency(...args);
