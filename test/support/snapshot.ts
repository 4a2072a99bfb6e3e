import { isDeepStrictEqual } from 'node:util';
import { ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TestTable } from './database.ts';

type Table = Pick<TestTable, 'document' | 'tableName'>;

async function itemsByKey({ document, tableName: TableName }: Table) {
  const { Items = [] } = await document.send(new ScanCommand({ TableName, ConsistentRead: true }));
  return new Map(Items.map((item) => [`${item.pk} ${item.sk}`, item]));
}

/** Keeps what a table has now. Returns how to put it back: much faster than a new table. */
export async function snapshotOf(table: Table): Promise<() => Promise<void>> {
  const { document, tableName: TableName } = table;
  const kept = await itemsByKey(table);
  return async () => {
    const current = await itemsByKey(table);
    const added = [...current].filter(([key]) => !kept.has(key));
    const changed = [...kept].filter(([key, item]) => !isDeepStrictEqual(current.get(key), item));
    const writes = [
      ...added.map(([, { pk, sk }]) => ({ Delete: { TableName, Key: { pk, sk } } })),
      ...changed.map(([, Item]) => ({ Put: { TableName, Item } })),
    ];
    // The embedded database takes many times as long for single writes.
    if (writes.length > 0) await document.send(new TransactWriteCommand({ TransactItems: writes }));
  };
}
