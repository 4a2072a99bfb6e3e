import type { CountryCode } from 'libphonenumber-js/core/es6';
import metadata from 'libphonenumber-js/min/metadata';

/** Whether the phone library knows this ISO 3166 country code. */
export function isPhoneRegion(code: string): code is CountryCode {
  return Object.hasOwn(metadata.countries, code);
}
