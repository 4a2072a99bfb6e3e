import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { type MergedCall, mergeCallEvents } from '../dispatch/merged-call.ts';
import type { Integration } from '../routes.ts';
import { fromCallItems } from './call-item.ts';
import { callKey } from './request-item.ts';
import { createRequestReader } from './request-reader.ts';

/** A call with the requests that were made in it. */
export interface StoredCall extends MergedCall {
  readonly dispatchRequestIds: readonly string[];
}

/** Reads calls for people: the command line. */
export function createCallReader(deps: {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}) {
  const requests = createRequestReader(deps);
  return {
    /** The events of a call as one, and the requests made in it; undefined where nothing is stored. */
    async get(integration: Integration, callId: string): Promise<StoredCall | undefined> {
      const items: Record<string, unknown>[] = [];
      const query = {
        TableName: deps.tableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': callKey(integration, callId) },
      };
      for await (const page of paginateQuery({ client: deps.document }, query))
        items.push(...(page.Items ?? []));
      const merged = mergeCallEvents(fromCallItems(items));
      if (merged === undefined) return undefined;
      const made = await requests.madeInCall(integration, callId);
      return { ...merged, dispatchRequestIds: made.map(({ dispatchRequestId }) => dispatchRequestId) };
    },
  };
}
