import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import { realDependencies } from '../../lib/aws/composition.ts';
import { createAccountReader, toAccountItem, toOriginItem } from '../../lib/aws/stores/account-reader.ts';
import { originsOf } from '../../lib/record/store-account.ts';
import { accountDocument, withDatabase } from './database.ts';
import { progress } from './progress.ts';
import { alternate, type Row, row } from './report.ts';

const readerOver = (document: DynamoDBDocumentClient, tableName: string) =>
  createAccountReader({ ...realDependencies({ document, tableName }), withinMs: 10_000 });

/** The most items that DynamoDB takes in one batch. */
const BATCH = 25;

/** Reads an account that isn't cached, from a table with one account and from a table with many. */
export function accountRows(quick: boolean): Promise<readonly Row[]> {
  const many = quick ? 1_000 : 10_000;
  return withDatabase(async (_, crowded, ofMany) =>
    withDatabase(async (_, empty, ofOne) => {
      await store(ofMany, crowded, many);
      await store(ofOne, empty, 1);
      const among = readerOver(ofMany, crowded);
      const alone = readerOver(ofOne, empty);
      const times = await alternate(
        quick ? 51 : 201,
        () => among.byOrigin('crm', 'bench-0'),
        () => alone.byOrigin('crm', 'bench-0'),
      );
      return [row(`an account among ${many}`, 'the only one', 'ms', times, { atMost: 1.5 })];
    }),
  );
}

async function store(document: DynamoDBDocumentClient, tableName: string, count: number): Promise<void> {
  const template = parseAccount({ ...accountDocument('bench-0'), origins: {} });
  const items = Array.from({ length: count }, (_, number) => {
    const accountId = `bench-${number}`;
    const origins = { ...template.origins, crm: [accountId] };
    const account = { ...template, accountId, origins };
    return [
      toAccountItem({ ...account, version: 1 }),
      ...originsOf(account).map((origin) => toOriginItem(origin, accountId)),
    ];
  }).flat();
  for (let from = 0; from < items.length; from += BATCH) {
    const puts = items.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await document.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
    progress('storing accounts', from, items.length);
  }
  progress('storing accounts', items.length, items.length);
}
