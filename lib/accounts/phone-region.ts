import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min';

/** True if the phone library knows this ISO 3166 country code. */
export const isPhoneRegion = (code: string): code is CountryCode =>
  /^[A-Z]{2}$/.test(code) && isSupportedCountry(code);
