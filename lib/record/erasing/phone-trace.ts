import { digitsIn } from '#digits-in-text';
import { nationalDigits, toE164 } from '../customers/phone.ts';

/** Minimum digits that identify a person. */
const LEAST_DIGITS = 5;

/** Recognizes a person's number in stored data. */
export interface PhoneTrace {
  /** The number in E.164, or as received if invalid. */
  readonly phone: string;
  /** Its digits without the country code; undefined if it is invalid. */
  readonly national?: string;
  /** The results that `callerDigits` may return for it. */
  readonly spellings: readonly string[];
  /** Its own digits, which may contain the number of another trace. */
  readonly digits: readonly string[];
  /** Whether the digits of a text contain it; for an invalid number, whether they equal it. */
  readonly isIn: (digits: string) => boolean;
}

/**
 * The trace of a phone number; undefined for a text with too few digits.
 * @param region ISO 3166 country code: how a number without a country code is read
 */
export function phoneTrace(text: string, region: string): PhoneTrace | undefined {
  const phone = toE164(text, region);
  if (phone !== undefined) {
    const national = nationalDigits(phone);
    const spellings = [phone.slice(1), national, `0${national}`];
    return { phone, national, spellings, digits: [], isIn: (digits) => digits.includes(national) };
  }
  const own = digitsIn(text);
  if (own.length < LEAST_DIGITS) return undefined;
  return { phone: text, spellings: [own], digits: [own], isIn: (digits) => digits === own };
}
