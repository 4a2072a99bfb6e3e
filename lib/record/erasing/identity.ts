import { nationalDigits, toE164 } from '../customers/phone.ts';
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

/** Whether something belongs to a person; `weak` counts only if nothing assigns it to someone else. */
export type Match = 'phone' | 'email' | 'contact' | 'weak';

/** Identifiers of a person; the set grows with what is found. */
export interface Identity {
  /** The person's numbers, for which late reports are refused. */
  phones(): readonly PhoneTrace[];
  /** Adds the identifiers of a contact of the person. */
  learn(contact: Reachable): void;
  /** What identifies the person in the texts of others. A first name alone doesn't. */
  mention(): Mention;
  /** Whether a contact belongs to the person, and by which identifier. */
  match(contact: Reachable): Match | undefined;
  /** Whether one of several runs of digits contains a number of the person. */
  isSaid(digits: readonly string[]): boolean;
  /** Whether a contact has a valid number, and so belongs to its owner. */
  isReachable(contact: Reachable): boolean;
}

/**
 * The identity of the person that an operator names. A number and a contact of the CRM identify a person; an email
 * address only if the operator named it, because a family or an office may share one.
 * @param region ISO 3166 country code: how a number without a country code is read
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

/** Whether a name has two words of at least two letters, so that it isn't everybody's. */
const isFullName = (name: string): boolean => (name.match(/\p{L}{2,}/gu) ?? []).length >= 2;

const folded = (email: string): string => email.trim().toLowerCase();

/** Fewer digits don't identify a person. */
const LEAST_DIGITS = 5;

/** Recognizes a person's number in stored data. */
interface PhoneTrace {
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
