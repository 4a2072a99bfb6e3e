import { deliveryDigestOf, derivedId } from './ids.ts';

/** Why a lead of an authenticated sender was refused and kept. */
export const refusalReasons = ['payload_invalid', 'unknown_account'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Names a wrong field and what was expected, never what was sent. */
interface WrongField {
  readonly path: string;
  readonly expected: string;
}

/** A lead that was refused, as it was sent, until it is sent again after a fix. */
export interface RefusedLead {
  /** Derived from account and body, so that an equal body gets the same id. */
  readonly refusedLeadId: string;
  /** Absent if no account is known for it. */
  readonly accountId?: string | undefined;
  readonly reason: RefusalReason;
  readonly errors: readonly WrongField[];
  /** When it came first: ISO 8601, UTC. */
  readonly receivedAt: string;
  /** The id of the key that authenticated it, and the accounts that the key might act for; `*` means all. */
  readonly keyId: string;
  readonly mayActFor: readonly string[];
  /** The body, byte for byte: JSON text. */
  readonly body: string;
}

/** What became of a refused lead: an equal one may be kept already, or too many of the day. */
export type Kept = 'kept' | 'repeated' | 'over_limit';

/** The leads of an account that were refused on a day (UTC), whether kept or not. */
export interface RefusedDay {
  readonly count: number;
  /** The paths of fields that were wrong. */
  readonly fields: readonly string[];
}

/** The most leads of an account that are kept of a day (UTC). */
export const MAX_KEPT_PER_DAY = 200;

export function refusedLeadIdOf(accountId: string | undefined, body: unknown): string {
  return derivedId('rl', [accountId ?? '', deliveryDigestOf(body)]);
}
