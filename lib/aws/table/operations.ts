import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { OutcomeUnknown, PlaceInvalid, StorageUnavailable } from '../../record/faults.ts';
import type { Deadline } from '../../record/ports.ts';
import { type Contention, pauseAfter } from '../../record/retry.ts';
import { type IndexName, table } from './table.ts';

/** DynamoDB did nothing before these errors, so the request may be sent again. Single writes may conflict, too. */
const refusals = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'ThrottledException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/** True if DynamoDB refused a request before it did anything. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && refusals.has(error.name);
}

const unsent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|did not establish a connection/;

/** True if a request was never sent, for lack of a connection. */
function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return unsent.test(error.message) || ('code' in error && unsent.test(String(error.code)));
}

const lost = /ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|socket hang up/;

/** True if the outcome of a request is unknown: after an internal error of DynamoDB, or without an answer. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return true;
  const code = 'code' in error ? String(error.code) : '';
  if (lost.test(code) || lost.test(error.message)) return true;
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return false;
  return Number(metadata.httpStatusCode) >= 500;
}

/** A timer may have this delay in milliseconds; Node fires one with a longer delay after 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Sends a request with a signal that aborts when the clock reaches a deadline, or at once if it has passed. Looks at
 * the clock again, because timers may fire early.
 */
