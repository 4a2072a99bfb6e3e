import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { matchesPattern } from './pattern.ts';

/** What a pipe is told of its source, its function and its target. */
export interface PipeSettings<Event> {
  /** A record passes if it matches one of these patterns. */
  readonly filters: readonly unknown[];
  /** The function that turns records into events. */
  readonly enrich: (records: readonly unknown[]) => Promise<readonly Event[]>;
}

/** A record as a pipe passes it to a function: JSON, with its time in epoch seconds. */
export function pipeRecord(record: _Record, streamArn: string): object {
  const { dynamodb } = record;
  const at = dynamodb?.ApproximateCreationDateTime;
  const bare = { ...record, dynamodb: { ...dynamodb, ApproximateCreationDateTime: epochSeconds(at) } };
  return JSON.parse(JSON.stringify({ ...bare, eventSourceARN: streamArn }, inBase64));
}

const epochSeconds = (at: Date | undefined) => (at === undefined ? undefined : at.getTime() / 1000);

const inBase64 = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;

/** The events of records, in order. Rejects if the function fails, as the pipe then tries these records again. */
export async function passOn<Event>(
  records: readonly unknown[],
  { filters, enrich }: PipeSettings<Event>,
): Promise<readonly Event[]> {
  const passing = records.filter((record) => filters.some((filter) => matchesPattern(filter, record)));
  return passing.length === 0 ? [] : await enrich(passing);
}
