import { createServer } from 'node:http';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { createStreamReader, openPosition, type StreamPosition } from '../../local/events/stream-reader.ts';

const Input = v.object({
  ShardId: v.optional(v.string(), ''),
  ShardIterator: v.optional(v.string(), ''),
  ShardIteratorType: v.optional(v.string()),
  SequenceNumber: v.optional(v.string()),
});

interface FakeShard {
  readonly parent?: string;
  /** Sequence numbers, oldest first. */
  readonly records: string[];
  closed: boolean;
}

/** DynamoDB Streams over shards that a test defines, with two records per read. */
async function startStreams(shards: Map<string, FakeShard>) {
  const faults: string[] = [];
  const answer = (operation: string, input: v.InferOutput<typeof Input>): object => {
    if (operation === 'DescribeStream') {
      const Shards = [...shards].map(([ShardId, { parent }]) => ({ ShardId, ParentShardId: parent }));
      return { StreamDescription: { Shards } };
    }
    const [shardId = '', from = '0'] = input.ShardIterator.split(' ');
    if (operation === 'GetShardIterator') {
      const records = shards.get(input.ShardId)?.records ?? [];
      const at = input.SequenceNumber === undefined ? -1 : records.indexOf(input.SequenceNumber);
      return { ShardIterator: `${input.ShardId} ${at + 1}` };
    }
    const { records = [], closed = true } = shards.get(shardId) ?? {};
    const page = records.slice(Number(from), Number(from) + 2);
    const next = Number(from) + page.length;
    return {
      Records: page.map((SequenceNumber) => ({ dynamodb: { SequenceNumber } })),
      ...(closed && next === records.length ? {} : { NextShardIterator: `${shardId} ${next}` }),
    };
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
      const input = v.parse(Input, JSON.parse(Buffer.concat(chunks).toString()));
      const fault = faults.findIndex((name) => name.startsWith(`${operation} `));
      const [failed] = fault < 0 ? [] : faults.splice(fault, 1);
      const type = failed?.split(' ')[1];
      response.writeHead(type === undefined ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' });
      const body =
        type === undefined ? answer(operation, input) : { __type: `com.amazonaws.dynamodb#${type}` };
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = new DynamoDBStreamsClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  const stop = async () => {
    client.destroy();
    await new Promise((closed) => server.close(closed).closeAllConnections());
  };
  return { client, faults, stop };
}

describe('reading a stream of several shards', () => {
  let shards: Map<string, FakeShard>;
  let streams: Awaited<ReturnType<typeof startStreams>>;
  let position: StreamPosition;
  let clock: number;
  beforeEach(async () => {
    shards = new Map([
      ['child', { parent: 'root', records: ['4', '5'], closed: false }],
      ['root', { parent: 'long gone', records: ['1', '2', '3'], closed: true }],
    ]);
    streams = await startStreams(shards);
    position = openPosition('stream', undefined);
    clock = 0;
  });
  afterEach(() => streams.stop());

  const reader = () =>
    createStreamReader({
      client: streams.client,
      streamArn: 'stream',
      position,
      signal: new AbortController().signal,
      now: () => clock,
    });
  const read = async (from: ReturnType<typeof reader>, polls: number) => {
    const found: string[] = [];
    for (let n = 0; n < polls; n++) {
      for await (const { shardId, sequenceNumber } of from.poll()) found.push(`${shardId} ${sequenceNumber}`);
    }
    return found;
  };
  const everything = ['root 1', 'root 2', 'root 3', 'child 4', 'child 5'];

  it('returns all records of a parent before its child', async () => {
    expect(await read(reader(), 5)).toEqual(everything);
  });

  it('finds new shards', async () => {
    const one = reader();
    await read(one, 5);
    const child = shards.get('child');
    if (child !== undefined) child.closed = true;
    shards.set('grandchild', { parent: 'child', records: ['6'], closed: false });
    clock += 60_000;

    expect(await read(one, 3)).toEqual(['grandchild 6']);
  });

  it('starts after its position', async () => {
    position.advance('root', '2');

    expect(await read(reader(), 5)).toEqual(everything.slice(2));
  });

  it('drops the position in shards that are gone', async () => {
    position.advance('long gone', '0');
    await read(reader(), 1);

    expect(position.after('long gone')).toBeUndefined();
  });

  it('starts with the oldest record if the one after its position is gone', async () => {
    position.advance('root', '0');
    streams.faults.push('GetShardIterator TrimmedDataAccessException');

    expect(await read(reader(), 5)).toEqual(everything);
  });

  it('loses and repeats nothing if its iterator expires', async () => {
    const one = reader();
    const first = await read(one, 1);
    streams.faults.push('GetRecords ExpiredIteratorException');

    expect([...first, ...(await read(one, 6))]).toEqual(everything);
  });

  it('continues after an error', async () => {
    const one = reader();
    const first = await read(one, 1);
    streams.faults.push('GetRecords InternalServerError');
    await expect(read(one, 1)).rejects.toMatchObject({ name: 'InternalServerError' });

    expect([...first, ...(await read(one, 6))]).toEqual(everything);
  });
});
