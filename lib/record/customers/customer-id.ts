import { hash } from 'node:crypto';

/** The id of a customer: derived from account and phone (E.164), so that parallel calls create one customer. */
export function customerIdOf(accountId: string, phone: string): string {
  return `cu_${hash('sha256', JSON.stringify([accountId, phone]), 'hex').slice(0, 24)}`;
}
