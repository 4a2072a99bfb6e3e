import { join } from 'node:path';
import type * as Library from '#street';
import { lazily } from '../../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'street.js')));

/**
 * Replaces in a function's bundle `#street`: the same code, from a file beside the bundle, loaded for the first address
 * that has to be read: a known one is the same text.
 */
export const addressKey: typeof Library.addressKey = (address) => library().addressKey(address);
export const isSameAddress: typeof Library.isSameAddress = (one, other) =>
  one === other || library().isSameAddress(one, other);
export const streetKey: typeof Library.streetKey = (address) => library().streetKey(address);
export const streetOf: typeof Library.streetOf = (address) => library().streetOf(address);
