import {
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Integration } from '../../platforms/index.ts';
import { OutcomeUnknown, PersonErased } from '../../record/faults.ts';
import type { Change, ChangeResult, Deadline, RequestStore } from '../../record/ports.ts';
import { activeAppointment, type DispatchRequest } from '../../record/request.ts';
import { changeUpdate } from '../items/call-summary.ts';
import {
  accountKey,
  callKey,
  customerKey,
  fromRequestItem,
  fromRequestItems,
  requestKey,
  requestPut,
} from '../items/request-item.ts';
import { tombstoneChecks } from '../items/tombstone.ts';
import { plainItem } from '../table/queries.ts';
import {
  isFailed,
  type Refusal,
  type StoreDependencies,
  type TransactItems,
  transact,
} from '../table/transaction.ts';
import { withinDeadline } from '../table/within-deadline.ts';
import { customerUpdate } from './customer-store.ts';
import { holdEnds } from './hold-store.ts';
import {
  alertAtNumber,
  createNumberReader,
  fromRecentItem,
  numberKey,
  queryRequests,
  recentPut,
} from './number-reader.ts';
import { type ClaimUpdate, dayUpdates } from './schedule-reader.ts';

/** The key of the count of an account's alerts in a minute. */
export const alertsKey = (accountId: string, minute: string) => ({ pk: `ALERTS#${accountId}`, sk: minute });

const Counted = v.object({ alerts: v.number() });
/** How long a count is kept after its minute, in seconds. */
const COUNTED_SECONDS = 60 * 60;

const alertCount = (TableName: string, accountId: string, minute: string, by: 1 | -1) => ({
  TableName,
  Key: alertsKey(accountId, minute),
  UpdateExpression: 'SET v=:one,expiresAt=:until ADD alerts :by',
  ExpressionAttributeValues: {
    ...{ ':one': 1, ':by': by },
    ':until': Date.parse(`${minute}Z`) / 1000 + COUNTED_SECONDS,
  },
  ReturnValues: 'UPDATED_NEW' as const,
});

/** Dispatch requests and the claims they hold. */
export function createRequestStore(deps: StoreDependencies): RequestStore {
  const { document, tableName } = deps;

  const read = async (Key: Record<string, string>, deadline: Deadline) => {
    const command = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
    return (await withinDeadline(deadline, deps, (options) => document.send(command, options))).Item;
  };

  const query = queryRequests(deps);

  return {
    async get(dispatchRequestId, deadline) {
      const item = await read(requestKey(dispatchRequestId), deadline);
      return item && fromRequestItem(item);
    },
    async recent(accountId, phone, deadline) {
      const item = await read(numberKey(accountId, phone), deadline);
      return item && fromRecentItem(item);
    },
    madeInCall: (accountId, integration, callId, deadline) =>
      query(
        {
          IndexName: 'byCall',
          KeyConditionExpression: 'callKey = :call',
          ExpressionAttributeValues: { ':call': callKey(accountId, integration, callId) },
        },
        deadline,
      ),
    async countAlert(accountId, minute, by, deadline) {
      const count = new UpdateCommand(alertCount(tableName, accountId, minute, by));
      const send = (options: { abortSignal: AbortSignal }) => document.send(count, options);
      const { Attributes } = await withinDeadline(deadline, deps, send);
      return v.parse(Counted, Attributes).alerts;
    },
    ...createNumberReader(deps),
    commit: (change, deadline) => commit(change, deps, deadline),
  };
}

async function commit(change: Change, deps: StoreDependencies, deadline: Deadline): Promise<ChangeResult> {
  const token = deps.newToken();
  const erased =
    change.report === undefined ? [] : tombstoneChecks(change.report, deps.tableName, deps.now());
  const items = transactionOf(change, deps.tableName, token);
  const result = await transact([...items, ...erased], deps, deadline, token);
  if (result.kind === 'stored' || result.kind === 'contended') return result;
  if (result.kind === 'refused') {
    if (result.refusals.slice(items.length).some(isFailed)) throw new PersonErased();
    return judge(result.refusals, token, claimUpdates(deps.tableName, change).length);
  }
  const Key = requestKey(change.next.dispatchRequestId);
  const command = new GetCommand({ TableName: deps.tableName, Key, ConsistentRead: true });
  const read = (options: { abortSignal: AbortSignal }) => deps.document.send(command, options);
  const found = await withinDeadline(deadline, deps, read).catch(() => undefined);
  return settle(change, found?.Item, token) ?? Promise.reject(new OutcomeUnknown({ cause: result.cause }));
}

/**
 * The outcome of a write, from the stored request. The token distinguishes our write from another of the same version
 * and time. Undefined if the previous state is unchanged, so the write may still succeed.
 */
function settle(
  { previous }: Change,
  item: Record<string, unknown> | undefined,
  token: string,
): ChangeResult | undefined {
  if (item === undefined) return undefined;
  if (item.written === token) return { kind: 'stored' };
  const current = fromRequestItem(item);
  return current.version === previous?.version ? undefined : { kind: 'changed', current, isUncertain: true };
}

/** The request comes first and its claims next: its own condition is checked before a lost slot. */
function transactionOf(change: Change, tableName: string, token: string): TransactItems {
  const { next, previous, customer, settles = [], recent, alert, visit, ends = [] } = change;
  const ofCall = changeUpdate(next, previous, tableName);
  return [
    requestPut(next, previous, tableName, token),
    ...claimUpdates(tableName, change).map((Update) => ({ Update })),
    ...(customer === undefined ? [] : [{ Update: customerUpdate(tableName, customer, next.updatedAt) }]),
    ...(ofCall === undefined ? [] : [{ Update: ofCall }]),
    ...settles.map((settled) => requestPut(settled.next, settled.previous, tableName, token)),
    ...(recent === undefined ? [] : [{ Put: recentPut(tableName, recent) }]),
    ...[alert, visit].flatMap((entry) =>
      entry === undefined ? [] : [{ Update: alertAtNumber(tableName, next, entry) }],
    ),
    ...holdEnds(tableName, next.accountId, ends),
  ];
}

/** The updates from the claims of one state of a request, and of the holds that end, to those of the next. */
export function claimUpdates(
  tableName: string,
  { next, previous, seen, ends = [] }: Pick<Change, 'next' | 'previous' | 'seen' | 'ends'>,
): readonly ClaimUpdate[] {
  const { accountId, dispatchRequestId: holder } = next;
  const claimsOf = (request: DispatchRequest | undefined) => activeAppointment(request)?.claims ?? [];
  return dayUpdates(tableName, {
    accountId,
    held: [{ holder, claims: claimsOf(previous) }, ...ends.map(({ hold }) => hold)],
    wanted: [{ holder, claims: claimsOf(next) }],
    seen,
  });
}

/** @param claims the number of claims, which come after the request */
function judge(refusals: readonly Refusal[], token: string, claims: number): ChangeResult {
  const [own, ...others] = refusals;
  if (own === undefined || !isFailed(own)) {
    // If anything else has changed, the facts must be read again before another technician is tried.
    const isSlotLost = others.slice(0, claims).some(isFailed) && !others.slice(claims).some(isFailed);
    return { kind: isSlotLost ? 'slot_lost' : 'contended' };
  }
  const item = plainItem(own.item);
  if (item === undefined) return { kind: 'changed', current: undefined };
  return item.written === token ? { kind: 'stored' } : { kind: 'changed', current: fromRequestItem(item) };
}

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
