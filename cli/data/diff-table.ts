import { createHash } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { requestKey } from '../../lib/aws/items/request-item.ts';
import type { Target } from '../target.ts';
import { itemsOf } from './import-table.ts';

/** Items by kind, and the ids of requests among them. Other keys contain phone numbers, so they are only counted. */
export interface Difference {
  readonly counts: Readonly<Record<string, number>>;
  readonly dispatchRequestIds: readonly string[];
}

/** How a table differs from an export of another. */
export interface TableDifference {
  readonly onlyInTable: Difference;
  readonly onlyInFile: Difference;
  readonly changed: Difference;
}

type Item = Readonly<Record<string, unknown>>;

const nameOf = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);
/** Neither maps nor sets have an order in DynamoDB. */
function ordered(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return /^[SNB]S$/.test(name) ? value.toSorted() : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Without what an import leaves out or adds, so that no event is published again. */
const digestOf = ({ events: _, imported: __, ...item }: Item): string =>
  createHash('sha256')
    .update(JSON.stringify(marshall(item), ordered))
    .digest('base64');

/** Compares a table with a file that `data export` wrote. Reads both once; the file's digests stay in memory. */
export async function diffTable({ document, tableName }: Target, file: string): Promise<TableDifference> {
  const given = new Map<string, string>();
  for await (const item of itemsOf(file)) given.set(nameOf(item), digestOf(item));
  const onlyInTable: string[] = [];
  const changed: string[] = [];
  const pages = paginateScan({ client: document }, { TableName: tableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) {
    for (const item of Items) {
      const name = nameOf(item);
      const before = given.get(name);
      given.delete(name);
      if (before === undefined) onlyInTable.push(name);
      else if (before !== digestOf(item)) changed.push(name);
    }
  }
  return {
    onlyInTable: differenceOf(onlyInTable),
    onlyInFile: differenceOf([...given.keys()]),
    changed: differenceOf(changed),
  };
}

const REQUEST = requestKey('').pk;

function differenceOf(names: readonly string[]): Difference {
  const keys = names.map((name): string => JSON.parse(name)[0]);
  const counts: Record<string, number> = {};
  for (const key of keys) {
    const [kind = ''] = key.split('#');
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const requests = keys.filter((key) => key.startsWith(REQUEST));
  return { counts, dispatchRequestIds: requests.map((key) => key.slice(REQUEST.length)).sort() };
}
