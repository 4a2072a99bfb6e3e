import { join } from 'node:path';
import type * as Library from '#service-phrases';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'service-phrases.js')));

/**
 * Replaces in a function's bundle `#service-phrases`: the same code with its vocabulary, from a file beside the
 * bundle, loaded for the first phrase that is not a name of a service.
 */
export const matchPhrase: typeof Library.matchPhrase = (...args) => library().matchPhrase(...args);
export const isServicePhrase: typeof Library.isServicePhrase = (words) => library().isServicePhrase(words);
