import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { writePrivateJson } from '../private-file.ts';

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
  /** Kept in memory until `save`. */
  advance(shardId: string, sequenceNumber: string): void;
  /** Drops shards that no longer exist. */
  keepOnly(shardIds: readonly string[]): void;
  save(): void;
}

/**
 * The position in the file, or the beginning if the file has none for this stream. Without a file, it lasts as long as
 * the process.
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
    // Missing or broken: starts from the beginning, since consumers must handle repeats anyway.
    return {};
  }
}
