import { join } from 'node:path';
import type * as Library from '#digits-in-text';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'digits-in-text.js')));

// Replaces in a function's bundle `#digits-in-text`: the same code, from a file beside the bundle, loaded for the first
// text that is searched for an erased number.

export const digitsIn: typeof Library.digitsIn = (text) => library().digitsIn(text);
export const callerDigits: typeof Library.callerDigits = (caller) => library().callerDigits(caller);
