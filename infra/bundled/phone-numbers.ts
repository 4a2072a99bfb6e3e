import { join } from 'node:path';
import type * as Library from 'libphonenumber-js/core/es6';
import { lazily } from '../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'phone-numbers.js')));

/**
 * Stands in a function's bundle for `libphonenumber-js/core/es6`: the same library, from a file beside the bundle, loaded
 * with the first number.
 */
export const parsePhoneNumberFromString = (
  ...args: Parameters<typeof Library.parsePhoneNumberFromString>
): ReturnType<typeof Library.parsePhoneNumberFromString> => library().parsePhoneNumberFromString(...args);
