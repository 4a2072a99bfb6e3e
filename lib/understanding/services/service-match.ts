import type { ServiceType } from '../../accounts/account.ts';

/** Maximum services in one question. */
export const MAX_ASKED = 4;

export type ServiceMatch =
  | { readonly kind: 'match'; readonly service: ServiceType }
  /** Two to four candidates to ask about, nearest first. */
  | { readonly kind: 'ambiguous'; readonly suggestions: readonly ServiceType[] }
  /** Nearest first, at most twelve. */
  | { readonly kind: 'unknown'; readonly suggestions: readonly ServiceType[] }
  /** The entry of the account's `notOffered`. */
  | { readonly kind: 'not_offered'; readonly notOffered: string };
