import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type LinkOwner, ownerOf, type PageLink } from '../../record/link.ts';
import type { LinkStore } from '../../record/ports.ts';
import {
  inIndex,
  plainItem,
  queryAll,
  readItem,
  type StoreDependencies,
  type TableDependencies,
  updateOf,
  writeWithinDeadline,
} from '../table/operations.ts';

export function createLinkStore(deps: StoreDependencies): LinkStore {
  const { document, tableName } = deps;
  return {
    async get(linkId, deadline) {
      const item = await readItem(linkKey(linkId), deps, deadline);
      return item && fromLinkItem(item);
    },

    async put(link, deadline) {
      const put = new PutCommand(linkPut(tableName, link).Put);
      await writeWithinDeadline(deadline, deps, (options) => document.send(put, options));
    },

    async countChange(linkId, most, deadline) {
      const condition = {
        ConditionExpression: 'attribute_exists(pk) AND changes < :most',
        ExpressionAttributeValues: { ':most': most },
      };
      const update = new UpdateCommand({
        ...updateOf(tableName, linkKey(linkId), { add: { changes: 1 } }, condition),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      try {
        await writeWithinDeadline(deadline, deps, (options) => document.send(update, options));
        return 'counted';
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return plainItem(error.Item) === undefined ? 'gone' : 'too_many';
      }
    },
  };
}

/**
 * Deletes the links of a request or technician, so that they open nothing any more. Returns how many there were. Links of
 * the last second may be missing, because the index lags behind the table.
 */
export async function revokeLinks(
  accountId: string,
  owner: LinkOwner,
  deps: TableDependencies,
  deadline: number,
): Promise<number> {
  const { document, tableName: TableName } = deps;
  const found = await queryAll(inIndex('byAccount', linksKey(accountId, owner)), deps, deadline);
  for (const { linkId } of found.map(fromLinkItem)) {
    const remove = new DeleteCommand({ TableName, Key: linkKey(linkId) });
    await writeWithinDeadline(deadline, deps, (options) => document.send(remove, options));
  }
  return found.length;
}

const VERSION = 1;
/** Items are kept for this many seconds (90 days), because a visit may be moved. Until when a link opens its page, the visit decides. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

export const linkKey = (linkId: string) => ({ pk: `LINK#${linkId}`, sk: 'LINK' });

export const linksKey = (accountId: string, owner: LinkOwner): string =>
  owner.technicianId === undefined
    ? `LINKS#${accountId}#REQUEST#${owner.dispatchRequestId}`
    : `LINKS#${accountId}#TECHNICIAN#${owner.technicianId}`;

/** Returns the write of a new link. */
export const linkPut = (TableName: string, link: PageLink) => ({
  Put: {
    TableName,
    Item: {
      ...linkKey(link.linkId),
      v: VERSION,
      ...link,
      changes: 0,
      accountKey: linksKey(link.accountId, ownerOf(link)),
      expiresAt: Math.ceil(Date.parse(link.createdAt) / 1000) + KEPT_SECONDS,
    },
  },
});

const shared = { linkId: v.string(), accountId: v.string(), createdAt: v.string() };
const LinkItem = v.variant('kind', [
  v.object({
    ...shared,
    kind: v.literal('visit'),
    dispatchRequestId: v.string(),
    numberId: v.optional(v.string()),
  }),
  v.object({ ...shared, kind: v.literal('day'), technicianId: v.string(), date: v.string() }),
  v.object({ ...shared, kind: v.literal('alert'), dispatchRequestId: v.string(), name: v.string() }),
]);

/** @throws {ValiError} if the item is malformed */
const fromLinkItem = (item: unknown): PageLink => v.parse(LinkItem, item);
