import {
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  type QueryCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Integration } from '../../platforms/index.ts';
import { PersonErased } from '../../record/faults.ts';
import type { Change, ChangeResult, RequestStore } from '../../record/ports.ts';
import { activeAppointment, type DispatchRequest } from '../../record/request.ts';
import { changeUpdate } from '../items/call-summary.ts';
import { noticeUpdates } from '../items/notice-item.ts';
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
import {
  inIndex,
  queryAll,
  readItem,
  type StoreDependencies,
  transact,
  updateOf,
  type Write,
  withinDeadline,
  writesOr,
} from '../table/operations.ts';
import { customerUpdate } from './customer-store.ts';
import { holdEnds } from './hold-store.ts';
import { alertAtNumber, createNumberReader, fromRecentItem, numberKey, recentPut } from './number-reader.ts';
import { dayUpdates } from './schedule-reader.ts';

export const alertsKey = (accountId: string, minute: string) => ({ pk: `ALERTS#${accountId}`, sk: minute });

const Counted = v.object({ alerts: v.number() });
/** A count is kept for this many seconds after its minute. */
const COUNTED_SECONDS = 60 * 60;

const alertCount = (tableName: string, accountId: string, minute: string, by: 1 | -1) => ({
  ...updateOf(tableName, alertsKey(accountId, minute), {
    set: { v: 1, expiresAt: Date.parse(`${minute}Z`) / 1000 + COUNTED_SECONDS },
    add: { alerts: by },
  }),
  ReturnValues: 'UPDATED_NEW' as const,
});

export function createRequestStore(deps: StoreDependencies): RequestStore {
  const { document, tableName } = deps;
  const get: RequestStore['get'] = async (dispatchRequestId, deadline) => {
    const item = await readItem(requestKey(dispatchRequestId), deps, deadline);
    return item && fromRequestItem(item);
  };
  return {
    get,
    async recent(accountId, phone, deadline) {
      const item = await readItem(numberKey(accountId, phone), deps, deadline);
      return item && fromRecentItem(item);
    },
    madeInCall: async (accountId, integration, callId, deadline) =>
      fromRequestItems(
        await queryAll(inIndex('byCall', callKey(accountId, integration, callId)), deps, deadline),
      ),
    async countAlert(accountId, minute, by, deadline) {
      const count = new UpdateCommand(alertCount(tableName, accountId, minute, by));
      const send = (options: { abortSignal: AbortSignal }) => document.send(count, options);
      const { Attributes } = await withinDeadline(deadline, deps, send);
      return v.parse(Counted, Attributes).alerts;
    },
    ...createNumberReader(deps),
    async commit(change, deadline) {
      const token = deps.newToken();
      const { dispatchRequestId } = change.next;
      const readBack = async (): Promise<Outcome | undefined> => {
        const item = await readItem(requestKey(dispatchRequestId), deps, deadline);
        if (item === undefined) return undefined;
        if (item.written === token) return 'stored';
        const current = fromRequestItem(item);
        // As long as the previous state is stored, the write may still succeed.
        if (current.version === change.previous?.version) return undefined;
        return { kind: 'changed', current, isUncertain: true };
      };
      const writes = changeWrites(change, token, deps);
      const result = await transact<Outcome>({ writes, token, readBack }, deps, deadline);
      if (result === 'erased') throw new PersonErased();
      return typeof result === 'string' ? { kind: result } : result;
    },
  };
}

type Outcome = 'stored' | 'erased' | 'slot_lost' | 'contended' | ChangeResult;

/**
 * Returns the writes of a change. If anything but the claims has changed since it was read, the facts must be read
 * again before another technician is tried, so the claims come last.
 */
function changeWrites(
  change: Change,
  token: string,
  { tableName, now }: StoreDependencies,
): Write<Outcome>[] {
  const { next, previous, customer, alongside = [], recent, alert, visit, ends = [], report } = change;
  const ofCall = changeUpdate(next, previous, tableName);
  return [
    ...writesOr<Outcome>('erased', report === undefined ? [] : tombstoneChecks(report, tableName, now())),
    {
      write: requestPut(next, previous, tableName, token),
      onRefused(stored) {
        // The token tells this write from another of the same version and time.
        if (stored?.written === token) return 'stored';
        return { kind: 'changed', current: stored && fromRequestItem(stored) };
      },
    },
    ...writesOr<Outcome>('contended', [
      ...(customer === undefined ? [] : [{ Update: customerUpdate(tableName, customer, next.updatedAt) }]),
      ...(ofCall === undefined ? [] : [{ Update: ofCall }]),
      ...alongside.map((other) => requestPut(other.next, other.previous, tableName, token)),
      ...(recent === undefined ? [] : [{ Put: recentPut(tableName, recent) }]),
      ...[alert, visit].flatMap((entry) =>
        entry === undefined ? [] : [{ Update: alertAtNumber(tableName, next, entry) }],
      ),
      ...holdEnds(tableName, next.accountId, ends),
      ...[{ next, previous }, ...alongside].flatMap((one) =>
        noticeUpdates(tableName, one.next, one.previous),
      ),
    ]),
    ...writesOr<Outcome>('slot_lost', claimUpdates(tableName, change)),
  ];
}

/** Returns the updates from the claims of one state of a request, and of the holds that end, to those of the next. */
export function claimUpdates(
  tableName: string,
  {
    next,
    previous,
    alongside = [],
    seen,
    ends = [],
  }: Pick<Change, 'next' | 'previous' | 'alongside' | 'seen' | 'ends'>,
) {
  const states = [{ next, previous }, ...alongside];
  const claimsOf = (request: DispatchRequest | undefined) => activeAppointment(request)?.claims ?? [];
  const holdings = (state: 'next' | 'previous') =>
    states.map((one) => ({ holder: one.next.dispatchRequestId, claims: claimsOf(one[state]) }));
  return dayUpdates(tableName, {
    accountId: next.accountId,
    held: [...holdings('previous'), ...ends.map(({ hold }) => hold)],
    wanted: holdings('next'),
    seen,
  });
}

/** Reads requests for the command line. */
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

  /** Lists requests created between two ISO instants or prefixes of them, such as dates, both included. */
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
      const Key = requestKey(dispatchRequestId);
      const { Item } = await document.send(
        new GetCommand({ TableName: tableName, Key, ConsistentRead: true }),
      );
      return Item && fromRequestItem(Item);
    },

    /** Returns the requests of a customer's number (E.164). */
    ofNumber: (accountId: string, phone: string) =>
      query(inIndex('byCustomer', customerKey(accountId, phone))),

    /** Returns the requests made in a call, in order of creation. */
    madeInCall: (accountId: string, integration: Integration, callId: string) =>
      query(inIndex('byCall', callKey(accountId, integration, callId))),
  };
}
