import { nationalDigits, toE164 } from '../../accounts/phone.ts';
import { digitsIn } from './digits-in-text.ts';
import type { Mention } from './erased-text.ts';

export type PersonSelector =
  | { readonly phone: string }
  | { readonly email: string }
  | { readonly customerId: string }
  | { readonly dispatchRequestId: string };

interface Reachable {
  readonly name?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly contactId?: string | undefined;
}

/** A `weak` match makes something a person's only if nothing assigns it to someone else. */
export type Match = 'phone' | 'email' | 'contact' | 'weak';

export interface Identity {
  /** Late reports are refused for these numbers. */
  phones(): readonly PhoneTrace[];
  learn(contact: Reachable): void;
  /** Returns what identifies the person in other people's texts. A first name alone doesn't. */
  mention(): Mention;
  /** Names the identifier by which a contact belongs to the person; undefined if it doesn't. */
  match(contact: Reachable): Match | undefined;
  /** True if one of several runs of digits contains a number of the person. */
  isSaid(digits: readonly string[]): boolean;
  /** True if a contact has a valid number, and so belongs to the number's owner. */
  isReachable(contact: Reachable): boolean;
}

/**
 * Creates the identity of the person whom an operator names. A number and a contact of the CRM identify a person; an
 * e-mail address does so only if the operator named it, because a family or an office may share one.
 * @param region ISO 3166 code of the country whose numbers may lack a country code
 */
export function createIdentity(selector: PersonSelector, region: string): Identity {
  const phones = new Map<string, PhoneTrace>();
  const emails = new Set<string>();
  const contactIds = new Set<string>();
  const names = new Set<string>();
  const named = 'email' in selector ? folded(selector.email) : undefined;

  const traceOf = (text: string | undefined) => (text === undefined ? undefined : phoneTrace(text, region));
  const isSaid = (digits: readonly string[]) =>
    [...phones.values()].some(({ isIn }) => digits.some((run) => isIn(run)));

  const learn = ({ phone, email, contactId, name, firstName, lastName }: Reachable) => {
    for (const full of [name, firstName && lastName && `${firstName} ${lastName}`])
      if (full !== undefined && isFullName(full)) names.add(full.trim());
    const trace = traceOf(phone);
    if (trace !== undefined) phones.set(trace.phone, trace);
    if (email !== undefined) emails.add(folded(email));
    if (contactId !== undefined) contactIds.add(contactId);
  };
  if ('phone' in selector) learn(selector);
  if ('email' in selector) learn(selector);

  return {
    phones: () => [...phones.values()],
    learn,
    mention: () => ({
      numbers: [...phones.values()].flatMap(({ national }) => national ?? []),
      words: [...emails, ...names],
    }),
    match({ phone, email, contactId }) {
      const trace = traceOf(phone);
      if (trace !== undefined && (phones.has(trace.phone) || isSaid(trace.digits))) return 'phone';
      if (contactId !== undefined && contactIds.has(contactId)) return 'contact';
      if (email === undefined) return undefined;
      if (folded(email) === named) return 'email';
      return emails.has(folded(email)) ? 'weak' : undefined;
    },
    isSaid,
    isReachable: ({ phone }) => phone !== undefined && toE164(phone, region) !== undefined,
  };
}

/** True if a name has two words of at least two letters. Too many people share a single name. */
const isFullName = (name: string): boolean => (name.match(/\p{L}{2,}/gu) ?? []).length >= 2;

const folded = (email: string): string => email.trim().toLowerCase();

/** Fewer digits don't identify a person. */
const LEAST_DIGITS = 5;

interface PhoneTrace {
  /** E.164, or the text as received if it is no valid number. */
  readonly phone: string;
  /** The number's digits without the country code; undefined if the number is invalid. */
  readonly national?: string;
  /** `callerDigits` may return any of these for the number. */
  readonly spellings: readonly string[];
  /** The number's digits, which may contain the number of another trace. */
  readonly digits: readonly string[];
  /** True if the digits of a text contain the number or, for an invalid number, equal it. */
  readonly isIn: (digits: string) => boolean;
}

/**
 * Returns the trace of a phone number; undefined for a text with too few digits.
 * @param region ISO 3166 code of the country whose numbers may lack a country code
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
