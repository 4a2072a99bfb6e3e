import { join } from 'node:path';
import type * as Library from 'libphonenumber-js/core/es6';
import { lazily } from '../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'phone-numbers.js')));

/**
 * Replaces in a function's bundle `libphonenumber-js/core/es6`: the same library, from a file beside the bundle,
 * loaded for the first number.
 */
export const parsePhoneNumberFromString = (
  ...args: Parameters<typeof Library.parsePhoneNumberFromString>
): ReturnType<typeof Library.parsePhoneNumberFromString> => library().parsePhoneNumberFromString(...args);
