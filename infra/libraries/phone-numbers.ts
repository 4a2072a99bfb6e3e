/** The part of the phone library that functions use, as a file beside their bundles. */
export { parsePhoneNumberFromString } from 'libphonenumber-js/core/es6';
