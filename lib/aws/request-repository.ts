import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { OutcomeUnknown } from '../dispatch/faults.ts';
import type { Change, ChangeResult, Deadline, RequestStore } from '../dispatch/ports.ts';
import type { DispatchRequest } from '../dispatch/request.ts';
import { claimUpdates } from './claim-updates.ts';
import { customerUpdate } from './customer-repository.ts';
import { callKey, customerKey, fromRequestItem, requestKey, toRequestItem } from './request-item.ts';
import { type Refusal, type TransactItems, type TransactionDependencies, transact } from './transaction.ts';
import { withinDeadline } from './within-deadline.ts';

export interface RequestDependencies extends TransactionDependencies {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** Dispatch requests and the claims they hold. */
export function createRequestRepository(deps: RequestDependencies): RequestStore {
  const { document, tableName } = deps;

  const get = async (dispatchRequestId: string, deadline: Deadline): Promise<DispatchRequest | undefined> => {
    const command = new GetCommand({
      TableName: tableName,
      Key: requestKey(dispatchRequestId),
      ConsistentRead: true,
    });
    const { Item } = await withinDeadline(deadline, deps, (options) => document.send(command, options));
    return Item === undefined ? undefined : fromRequestItem(Item);
  };

  const query = async (input: Omit<QueryCommandInput, 'TableName'>, deadline: Deadline) => {
    const found: DispatchRequest[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const command = new QueryCommand({ ...input, TableName: tableName, ExclusiveStartKey: from });
      const page = await withinDeadline(deadline, deps, (options) => document.send(command, options));
      found.push(...(page.Items ?? []).map(fromRequestItem));
      from = page.LastEvaluatedKey;
    } while (from !== undefined);
    return found;
  };

  return {
    get,
    madeInCall: (integration, callId, deadline) =>
      query(
        {
          IndexName: 'byCall',
          KeyConditionExpression: 'callKey = :call',
          ExpressionAttributeValues: { ':call': callKey(integration, callId) },
        },
        deadline,
      ),
    appointmentsOf: (accountId, phone, from, deadline) =>
      query(
        {
          IndexName: 'byCustomer',
          KeyConditionExpression: 'customerKey = :customer AND startsAt >= :from',
          ExpressionAttributeValues: { ':customer': customerKey(accountId, phone), ':from': from },
        },
        deadline,
      ),
    commit: (change, deadline) => commit(change, deps, get, deadline),
  };
}

async function commit(
  change: Change,
  deps: RequestDependencies,
  get: (dispatchRequestId: string, deadline: Deadline) => Promise<DispatchRequest | undefined>,
  deadline: Deadline,
): Promise<ChangeResult> {
  const { next } = change;
  const result = await transact(transactionOf(change, deps.tableName), deps, deadline);
  if (result.kind === 'stored' || result.kind === 'contended') return result;
  if (result.kind === 'refused') return judge(result.refusals);
  const current = await get(next.dispatchRequestId, deadline).catch(() => undefined);
  if (current !== undefined && current.version === next.version && current.updatedAt === next.updatedAt) {
    return { kind: 'stored' };
  }
  throw new OutcomeUnknown({ cause: result.cause });
}

/** The request first: its own condition is judged before a lost slot. */
function transactionOf({ next, previous, customer }: Change, tableName: string): TransactItems {
  const Item = toRequestItem(next);
  const shared = { TableName: tableName, Item, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  const put =
    previous === undefined
      ? { ...shared, ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ...shared,
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': previous.version },
        };
  return [
    { Put: put },
    ...claimUpdates(tableName, next, previous).map((Update) => ({ Update })),
    ...(customer === undefined ? [] : [{ Update: customerUpdate(tableName, customer, next.updatedAt) }]),
  ];
}

const isFailed = (refusal: Refusal | undefined): boolean => refusal?.code === 'ConditionalCheckFailed';

function judge([own]: readonly Refusal[]): ChangeResult {
  if (own === undefined || !isFailed(own)) return { kind: 'slot_lost' };
  return {
    kind: 'changed',
    current: isAttributes(own.item) ? fromRequestItem(unmarshall(own.item)) : undefined,
  };
}

type Attributes = Parameters<typeof unmarshall>[0];

function isAttributes(item: unknown): item is Attributes {
  return typeof item === 'object' && item !== null;
}
