import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TextConsents } from '../../record/outbox/outbox.ts';
import { readItem, type StoreDependencies, updateOf, writeWithinDeadline } from '../table/operations.ts';
import { CONSENT_VERSION, consentKey, fromConsentItem } from './consent-store.ts';

/** Reads what the owners of numbers decided, and adds what carriers say. */
export function createTextConsents(deps: StoreDependencies): TextConsents {
  const { document, tableName, now } = deps;
  return {
    async get(accountId, phone, deadline) {
      const item = await readItem(consentKey(accountId, phone), deps, deadline);
      return item && fromConsentItem(item);
    },

    async refuse(accountId, phone, reason, deadline) {
      const at = new Date(now()).toISOString();
      const decided = { sms: false, at, by: 'carrier' };
      const owned = { v: CONSENT_VERSION, accountId, phone };
      const changes =
        reason === 'landline'
          ? { set: { landline: true }, setOnce: { ...owned, ...decided } }
          : { set: decided, setOnce: owned };
      const update = new UpdateCommand(updateOf(tableName, consentKey(accountId, phone), changes));
      await writeWithinDeadline(deadline, deps, (options) => document.send(update, options));
    },
  };
}
