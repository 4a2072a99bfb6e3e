import { gunzipSync } from 'node:zlib';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { TestTable } from './database.ts';

/** All items of a table, however large they are together: one page of a scan ends at 1 MB. */
export async function storedItems({ document, tableName }: TestTable): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for await (const { Items = [] } of paginateScan({ client: document }, { TableName: tableName }))
    items.push(...Items);
  return items;
}

/** Everything in a table as one text, with compressed parts decompressed and sets as lists. */
export async function storedText(table: TestTable): Promise<string> {
  return JSON.stringify(await storedItems(table), (_, value: unknown) => readable(value));
}

/** The number of items in a table. */
export async function storedCount(table: TestTable): Promise<number> {
  return (await storedItems(table)).length;
}

function readable(value: unknown): unknown {
  if (value instanceof Set) return [...value];
  const bytes = bytesOf(value);
  if (bytes === undefined) return value;
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

/** `JSON.stringify` sees a Buffer only after the Buffer's own `toJSON`. */
function bytesOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value !== 'object' || value === null || !('type' in value) || !('data' in value))
    return undefined;
  return value.type === 'Buffer' && Array.isArray(value.data) ? Uint8Array.from(value.data) : undefined;
}
