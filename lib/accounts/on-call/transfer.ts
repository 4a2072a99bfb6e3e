import { isOpenAt } from '../../scheduling/hours.ts';
import type { Account, ServiceType } from '../account.ts';
import { type OnCallPerson, onCallAt } from './on-call.ts';

export interface Transfer {
  /** E.164; null if nobody can be dialed. */
  readonly phone: string | null;
  /** Absent if the number is the account's own. */
  readonly person?: OnCallPerson | undefined;
}

export interface TransferQuestion {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isEmergency: boolean;
  /** If the service is unknown, anyone on call may take the call. */
  readonly service?: ServiceType | undefined;
}

/**
 * Returns whom to transfer a call to: for an emergency, and for any call outside business hours, the first on call;
 * otherwise the account's number for that hour.
 */
export function transferOf(account: Account, { now, isEmergency, service }: TransferQuestion): Transfer {
  const isOpen = isOpenAt(account, now);
  const [person] = isEmergency || !isOpen ? onCallAt(account, now, service) : [];
  if (person !== undefined) return { phone: person.phone, person };
  const { phone = null, afterHoursPhone = phone } = account.transfer;
  return { phone: isOpen ? phone : afterHoursPhone };
}
