import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { CallSummary } from '../../dispatch/calls/call-lists.ts';
import { type MergedCall, mergeReports } from '../../dispatch/calls/merged-call.ts';
import { type Integration, integrations } from '../../platforms/index.ts';
import { callKey, callsKey } from '../requests/request-item.ts';
import { fromCallItems } from './call-item.ts';
import { fromSummaryItem, SUMMARY } from './call-summary.ts';

/** A call, and how it ended. */
export interface StoredCall extends MergedCall, CallSummary {}

/** A call in a list. */
export interface ListedCall extends CallSummary {
  readonly integration: Integration;
  readonly callId: string;
  readonly accountId: string;
  /** Time of the first event, ISO 8601, UTC. */
  readonly createdAt: string;
  /** From the first event that named it. */
  readonly caller?: string | undefined;
  readonly agentId?: string | undefined;
}

const OwnerItem = v.object({
  integration: v.picklist(integrations),
  callId: v.string(),
  accountId: v.string(),
  createdAt: v.string(),
  caller: v.optional(v.string()),
  agentId: v.optional(v.string()),
});

/** Reads calls for people: the command line. */
export function createCallReader(deps: {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}) {
  return {
    /**
     * The calls of an account, or those without one under `UNASSIGNED`, whose first event came at or after an ISO
     * instant, oldest first. Omits calls past their retention at `now` (epoch milliseconds), because DynamoDB deletes
     * late.
     */
    async list(
      accountId: string,
      { from = '0', now }: { readonly from?: string | undefined; readonly now: number },
    ) {
      const found: ListedCall[] = [];
      const query = {
        TableName: deps.tableName,
        IndexName: 'byAccount',
        KeyConditionExpression: 'accountKey = :calls AND createdAt >= :from',
        FilterExpression: 'expiresAt > :now',
        ExpressionAttributeValues: {
          ':calls': callsKey(accountId),
          ':from': from,
          ':now': Math.floor(now / 1000),
        },
      };
      for await (const page of paginateQuery({ client: deps.document }, query))
        found.push(
          ...(page.Items ?? []).map((item) => ({ ...v.parse(OwnerItem, item), ...fromSummaryItem(item) })),
        );
      return found;
    },

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
