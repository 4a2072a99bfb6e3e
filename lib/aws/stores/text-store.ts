import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { deliveryDigestOf } from '../../record/ids.ts';
import type { HandledTexts } from '../../record/ports.ts';
import { readItem, type StoreDependencies, writeWithinDeadline } from '../table/operations.ts';

const VERSION = 1;
/** Providers repeat a message for at most a few days. */
const KEPT_SECONDS = 7 * 24 * 60 * 60;

/** Holds a digest of an id, and nothing about a person. */
export const textKey = (accountId: string, digest: string) => ({
  pk: `TEXT#${accountId}#${digest}`,
  sk: 'TEXT',
});

const keyOf = (accountId: string, id: string) =>
  textKey(accountId, deliveryDigestOf(['text', id]).slice(0, 32));

export function createHandledTexts(deps: StoreDependencies): HandledTexts {
  const { document, tableName: TableName, now } = deps;
  return {
    async includes(accountId, ids, deadline) {
      const items = await Promise.all(ids.map((id) => readItem(keyOf(accountId, id), deps, deadline)));
      // DynamoDB deletes late.
      return items.some((item) => item !== undefined && Number(item.expiresAt) > now() / 1000);
    },

    async add(accountId, ids, deadline) {
      const expiresAt = Math.floor(now() / 1000) + KEPT_SECONDS;
      const writes = ids.map((id) => {
        const put = new PutCommand({ TableName, Item: { ...keyOf(accountId, id), v: VERSION, expiresAt } });
        return writeWithinDeadline(deadline, deps, (options) => document.send(put, options));
      });
      await Promise.all(writes);
    },
  };
}
