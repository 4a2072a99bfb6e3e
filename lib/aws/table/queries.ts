import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { PlaceInvalid } from '../../record/faults.ts';
import type { Deadline } from '../../record/ports.ts';
import type { Contention } from '../../record/retry.ts';
import { type IndexName, table } from './table.ts';
import { withinDeadline } from './within-deadline.ts';

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
