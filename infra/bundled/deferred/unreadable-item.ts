import { join } from 'node:path';
import type * as Library from '#unreadable-item';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'unreadable-item.js')));

/**
 * Replaces in a function's bundle `#unreadable-item`: the same code, from a file beside the bundle, loaded for the first
 * item that this release can't read.
 */
export const readUnreadable: typeof Library.readUnreadable = (item) => library().readUnreadable(item);
