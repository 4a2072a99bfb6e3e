import { createHash } from 'node:crypto';

/** The id of a customer: derived from account and phone (E.164), so that parallel calls create one customer. */
export function customerIdOf(accountId: string, phone: string): string {
  return `cu_${createHash('sha256')
    .update(JSON.stringify([accountId, phone]))
    .digest('hex')
    .slice(0, 24)}`;
}
