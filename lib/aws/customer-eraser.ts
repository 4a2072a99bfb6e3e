import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  paginateQuery,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type DispatchRequest, UNASSIGNED } from '../dispatch/requests/request.ts';
import { accountKey, callKey, customerKey, fromRequestItem, toRequestItem } from './requests/request-item.ts';

/** What was done with what is stored about a phone number. */
export interface Erasure {
  readonly customerDeleted: boolean;
  /** Requests that keep their appointment and their state, and nothing about the person. */
  readonly requestsRedacted: readonly string[];
  /** Keys of the calls that are gone with their transcripts. */
  readonly callsDeleted: readonly string[];
}

export interface EraserDependencies {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly now: () => Date;
}

const Key = v.object({ pk: v.string(), sk: v.string() });
const CallKey = v.object({ ...Key.entries, accountId: v.string() });
const isFailedCondition = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/**
 * Removes what is stored about a phone number of an account. Doing it again does the rest where it was interrupted.
 * Reads the whole table, since calls are found by their caller in no other way.
 */
export async function eraseCustomer(
  accountId: string,
  phone: string,
  deps: EraserDependencies,
): Promise<Erasure> {
  const { document, tableName } = deps;
  const customer = { pk: customerKey(accountId, phone), sk: 'CUSTOMER' };
  const { Attributes } = await document.send(
    new DeleteCommand({ TableName: tableName, Key: customer, ReturnValues: 'ALL_OLD' }),
  );
  const requests = await requestsOf(accountId, phone, deps);
  const calls = new Set(await callsOf(accountId, phone, deps));
  for (const { source, callId } of requests)
    if (callId !== undefined) calls.add(callKey(accountId, source, callId));
  for (const pk of calls) await deleteCall(pk, accountId, deps);
  for (const request of requests) await redact(request, deps);
  return {
    customerDeleted: Attributes !== undefined && Object.keys(Attributes).length > 0,
    requestsRedacted: requests.map(({ dispatchRequestId }) => dispatchRequestId),
    callsDeleted: [...calls],
  };
}

async function requestsOf(accountId: string, phone: string, { document, tableName }: EraserDependencies) {
  const found: DispatchRequest[] = [];
  const query = {
    TableName: tableName,
    IndexName: 'byAccount',
    KeyConditionExpression: 'accountKey = :account',
    ExpressionAttributeValues: { ':account': accountKey(accountId) },
  };
  for await (const page of paginateQuery({ client: document }, query)) {
    found.push(...(page.Items ?? []).map(fromRequestItem).filter(({ customer }) => customer.phone === phone));
  }
  return found;
}

async function callsOf(accountId: string, phone: string, { document, tableName }: EraserDependencies) {
  const keys: string[] = [];
  const scan = {
    TableName: tableName,
    FilterExpression: 'begins_with(pk, :call) AND accountId = :account AND caller = :phone',
    ExpressionAttributeValues: { ':call': 'CALL#', ':account': accountId, ':phone': phone },
    ProjectionExpression: 'pk, sk',
  };
  for await (const page of paginateScan({ client: document }, scan)) {
    keys.push(...(page.Items ?? []).map((item) => v.parse(Key, item).pk));
  }
  return keys;
}

/**
 * Platforms choose the ids of calls, so a call of that id may be another account's. Of the account's own, what came
 * before its agent was known goes too. The item that says whose it is goes last, so that an interruption can be made good.
 */
async function deleteCall(
  pk: string,
  accountId: string,
  { document, tableName }: EraserDependencies,
): Promise<void> {
  const query = {
    TableName: tableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ProjectionExpression: 'pk, sk, accountId',
    ScanIndexForward: false,
  };
  const items: v.InferOutput<typeof CallKey>[] = [];
  for await (const page of paginateQuery({ client: document }, query)) {
    items.push(...(page.Items ?? []).map((item) => v.parse(CallKey, item)));
  }
  const isOwn = items.some((item) => item.sk === 'CALL' && item.accountId === accountId);
  for (const { sk, accountId: owner } of items) {
    if (owner !== accountId && !(isOwn && owner === UNASSIGNED)) continue;
    await document.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }));
  }
}

async function redact(
  request: DispatchRequest,
  { document, tableName, now }: EraserDependencies,
): Promise<void> {
  const at = now().toISOString();
  const { notes: _notes, callId: _callId, caller: _caller, ...kept } = request;
  const next: DispatchRequest = {
    ...kept,
    customer: {},
    needsReview: [],
    version: request.version + 1,
    updatedAt: at,
    history: [
      // Reasons are free text, and a call leads to whoever made it.
      ...request.history.map(({ at, from, to, by }) => ({ at, from, to, by })),
      { at, from: request.status, to: request.status, by: 'dispatcher', why: 'erased' },
    ],
  };
  try {
    await document.send(
      new PutCommand({
        TableName: tableName,
        Item: toRequestItem(next, request),
        ConditionExpression: '#version = :version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': request.version },
      }),
    );
  } catch (error) {
    if (isFailedCondition(error))
      throw new Error('A request changed meanwhile: run the command again.', { cause: error });
    throw error;
  }
}
