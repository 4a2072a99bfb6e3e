import {
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';
import * as v from 'valibot';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { parseValue } from '../json.ts';

/** An event as `PutEvents` takes it. */
export interface Republished {
  readonly type: string;
  readonly detail: object;
}

/** The events of a dead-letter message, or why the message must stay in the queue. */
export type DeadLetter =
  | { readonly kind: 'events'; readonly events: readonly Republished[] }
  | { readonly kind: 'stays'; readonly why: string };

/** What the pipe sends: the position of records in the table's stream, without their content. */
const Place = v.object({
  DDBStreamBatchInfo: v.object({
    streamArn: v.string(),
    shardId: v.string(),
    startSequenceNumber: v.string(),
    batchSize: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
});
/** What a rule sends: an event that its target did not accept. */
const Event = v.object({
  source: v.literal('dispatch'),
  'detail-type': v.string(),
  detail: v.looseObject({}),
});

/** Reads the events of a message: directly, or from the stream while it still has the records. */
export async function readDeadLetter(
  body: string,
  stream: Pick<DynamoDBStreamsClient, 'send'>,
): Promise<DeadLetter> {
  const message = parseValue(body);
  const event = v.safeParse(Event, message);
  if (event.success) {
    const { 'detail-type': type, detail } = event.output;
    return { kind: 'events', events: [{ type, detail }] };
  }
  const place = v.safeParse(Place, message);
  if (!place.success) return stays('it is neither an event nor a position in the stream');
  const records = await recordsAt(place.output.DDBStreamBatchInfo, stream);
  if (records === undefined) return stays('the stream no longer has its record: it is over 24 hours old');
  try {
    const events = records.flatMap(eventsOf);
    return { kind: 'events', events: events.map((detail) => ({ type: detail.type, detail })) };
  } catch (error) {
    return stays(error instanceof Error ? error.message : 'its record cannot be read');
  }
}

const stays = (why: string): DeadLetter => ({ kind: 'stays', why });

async function recordsAt(
  { streamArn, shardId, startSequenceNumber, batchSize }: v.InferOutput<typeof Place>['DDBStreamBatchInfo'],
  stream: Pick<DynamoDBStreamsClient, 'send'>,
): Promise<readonly unknown[] | undefined> {
  try {
    const { ShardIterator } = await stream.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ShardIteratorType: 'AT_SEQUENCE_NUMBER',
        SequenceNumber: startSequenceNumber,
      }),
    );
    const { Records = [] } = await stream.send(new GetRecordsCommand({ ShardIterator, Limit: batchSize }));
    // If a record is gone, the stream continues with the next one.
    return Records[0]?.dynamodb?.SequenceNumber === startSequenceNumber ? Records : undefined;
  } catch (error) {
    const isGone =
      error instanceof TrimmedDataAccessException ||
      (error instanceof Error && error.name === 'ResourceNotFoundException');
    if (isGone) return undefined;
    throw error;
  }
}
