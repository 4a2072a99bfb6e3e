import {
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type DispatchRequest, type Status, standingAppointment } from '../dispatch/request.ts';
import type { Integration } from '../routes.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import { accountKey, callKey, fromRequestItem, requestKey } from './request-item.ts';

/** Reads requests for people: the command line. */
export function createRequestReader(deps: {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}) {
  const { document, tableName } = deps;

  const query = async (input: Omit<QueryCommandInput, 'TableName'>): Promise<DispatchRequest[]> => {
    const found: DispatchRequest[] = [];
    for await (const page of paginateQuery({ client: document }, { ...input, TableName: tableName })) {
      found.push(...(page.Items ?? []).map(fromRequestItem));
    }
    return found;
  };

  const list = async (
    accountId: string,
    { from = '', status }: { readonly from?: string | undefined; readonly status?: Status | undefined } = {},
  ): Promise<DispatchRequest[]> => {
    const all = await query({
      IndexName: 'byAccount',
      KeyConditionExpression: 'accountKey = :account AND createdAt >= :from',
      // An index key can't be compared with an empty string; every ISO date sorts after the zero.
      ExpressionAttributeValues: { ':account': accountKey(accountId), ':from': from === '' ? '0' : from },
    });
    return status === undefined ? all : all.filter((request) => request.status === status);
  };

  return {
    list,

    async get(dispatchRequestId: string): Promise<DispatchRequest | undefined> {
      const command = new GetCommand({
        TableName: tableName,
        Key: requestKey(dispatchRequestId),
        ConsistentRead: true,
      });
      const { Item } = await document.send(command);
      return Item === undefined ? undefined : fromRequestItem(Item);
    },

    /** The requests with a standing appointment on a local date. */
    async scheduledOn(accountId: string, date: LocalDate): Promise<DispatchRequest[]> {
      return (await list(accountId)).filter((request) => standingAppointment(request)?.date === date);
    },

    /** In the order in which they were made. */
    madeInCall(integration: Integration, callId: string): Promise<DispatchRequest[]> {
      return query({
        IndexName: 'byCall',
        KeyConditionExpression: 'callKey = :call',
        ExpressionAttributeValues: { ':call': callKey(integration, callId) },
      });
    },
  };
}
