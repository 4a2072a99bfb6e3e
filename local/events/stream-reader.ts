import { readFileSync } from 'node:fs';
import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import * as v from 'valibot';
import { writePrivateJson } from '../private-file.ts';

/** A record and its position. */
export interface StreamEntry {
  readonly shardId: string;
  readonly sequenceNumber: string;
  readonly record: _Record;
}

export interface ReaderDependencies {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  /** The position at which to begin. */
  readonly position: StreamPosition;
  readonly signal: AbortSignal;
  /** Returns milliseconds since any point in time. */
  readonly now: () => number;
}

export interface StreamReader {
  /** Reads new records once. May be called again after an error. */
  poll(): AsyncGenerator<StreamEntry>;
}

interface Cursor {
  readonly shardId: string;
  readonly parentId: string | undefined;
  /** The last record that was returned. */
  after: string | undefined;
  iterator: string | undefined;
  ended: boolean;
}

/** Milliseconds between checks for new shards, which split and end every few hours. */
const SHARDS_EVERY = 10_000;

/** Reads a stream in order per item: a shard is read after the end of its parent. */
export function createStreamReader(deps: ReaderDependencies): StreamReader {
  const { position, now } = deps;
  const cursors = new Map<string, Cursor>();
  let listedAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    if (now() - listedAt < SHARDS_EVERY) return;
    const shards = await listShards(deps);
    listedAt = now();
    for (const id of cursors.keys()) if (!shards.some(({ ShardId }) => ShardId === id)) cursors.delete(id);
    for (const { ShardId: shardId, ParentShardId: parentId } of shards) {
      if (shardId === undefined || cursors.has(shardId)) continue;
      const after = position.after(shardId);
      cursors.set(shardId, { shardId, parentId, after, iterator: undefined, ended: false });
    }
    position.keepOnly([...cursors.keys()]);
  }

  function isReadable({ ended, parentId }: Cursor): boolean {
    const parent = parentId === undefined ? undefined : cursors.get(parentId);
    return !ended && (parent === undefined || parent.ended);
  }

  async function* read(cursor: Cursor): AsyncGenerator<StreamEntry> {
    const page = await nextPage(cursor, deps);
    for (const record of page.records) {
      const sequenceNumber = record.dynamodb?.SequenceNumber;
      if (sequenceNumber === undefined) continue;
      cursor.after = sequenceNumber;
      yield { shardId: cursor.shardId, sequenceNumber, record };
    }
    cursor.iterator = page.iterator;
    if (!page.isLast) return;
    cursor.ended = true;
    // The next poll looks up the shard's children at once.
    listedAt = Number.NEGATIVE_INFINITY;
  }

  return {
    async *poll() {
      await refresh();
      for (const cursor of [...cursors.values()].filter(isReadable)) yield* read(cursor);
    },
  };
}

async function listShards({ client, streamArn, signal }: ReaderDependencies): Promise<readonly Shard[]> {
  const shards: Shard[] = [];
  let from: string | undefined;
  do {
    const command = new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: from });
    const { StreamDescription } = await client.send(command, { abortSignal: signal });
    shards.push(...(StreamDescription?.Shards ?? []));
    from = StreamDescription?.LastEvaluatedShardId;
  } while (from !== undefined);
  return shards;
}

interface Page {
  readonly records: readonly _Record[];
  readonly iterator: string | undefined;
  /** Whether the shard has ended, so that no page follows. */
  readonly isLast: boolean;
}

async function nextPage(cursor: Cursor, deps: ReaderDependencies): Promise<Page> {
  const { client, signal } = deps;
  const iterator = cursor.iterator ?? (await iteratorOf(cursor, deps));
  try {
    const command = new GetRecordsCommand({ ShardIterator: iterator });
    const { Records = [], NextShardIterator } = await client.send(command, { abortSignal: signal });
    return { records: Records, iterator: NextShardIterator, isLast: NextShardIterator === undefined };
  } catch (error) {
    const isStale = error instanceof ExpiredIteratorException || error instanceof TrimmedDataAccessException;
    if (isStale) return { records: [], iterator: undefined, isLast: false };
    throw error;
  }
}

/** Returns an iterator after the last returned record, or at the oldest one. */
async function iteratorOf({ shardId, after }: Cursor, deps: ReaderDependencies): Promise<string | undefined> {
  const { client, streamArn, signal } = deps;
  const shard = { StreamArn: streamArn, ShardId: shardId };
  const oldest = new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' });
  const next = new GetShardIteratorCommand({
    ...shard,
    ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
    SequenceNumber: after,
  });
  const options = { abortSignal: signal };
  if (after === undefined) return (await client.send(oldest, options)).ShardIterator;
  const answer = await client.send(next, options).catch((error: unknown) => {
    if (error instanceof TrimmedDataAccessException) return client.send(oldest, options);
    throw error;
  });
  return answer.ShardIterator;
}

const Position = v.object({
  streamArn: v.string(),
  /** By shard: the sequence number of the last record whose events were published. */
  shards: v.record(v.string(), v.string()),
});
type Shards = Record<string, string>;

/** The position in a stream up to which events were published. */
export interface StreamPosition {
  /** The last published record of a shard, if any. */
  after(shardId: string): string | undefined;
  /** Moves the position in memory; `save` stores it. */
  advance(shardId: string, sequenceNumber: string): void;
  /** Drops shards that no longer exist. */
  keepOnly(shardIds: readonly string[]): void;
  save(): void;
}

/**
 * Reads the position from the file, or begins at the start if the file has none for this stream. Without a file, the
 * position lasts as long as the process.
 */
export function openPosition(streamArn: string, file: string | undefined): StreamPosition {
  const shards = new Map(Object.entries(file === undefined ? {} : readShards(streamArn, file)));
  let saved = true;
  return {
    after: (shardId) => shards.get(shardId),
    advance(shardId, sequenceNumber) {
      shards.set(shardId, sequenceNumber);
      saved = false;
    },
    keepOnly(shardIds) {
      for (const id of shards.keys()) if (!shardIds.includes(id)) shards.delete(id);
    },
    save() {
      if (saved || file === undefined) return;
      writePrivateJson(file, { streamArn, shards: Object.fromEntries(shards) });
      saved = true;
    },
  };
}

function readShards(streamArn: string, file: string): Shards {
  try {
    const { output, success } = v.safeParse(Position, JSON.parse(readFileSync(file, 'utf8')));
    return success && output.streamArn === streamArn ? output.shards : {};
  } catch {
    // A missing or broken file means the start of the stream, because consumers must handle repeats anyway.
    return {};
  }
}
