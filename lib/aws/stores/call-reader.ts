import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Integration } from '../../platforms/index.ts';
import type { StoredCall } from '../../record/call-lists.ts';
import { mergeReports } from '../../record/merged-call.ts';
import { fromCallItems, itemsQuery } from '../items/call-item.ts';
import { fromSummaryItem, SUMMARY } from '../items/call-summary.ts';
import { callKey } from '../items/request-item.ts';

/**
 * Reads calls for people: the command line. Calls past their retention are as if they were deleted.
 * @param now epoch milliseconds
 */
export function createCallReader(
  deps: { readonly document: DynamoDBDocumentClient; readonly tableName: string },
  now: () => number = Date.now,
) {
  const isKept = ({ expiresAt }: Record<string, unknown>) => Number(expiresAt) > now() / 1000;
  return {
    /** The accounts that have a call with that id. Platforms choose the ids, so there may be several. */
    async accountsWith(
      accountIds: readonly string[],
      integration: Integration,
      callId: string,
    ): Promise<readonly string[]> {
      const found = await Promise.all(
        accountIds.map(async (accountId) => {
          const Key = { pk: callKey(accountId, integration, callId), sk: SUMMARY };
          const ProjectionExpression = 'reports, expiresAt';
          const get = new GetCommand({ TableName: deps.tableName, Key, ProjectionExpression });
          const { Item } = await deps.document.send(get);
          return Item?.reports !== undefined && isKept(Item) ? [accountId] : [];
        }),
      );
      return found.flat();
    },

    /** The merged reports of a call, and how it ended; undefined if nothing was reported. */
    async get(accountId: string, integration: Integration, callId: string): Promise<StoredCall | undefined> {
      const items: Record<string, unknown>[] = [];
      const pk = callKey(accountId, integration, callId);
      const query = { TableName: deps.tableName, ...itemsQuery(pk, now()) };
      for await (const page of paginateQuery({ client: deps.document }, query))
        items.push(...(page.Items ?? []));
      const merged = mergeReports(fromCallItems(items));
      const summary = items.find(({ sk }) => sk === SUMMARY);
      return merged && { ...merged, ...fromSummaryItem(summary) };
    },
  };
}
