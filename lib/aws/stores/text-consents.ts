import type { OutboxMessage } from '../../record/outbox/message.ts';
import type { RefusedNumber, TextConsents } from '../../record/outbox/outbox.ts';
import { readItem, type TableDependencies, updateOf } from '../table/operations.ts';
import { CONSENT_VERSION, consentKey, fromConsentItem } from './consent-store.ts';

/** Reads what the owners of numbers decided. */
export const createTextConsents = (deps: TableDependencies): TextConsents => ({
  async get(accountId, phone, deadline) {
    const item = await readItem(consentKey(accountId, phone), deps, deadline);
    return item && fromConsentItem(item);
  },
});

/** Returns the update that adds what a carrier says of a message's number. */
export function refusalUpdate(
  tableName: string,
  { accountId, to: phone }: Pick<OutboxMessage, 'accountId' | 'to'>,
  refused: RefusedNumber,
  at: string,
) {
  const decided = { sms: false, at, by: 'carrier' };
  const owned = { v: CONSENT_VERSION, accountId, phone };
  const changes =
    refused === 'landline'
      ? { set: { landline: true }, setOnce: { ...owned, ...decided } }
      : { set: decided, setOnce: owned };
  return { Update: updateOf(tableName, consentKey(accountId, phone), changes) };
}
