import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type MergedCall, mergeReports } from '../../dispatch/calls/merged-call.ts';
import { type Integration, integrations } from '../../platforms/index.ts';
import { callKey, callsKey } from '../requests/request-item.ts';
import { createRequestReader } from '../requests/request-reader.ts';
import { fromCallItems } from './call-item.ts';

/** A call with the requests that were made in it. */
export interface StoredCall extends MergedCall {
  readonly dispatchRequestIds: readonly string[];
}

/** A call in a list. */
export interface ListedCall {
  readonly integration: Integration;
  readonly callId: string;
  readonly accountId: string;
  /** Time of the first event, ISO 8601, UTC. */
  readonly createdAt: string;
  /** From the first event that named it. */
  readonly caller?: string | undefined;
  readonly agentId?: string | undefined;
  /** Requests made in the call, in order. */
  readonly dispatchRequestIds: readonly string[];
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
  const requests = createRequestReader(deps);

  const idsByCall = async (accountId: string): Promise<ReadonlyMap<string, readonly string[]>> => {
    const ids = new Map<string, string[]>();
    for (const { source, callId, dispatchRequestId } of await requests.list(accountId)) {
      if (callId === undefined) continue;
      const key = callKey(accountId, source, callId);
      ids.set(key, [...(ids.get(key) ?? []), dispatchRequestId]);
    }
    return ids;
  };

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
      const made = await idsByCall(accountId);
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
          ...(page.Items ?? []).map((item) => {
            const call = v.parse(OwnerItem, item);
            const key = callKey(accountId, call.integration, call.callId);
            return { ...call, dispatchRequestIds: made.get(key) ?? [] };
          }),
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
          const Key = { pk: callKey(accountId, integration, callId), sk: 'CALL' };
          const get = new GetCommand({ TableName: deps.tableName, Key, ProjectionExpression: 'pk' });
          const { Item } = await deps.document.send(get);
          return Item === undefined ? [] : [accountId];
        }),
      );
      return found.flat();
    },

    /** The merged reports of a call, and the requests made in it; undefined if nothing is stored. */
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
      if (merged === undefined) return undefined;
      const made = await requests.madeInCall(accountId, integration, callId);
      return { ...merged, dispatchRequestIds: made.map(({ dispatchRequestId }) => dispatchRequestId) };
    },
  };
}
