import type { OnCallRole } from '../accounts/on-call-roles.ts';

/** People on call who were notified of an emergency at one time: those of a role, or everybody. */
export interface Notified {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly role: OnCallRole | 'everybody';
  /** Their names. */
  readonly people: readonly string[];
}