export async function abortedAt<T>(
  deadline: Deadline,
  now: () => number,
  send: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const wait = () => {
    const left = Math.max(0, deadline - now());
    return setTimeout(check, Math.min(left, MAX_TIMER_MS)).unref();
  };
  const check = () => {
    if (now() < deadline) timer = wait();
    else controller.abort(new DOMException('The deadline has come.', 'TimeoutError'));
  };
  let timer = wait();
  try {
    return await send({ abortSignal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Retries a read until it succeeds or the deadline passes, when the signal aborts the read.
 * @throws {StorageUnavailable} past the deadline; other errors are thrown at once
 */
export async function withinDeadline<T>(
  deadline: Deadline,
  { now, pause, random }: Contention,
  read: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await abortedAt(deadline, now, read);
    } catch (error) {
      if (!isRefusal(error) && !isUncertain(error)) throw error;
      const wait = pauseAfter(attempt, random);
      if (now() + wait >= deadline) throw new StorageUnavailable({ cause: error });
      await pause(wait);
    }
  }
}

/**
 * Retries a single idempotent write until it succeeds or the deadline passes.
 * @throws {StorageUnavailable} if it is certain that nothing was stored
 * @throws {OutcomeUnknown} if an attempt got no answer, even if a later attempt was refused
 */
export async function writeWithinDeadline<T>(
  deadline: Deadline,
  deps: Contention,
  write: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  let uncertain = false;
  const attempt = async (options: { abortSignal: AbortSignal }): Promise<T> => {
    try {
      return await write(options);
    } catch (error) {
      uncertain ||= isUncertain(error) && !isUnsent(error);
      throw error;
    }
  };
  try {
    return await withinDeadline(deadline, deps, attempt);
  } catch (error) {
    if (error instanceof StorageUnavailable && uncertain) throw new OutcomeUnknown({ cause: error });
    throw error;
  }
}

export interface TableDependencies extends Contention {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}

type Item = Record<string, unknown>;
export type QueryInput = Omit<QueryCommandInput, 'TableName' | 'ExclusiveStartKey' | 'Limit'>;

/**
 * Reads the item with a key, strongly consistent.
 * @throws {StorageUnavailable} past the deadline
 */
export async function readItem(
  Key: { readonly pk: string; readonly sk: string },
  { document, tableName: TableName, ...deps }: TableDependencies,
  deadline: Deadline,
): Promise<Item | undefined> {
  const get = new GetCommand({ TableName, Key, ConsistentRead: true });
  return (await withinDeadline(deadline, deps, (options) => document.send(get, options))).Item;
}

export const inIndex = (IndexName: IndexName, key: string) => ({
  IndexName,
  KeyConditionExpression: `${partitionKeys.get(IndexName)} = :key`,
  ExpressionAttributeValues: { ':key': key },
});

const partitionKeys: ReadonlyMap<string, string> = new Map(
  table.indexes.map(({ name, partitionKey }) => [name, partitionKey]),
);

/** Returns the strongly consistent query of all items of a partition. */
export const inPartition = (pk: string) => ({
  ConsistentRead: true,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

export async function queryAll(
  input: QueryInput,
  deps: TableDependencies,
  deadline: Deadline,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  let from: Item | undefined;
  do {
    const page = await queryOnce({ ...input, ExclusiveStartKey: from }, deps, deadline);
    found.push(...page.items);
    from = page.next;
  } while (from !== undefined);
  return found;
}

/**
 * Reads at most `limit` items of a query from a key on. `next` is the key to continue from, if there may be more.
 * @throws {PlaceInvalid} if DynamoDB refuses the key, such as one outside of the query
 */
export async function queryPage(
  input: QueryInput,
  { limit, from }: { readonly limit: number; readonly from: Item | undefined },
  deps: TableDependencies,
  deadline: Deadline,
): Promise<{ readonly items: readonly Item[]; readonly next: Item | undefined }> {
  const items: Item[] = [];
  let next = from;
  do {
    const rest = { ...input, Limit: limit - items.length, ExclusiveStartKey: next };
    const page = await queryOnce(rest, deps, deadline).catch((error: unknown) => {
      const isKey = from !== undefined && error instanceof Error && error.name === 'ValidationException';
      throw isKey ? new PlaceInvalid(undefined, { cause: error }) : error;
    });
    items.push(...page.items);
    next = page.next;
  } while (next !== undefined && items.length < limit);
  return { items, next };
}

export async function queryOnce(
  input: Omit<QueryCommandInput, 'TableName'>,
  deps: TableDependencies,
  deadline: Deadline,
) {
  const command = new QueryCommand({ ...input, TableName: deps.tableName });
  const page = await withinDeadline(deadline, deps, (options) => deps.document.send(command, options));
  return { items: page.Items ?? [], next: page.LastEvaluatedKey };
}

type Attributes = Parameters<typeof unmarshall>[0];

/** Converts an item in DynamoDB's JSON to plain values; undefined for anything else. */
export function plainItem(item: unknown): Record<string, unknown> | undefined {
  if (!isAttributes(item)) return undefined;
  try {
    return unmarshall(item);
  } catch {
    // The library's error would quote the value, so it is dropped.
    return undefined;
  }
}

function isAttributes(item: unknown): item is Attributes {
  return typeof item === 'object' && item !== null;
}

export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

export interface Write<Refused> {
  readonly write: TransactItems[number];
  /**
   * Returns what the transaction results in if the condition of this write fails.
   * @param stored the item that is stored, if the write asks for it
   */
  readonly onRefused: (stored: Record<string, unknown> | undefined) => Refused;
}

/** Returns writes that have the same result if the condition of any of them fails. */
export const writesOr = <Refused>(
  refused: Refused,
  writes: readonly TransactItems[number][],
): readonly Write<Refused>[] => writes.map((write) => ({ write, onRefused: () => refused }));

export interface Transaction<Refused> {
  /** If the conditions of several writes fail, the first of these writes decides the result. */
  readonly writes: readonly Write<Refused>[];
  /** Marks what the transaction writes, and lets DynamoDB recognize the transaction when it is sent again. */
  readonly token?: string;
  /** Finds the result in the table if DynamoDB never answered. Undefined if the transaction may still be applied. */
  readonly readBack?: () => Promise<'stored' | Refused | undefined>;
}

export interface StoreDependencies extends TableDependencies {
  readonly newToken: () => string;
}

/** Reading back needs this much of the deadline, in milliseconds. */
const READ_BACK_MS = 400;
/** DynamoDB needs this many milliseconds to answer a transaction. */
const LEAST_MS = 100;

/**
 * Stores all writes or none. If DynamoDB throttles the transaction or doesn't answer, sends it again with the same token
 * as long as there is time for an answer. `contended`: a parallel transaction writes the same items.
 * @throws {StorageUnavailable} only if it is certain that nothing was stored
 * @throws {OutcomeUnknown} if reading back doesn't find the result either
 */
export async function transact<Refused>(
  { writes, readBack, token }: Transaction<Refused>,
  { document, newToken, now, pause, random }: StoreDependencies,
  deadline: Deadline,
): Promise<'stored' | 'contended' | Refused> {
  const input = { TransactItems: writes.map(({ write }) => write), ClientRequestToken: token ?? newToken() };
  const last = deadline - READ_BACK_MS;
  if (now() + LEAST_MS > last)
    throw new StorageUnavailable({ cause: new Error('Too late to begin a transaction.') });
  let uncertain: unknown;
  for (let attempt = 0; ; attempt++) {
    try {
      await abortedAt(last, now, (options) => document.send(new TransactWriteCommand(input), options));
      return 'stored';
    } catch (error) {
      const refused = refusalOf(error, writes);
      if (refused !== undefined) return refused.result;
      // Only the same token tells whether the conflict is with this transaction's own unanswered attempt.
      const isContended = isConflict(error);
      if (isContended && uncertain === undefined) return 'contended';
      if (isUncertain(error) && !isUnsent(error)) uncertain = error;
      else if (!isContended && !isRefusal(error) && !isUnsent(error)) throw error;
      const wait = pauseAfter(attempt, random);
      if (now() + wait + (uncertain === undefined ? LEAST_MS : 0) < last) {
        await pause(wait);
        continue;
      }
      if (uncertain === undefined) throw new StorageUnavailable({ cause: error });
      const found = await readBack?.().catch(() => undefined);
      if (found === undefined) throw new OutcomeUnknown({ cause: uncertain });
      return found;
    }
  }
}

function refusalOf<Refused>(
  error: unknown,
  writes: readonly Write<Refused>[],
): { readonly result: Refused } | undefined {
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
  const index = reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
  const refused = writes[index];
  return refused && { result: refused.onRefused(plainItem(reasons[index]?.Item)) };
}

function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  return (error.CancellationReasons ?? []).some(({ Code = '' }) => conflicts.has(Code));
}

const conflicts = new Set([
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'RequestLimitExceeded',
]);

type Values = Readonly<Record<string, unknown>>;

/** Attributes whose value is undefined are left alone. */
interface Changes {
  readonly set?: Values;
  /** The item gets these attributes only if it lacks them. */
  readonly setOnce?: Values;
  /** Numbers are added, and sets are united. */
  readonly add?: Values;
  readonly remove?: readonly string[];
}

/** A condition of a write. Its placeholders may not look like `#n0` and `:v0`. */
export interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

export const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };

/** Returns the condition that an item still has the version that was read; undefined means that there is none. */
export const ifVersion = (read: number | undefined): Condition =>
  read === undefined
    ? isNew
    : {
        ConditionExpression: '#version = :read',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':read': read },
      };

/** Returns the condition that all of several conditions are met; undefined if there are none. */
export function allOf(conditions: readonly Condition[]): Condition | undefined {
  if (conditions.length === 0) return undefined;
  return {
    ConditionExpression: conditions.map(({ ConditionExpression }) => ConditionExpression).join(' AND '),
    ExpressionAttributeNames: Object.assign({}, ...conditions.map((one) => one.ExpressionAttributeNames)),
    ExpressionAttributeValues: Object.assign({}, ...conditions.map((one) => one.ExpressionAttributeValues)),
  };
}

/** Returns the input of an update of one item, which also is the `Update` of a transaction. */
export function updateOf(
  TableName: string,
  Key: { readonly pk: string; readonly sk: string },
  { set = {}, setOnce = {}, add = {}, remove = [] }: Changes,
  condition?: Condition,
) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const named = (attribute: string): string => {
    const name = `#n${Object.keys(names).length}`;
    names[name] = attribute;
    return name;
  };
  const valued = (value: unknown): string => {
    const name = `:v${Object.keys(values).length}`;
    values[name] = value;
    return name;
  };
  const given = (all: Values) => Object.entries(all).filter(([, value]) => value !== undefined);
  const sets = given(set).map(([attribute, value]) => `${named(attribute)}=${valued(value)}`);
  const setsOnce = given(setOnce).map(([attribute, value]) => {
    const name = named(attribute);
    return `${name}=if_not_exists(${name},${valued(value)})`;
  });
  const clauses = {
    SET: [...sets, ...setsOnce],
    REMOVE: remove.map(named),
    ADD: given(add).map(([attribute, value]) => `${named(attribute)} ${valued(value)}`),
  };
  return {
    TableName,
    Key,
    ...condition,
    UpdateExpression: Object.entries(clauses)
      .filter(([, parts]) => parts.length > 0)
      .map(([clause, parts]) => `${clause} ${parts.join(',')}`)
      .join(' '),
    ExpressionAttributeNames: { ...names, ...condition?.ExpressionAttributeNames },
    ExpressionAttributeValues: { ...values, ...condition?.ExpressionAttributeValues },
  };
}
