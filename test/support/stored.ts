import { gunzipSync } from 'node:zlib';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { TestTable } from './database.ts';

/** Everything in a table as one text, with compressed parts decompressed and sets as lists. */
export async function storedText({ document, tableName }: TestTable): Promise<string> {
  const { Items = [] } = await document.send(new ScanCommand({ TableName: tableName }));
  return JSON.stringify(Items, (_, value: unknown) => readable(value));
}

/** The number of items in a table. */
export async function storedCount({ document, tableName }: TestTable): Promise<number> {
  const { Count = 0 } = await document.send(new ScanCommand({ TableName: tableName, Select: 'COUNT' }));
  return Count;
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
