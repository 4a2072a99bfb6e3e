import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { TextConsents } from '../../record/outbox/outbox.ts';
import { customerKey } from '../items/request-item.ts';
import { readItem, type StoreDependencies, updateOf, writeWithinDeadline } from '../table/operations.ts';

const Decided = v.object({ sms: v.boolean(), landline: v.optional(v.boolean()) });

const consentOf = (accountId: string, phone: string) => ({
  pk: customerKey(accountId, phone),
  sk: 'CONSENT',
});

/** Reads what the owners of numbers decided, and adds what carriers say. */
export function createTextConsents(deps: StoreDependencies): TextConsents {
  const { document, tableName, now } = deps;
  return {
    async get(accountId, phone, deadline) {
      const item = await readItem(consentOf(accountId, phone), deps, deadline);
      return item && v.parse(Decided, item);
    },

    async refuse(accountId, phone, reason, deadline) {
      const at = new Date(now()).toISOString();
      const set = reason === 'landline' ? { landline: true } : { sms: false, at, by: 'carrier' };
      const once = { setOnce: { v: 1, accountId, phone, sms: false, at, by: 'carrier' } };
      const setOnce = Object.fromEntries(Object.entries(once.setOnce).filter(([name]) => !(name in set)));
      const update = new UpdateCommand(updateOf(tableName, consentOf(accountId, phone), { set, setOnce }));
      await writeWithinDeadline(deadline, deps, (options) => document.send(update, options));
    },
  };
}
