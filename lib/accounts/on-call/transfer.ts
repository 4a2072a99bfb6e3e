import { isOpenAt } from '../../scheduling/opening.ts';
import type { Account, ServiceType } from '../account.ts';
import { type OnCallPerson, onCallAt } from './on-call.ts';

/** The target of a transfer. */
export interface Transfer {
  /** E.164; null if nobody can be dialed. */
  readonly phone: string | null;
  /** Absent if it is the account's own number. */
  readonly person?: OnCallPerson | undefined;
}

/** What a call is about. */
export interface TransferQuestion {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isEmergency: boolean;
  /** Unknown if absent: anyone on call may take it. */
  readonly service?: ServiceType | undefined;
}

/**
 * The target of a transfer: for an emergency, and for any call outside business hours, the first on call; otherwise
 * the account's number for that hour.
 */
export function transferOf(account: Account, { now, isEmergency, service }: TransferQuestion): Transfer {
  const isOpen = isOpenAt(account, now);
  const [person] = isEmergency || !isOpen ? onCallAt(account, now, service) : [];
  if (person !== undefined) return { phone: person.phone, person };
  const { phone = null, afterHoursPhone = phone } = account.transfer;
  return { phone: isOpen ? phone : afterHoursPhone };
}
