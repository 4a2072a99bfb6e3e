import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** True if the phone library knows this ISO 3166 country code. */
export const isPhoneRegion = (code: string): code is CountryCode =>
  /^[A-Z]{2}$/.test(code) && isSupportedCountry(code);

/**
 * Returns a phone number in E.164; undefined if the text is not a valid number.
 * @param region ISO 3166 code of the country whose numbers may lack a country code
 */
export function toE164(text: string, region: string): string | undefined {
  if (!isPhoneRegion(region)) return undefined;
  const number = parsePhoneNumberFromString(text, { defaultCountry: region, extract: false });
  return number?.isValid() === true ? number.number : undefined;
}

/** Writes an E.164 number as people of its country write it: `(212) 555-0143`. */
export const nationalFormat = (e164: string): string =>
  parsePhoneNumberFromString(e164)?.formatNational() ?? e164;

/** Returns the digits of an E.164 number after its country code. */
export function nationalDigits(e164: string): string {
  return parsePhoneNumberFromString(e164)?.nationalNumber ?? e164.slice(1);
}
