import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ensureTable } from '../../local/database/create-table.ts';

export interface TestTable {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly endpoint: string;
  /** Deletes the table and closes the client. */
  destroy(): Promise<void>;
}

/** The endpoint of this jest worker's database, or of the given one, which all workers share. */
export function testEndpoint(): string {
  const endpoints = process.env.DYNAMODB_TEST_ENDPOINTS?.split(' ') ?? [];
  const worker = Number(process.env.JEST_WORKER_ID ?? 1);
  const endpoint = endpoints[(worker - 1) % endpoints.length];
  if (endpoint === undefined)
    throw new Error('No database: run the tests with jest, whose global setup starts it.');
  return endpoint;
}

/** A new, empty table, as in a new deployment. */
export async function createTestTable(): Promise<TestTable> {
  const endpoint = testEndpoint();
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const tableName = `test-${randomUUID()}`;
  await ensureTable(client, tableName);
  return {
    document: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    tableName,
    endpoint,
    async destroy() {
      await client.send(new DeleteTableCommand({ TableName: tableName }));
      client.destroy();
    },
  };
}
