import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isPhoneRegion } from '../../accounts/phone-region.ts';

/**
 * A phone number in E.164, or undefined if the text is not a valid one.
 * @param region ISO 3166 country code: how a number without a country code is read
 */
export function toE164(text: string, region: string): string | undefined {
  if (!isPhoneRegion(region)) return undefined;
  const number = parsePhoneNumberFromString(text, { defaultCountry: region, extract: false });
  return number?.isValid() === true ? number.number : undefined;
}

/** The digits of a number in E.164 after its country code. */
export function nationalDigits(e164: string): string {
  return parsePhoneNumberFromString(e164)?.nationalNumber ?? e164.slice(1);
}
