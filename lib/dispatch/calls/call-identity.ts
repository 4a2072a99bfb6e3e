import type { Account } from '../../accounts/account.ts';
import type { Integration } from '../../platforms/index.ts';

/** Identifies a call. The id alone is not enough: the same id with another number is another call. */
export interface CallIdentity {
  readonly account: Account;
  readonly integration: Integration;
  /** Absent if the platform names no call. */
  readonly callId?: string | undefined;
  /** The number that the platform reports as the caller's, E.164. */
  readonly caller?: string | undefined;
}
