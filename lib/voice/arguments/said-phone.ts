import { phoneInWords } from '#spoken-words';
import { toE164 } from '../../record/customers/phone.ts';
import type { PhoneInWords } from '../../understanding/phone-words.ts';
import type { CallContext } from './voice-function.ts';

/** The number at which a caller wants to be reached. */
export type SaidPhone =
  /** E.164. `isProved` if it is the reported number; anyone can say another one. */
  | { readonly kind: 'phone'; readonly phone: string; readonly isProved: boolean }
  /** No number was said, or only "this number", and the platform reports none. */
  | { readonly kind: 'absent' }
  /** The text is not a valid phone number. */
  | { readonly kind: 'invalid' };

/** Reads a number in digits or in words; without one, the caller's own counts. */
export function saidPhone(
  said: string | undefined,
  { account, caller }: Pick<CallContext, 'account' | 'caller'>,
): SaidPhone {
  const own: SaidPhone =
    caller === undefined ? { kind: 'absent' } : { kind: 'phone', phone: caller, isProved: true };
  // Models often repeat the reported number, and parsing one takes a tenth of a booking's time.
  if (said === undefined || said === caller) return own;
  const understood = understandPhone(said);
  if (understood.kind === 'reported') return own;
  const phone = understood.kind === 'none' ? undefined : toE164(understood.text, account.region);
  return phone === undefined ? { kind: 'invalid' } : { kind: 'phone', phone, isProved: phone === caller };
}

/** A number in digits, which is not validated and may have an extension, or in words. */
export function understandPhone(text: string): PhoneInWords {
  return /^\s*\+?[\d\s().\-/]{4,}/.test(text) ? { kind: 'number', text } : phoneInWords(text);
}
