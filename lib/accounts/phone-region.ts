import type { CountryCode } from 'libphonenumber-js/core/es6';
import metadata from 'libphonenumber-js/min/metadata';

/** Whether the phone library knows a country by this ISO 3166 code. */
export function isPhoneRegion(code: string): code is CountryCode {
  return Object.hasOwn(metadata.countries, code);
}
