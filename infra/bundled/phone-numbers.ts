import { join } from 'node:path';
import type * as Library from 'libphonenumber-js/min';
import { lazily } from '../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'phone-numbers.js')));

/**
 * Replaces `libphonenumber-js/min` in a function's bundle: the same library, from a file beside the bundle, loaded for the
 * first number.
 */
export const parsePhoneNumberFromString = (
  ...args: Parameters<typeof Library.parsePhoneNumberFromString>
): ReturnType<typeof Library.parsePhoneNumberFromString> => library().parsePhoneNumberFromString(...args);
export const isSupportedCountry: typeof Library.isSupportedCountry = (code): code is Library.CountryCode =>
  library().isSupportedCountry(code);
