import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { StoredCall } from '../../dispatch/calls/call-lists.ts';
import { mergeReports } from '../../dispatch/calls/merged-call.ts';
import type { Integration } from '../../platforms/index.ts';
import { callKey } from '../requests/request-item.ts';
import { fromCallItems } from './call-item.ts';
import { fromSummaryItem, SUMMARY } from './call-summary.ts';

/** Reads calls for people: the command line. */
export function createCallReader(deps: {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}) {
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
          const get = new GetCommand({ TableName: deps.tableName, Key, ProjectionExpression: 'reports' });
          const { Item } = await deps.document.send(get);
          return Item?.reports === undefined ? [] : [accountId];
        }),
      );
      return found.flat();
    },

    /** The merged reports of a call, and how it ended; undefined if nothing was reported. */
    async get(accountId: string, integration: Integration, callId: string): Promise<StoredCall | undefined> {
      const items: Record<string, unknown>[] = [];
      const query = {
        TableName: deps.tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': callKey(accountId, integration, callId) },
      };
      for await (const page of paginateQuery({ client: deps.document }, query))
        items.push(...(page.Items ?? []));
      const merged = mergeReports(fromCallItems(items));
      const summary = items.find(({ sk }) => sk === SUMMARY);
      return merged && { ...merged, ...fromSummaryItem(summary) };
    },
  };
}
