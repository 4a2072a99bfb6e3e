import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { writePrivateJson } from '../private-file.ts';

const Position = v.object({
  streamArn: v.string(),
  /** By shard: the sequence number of the last record whose events were told. */
  shards: v.record(v.string(), v.string()),
});
type Shards = Record<string, string>;

/** How far a stream has been told. */
export interface StreamPosition {
  /** The last record told of a shard, if any. */
  after(shardId: string): string | undefined;
  /** Kept in memory until `save`. */
  advance(shardId: string, sequenceNumber: string): void;
  /** Forgets shards that are no longer there. */
  keepOnly(shardIds: readonly string[]): void;
  save(): void;
}

/**
 * The position that the file holds, or the beginning where it holds none of this stream: another table, or a database that
 * was deleted. Without a file it lives as long as the process.
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
    // Absent or broken: told from the beginning again, which consumers have to bear anyway.
    return {};
  }
}
