import {
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Integration } from '../../platforms/index.ts';
import type { DispatchRequest } from '../../record/request.ts';
import {
  accountKey,
  callKey,
  customerKey,
  fromRequestItem,
  fromRequestItems,
  requestKey,
} from '../items/request-item.ts';

/** Reads requests for people: the command line. */
export function createRequestReader(deps: {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}) {
  const { document, tableName } = deps;

  const query = async (input: Omit<QueryCommandInput, 'TableName'>): Promise<DispatchRequest[]> => {
    const found: DispatchRequest[] = [];
    for await (const page of paginateQuery({ client: document }, { ...input, TableName: tableName })) {
      found.push(...fromRequestItems(page.Items ?? []));
    }
    return found;
  };

  /** Requests created between two ISO instants, inclusive; `from` and `to` may be prefixes, such as a date. */
  const list = async (
    accountId: string,
    { from = '0', to = '9' }: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
  ): Promise<DispatchRequest[]> =>
    // DynamoDB refuses a range that ends before it begins.
    from > to
      ? []
      : await query({
          IndexName: 'byAccount',
          KeyConditionExpression: 'accountKey = :account AND createdAt BETWEEN :from AND :to',
          ExpressionAttributeValues: { ':account': accountKey(accountId), ':from': from, ':to': to },
        });

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

    /** The requests of a customer's number, E.164. */
    ofNumber(accountId: string, phone: string): Promise<DispatchRequest[]> {
      return query({
        IndexName: 'byCustomer',
        KeyConditionExpression: 'customerKey = :customer',
        ExpressionAttributeValues: { ':customer': customerKey(accountId, phone) },
      });
    },

    /** In order of creation. */
    madeInCall(accountId: string, integration: Integration, callId: string): Promise<DispatchRequest[]> {
      return query({
        IndexName: 'byCall',
        KeyConditionExpression: 'callKey = :call',
        ExpressionAttributeValues: { ':call': callKey(accountId, integration, callId) },
      });
    },
  };
}
