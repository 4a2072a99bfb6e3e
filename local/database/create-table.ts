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
import { table } from '../../lib/aws/table/table.ts';

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

/** Setting it twice is an error in DynamoDB, so check first. */
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
