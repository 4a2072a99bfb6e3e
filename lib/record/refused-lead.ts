import { deliveryDigestOf, derivedId } from './ids.ts';

/** A lead of an authenticated sender is refused and kept for one of these reasons. */
export const refusalReasons = ['payload_invalid', 'unknown_account'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Names a wrong field and what was expected, never what was sent. */
interface WrongField {
  readonly path: string;
  readonly expected: string;
}

/** Keeps a refused lead as it was sent, until it is sent again after a fix. */
export interface RefusedLead {
  /** Derived from account and body, so that an equal body gets the same id. */
  readonly refusedLeadId: string;
  /** Absent if no account is known for it. */
  readonly accountId?: string | undefined;
  readonly reason: RefusalReason;
  readonly errors: readonly WrongField[];
  /** The time of the first delivery: ISO 8601, UTC. */
  readonly receivedAt: string;
  /** The id of the key that authenticated the lead, and the accounts that the key might act for; `*` means all. */
  readonly keyId: string;
  readonly mayActFor: readonly string[];
  /** JSON text, byte for byte as it was sent. */
  readonly body: string;
}

/** `repeated`: an equal lead is already kept. `over_limit`: too many are kept for the day. */
export type Kept = 'kept' | 'repeated' | 'over_limit';

/** Counts the leads of an account that were refused on a day (UTC), whether kept or not. */
export interface RefusedDay {
  readonly count: number;
  /** Paths of wrong fields. */
  readonly fields: readonly string[];
}

/** At most this many refused leads of an account are kept per day (UTC). */
export const MAX_KEPT_PER_DAY = 200;

export function refusedLeadIdOf(accountId: string | undefined, body: unknown): string {
  return derivedId('rl', [accountId ?? '', deliveryDigestOf(body)]);
}
