import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { type _Record, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { createStreamReader, openPosition, type StreamEntry } from '../../local/events/stream-reader.ts';
import type { TestTable } from './database.ts';

export interface TestStream {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  /** The records since the last read, or since the table was created. */
  records(): Promise<readonly _Record[]>;
  /** The same, with the position of each. */
  entries(): Promise<readonly StreamEntry[]>;
}

/** The stream of a test's table. */
export async function openTestStream({ document, endpoint, tableName }: TestTable): Promise<TestStream> {
  const { Table } = await document.send(new DescribeTableCommand({ TableName: tableName }));
  const streamArn = Table?.LatestStreamArn;
  if (streamArn === undefined) throw new Error('The table has no stream');
  const client = new DynamoDBStreamsClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const reader = createStreamReader({
    client,
    streamArn,
    position: openPosition(streamArn, undefined),
    signal: new AbortController().signal,
    now: () => performance.now(),
  });
  async function entries(): Promise<readonly StreamEntry[]> {
    const found: StreamEntry[] = [];
    for await (const entry of reader.poll()) found.push(entry);
    return found;
  }
  return {
    client,
    streamArn,
    entries,
    records: async () => (await entries()).map(({ record }) => record),
  };
}
