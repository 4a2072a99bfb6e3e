import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { Account } from '../../lib/accounts/account.ts';
import { InvalidAccountDocument } from '../../lib/accounts/document/invalid-account-document.ts';
import { realDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { documentClientOf } from '../../lib/aws/table/client.ts';
import { table } from '../../lib/aws/table/table.ts';
import { faultLines, StartFault } from '../start-fault.ts';

const WAIT_SECONDS = 30;

/** Creates the table, or uses an existing one if it has the indexes of the service. Resolves to whether it is new. */
export async function ensureTable(client: DynamoDBClient, name: string): Promise<boolean> {
  let isNew = true;
  try {
    await client.send(new CreateTableCommand(definition(name)));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    await checkIndexes(client, name);
    isNew = false;
  }
  await waitUntilTableExists({ client, maxWaitTime: WAIT_SECONDS, minDelay: 1 }, { TableName: name });
  await enableTimeToLive(client, name);
  return isNew;
}

function definition(name: string): CreateTableCommandInput {
  const names = new Set<string>([table.partitionKey, table.sortKey]);
  for (const index of table.indexes) names.add(index.partitionKey).add(index.sortKey);
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...names].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keys(table),
    GlobalSecondaryIndexes: table.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keys(index),
      Projection: { ProjectionType: 'ALL' },
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  };
}

function keys({ partitionKey, sortKey }: { partitionKey: string; sortKey: string }) {
  return [
    { AttributeName: partitionKey, KeyType: 'HASH' as const },
    { AttributeName: sortKey, KeyType: 'RANGE' as const },
  ];
}

async function checkIndexes(client: DynamoDBClient, name: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  const present = new Set(Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName));
  const missing = table.indexes.filter((index) => !present.has(index.name)).map((index) => index.name);
  if (missing.length === 0) return;
  throw new Error(
    `The table ${name} is there but has no index ${missing.join(', ')}: delete it, or name another with DISPATCH_TABLE.`,
  );
}

/** Checks first, because DynamoDB refuses to enable it twice. */
async function enableTimeToLive(client: DynamoDBClient, name: string): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  const status = TimeToLiveDescription?.TimeToLiveStatus;
  if (status === 'ENABLED' || status === 'ENABLING') return;
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: table.timeToLiveAttribute, Enabled: true },
    }),
  );
}

/** Creates a missing table and stores the accounts. Resolves to whether the table is new. */
export async function prepareTable(
  client: DynamoDBClient,
  tableName: string,
  accounts: readonly Account[],
): Promise<boolean> {
  try {
    const isNew = await ensureTable(client, tableName);
    const store = createAccountStore(realDependencies({ document: documentClientOf(client), tableName }));
    for (const account of accounts) {
      await store.put(account).catch((error: unknown) => {
        throw error instanceof InvalidAccountDocument ? refused(account, error) : error;
      });
    }
    return isNew;
  } catch (error) {
    if (error instanceof StartFault) throw error;
    const why = faultLines(error)[0];
    throw new StartFault([
      `The database can't be used: ${why}. Does it run, and is DYNAMODB_ENDPOINT right?`,
    ]);
  }
}

/** Reports faults that depend on stored data, such as an origin that another account has. */
function refused({ accountId }: Account, { faults }: InvalidAccountDocument): StartFault {
  return new StartFault(faults.map(({ path, expected }) => `${accountId}: ${path}: expected ${expected}`));
}
