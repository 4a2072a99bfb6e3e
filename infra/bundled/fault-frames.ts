import { join } from 'node:path';
import type * as Library from '#fault-frames';
import { lazily } from '../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'fault-frames.js')));

/** Replaces in a function's bundle `#fault-frames`: the same code from a file beside the bundle, loaded for the first fault. */
export const framesOf: typeof Library.framesOf = (error) => library().framesOf(error);
