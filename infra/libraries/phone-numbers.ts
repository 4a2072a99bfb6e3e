/** The part of the phone library that functions use, as a file beside their bundles. */
export { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
