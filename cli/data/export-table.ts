import { open } from 'node:fs/promises';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { CliFault, fileFault } from '../fault.ts';
import type { Target } from '../target.ts';
import { createProgress, type Reporting } from './progress.ts';

/**
 * Writes every item of a table to a new file, one per line in DynamoDB's JSON, readable by its owner alone. Returns
 * their number. The table may change meanwhile: stop what writes to it first, or expect items of different moments.
 */
export async function exportTable(
  { document, tableName }: Target,
  name: string,
  reporting: Reporting,
): Promise<number> {
  const report = createProgress(reporting, 'items read');
  const file = await open(name, 'wx', 0o600).catch((error: unknown) => {
    throw new CliFault(fileFault(error) ?? `${name}: it can't be written.`);
  });
  try {
    let count = 0;
    for await (const page of paginateScan(
      { client: document },
      { TableName: tableName, ConsistentRead: true },
    )) {
      const items = page.Items ?? [];
      await file.write(items.map((item) => `${JSON.stringify(marshall(item))}\n`).join(''));
      count += items.length;
      report(count);
    }
    return count;
  } finally {
    await file.close();
  }
}
