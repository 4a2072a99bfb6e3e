import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { DispatchEvent } from '../../lib/record/events.ts';
import { databaseClient, streamsClient } from '../database/database-access.ts';
import type { Settings } from '../settings.ts';
import { type EventPublisherOptions, startEventPublisher } from './event-publisher.ts';

interface TableEventsOptions {
  readonly endpoint: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  /** The function of the pipe, which turns records into events. */
  readonly enrich: EventPublisherOptions['enrich'];
  /** The function that tells people of an event. */
  readonly tell: NonNullable<EventPublisherOptions['tell']>;
  readonly demoUntil?: EventPublisherOptions['demoUntil'];
}

/** The answer of the function that turns records into events. */
export function toEvents(answer: unknown): readonly DispatchEvent[] {
  if (isEvents(answer)) return answer;
  throw new Error('functions/events answered with something else than events');
}

const isEvents = (answer: unknown): answer is readonly DispatchEvent[] =>
  Array.isArray(answer) && answer.every((event) => typeof event?.type === 'string');

/** Publishes the table's events until stopped. Reports once if the table has no stream. */
export async function publishTableEvents(
  { tableName, eventsUrl, eventsPositionFile }: Settings,
  { endpoint, environment, print, enrich, tell, demoUntil }: TableEventsOptions,
): Promise<{ stop(): Promise<void> } | undefined> {
  const database = databaseClient(endpoint, environment);
  const { Table } = await database
    .send(new DescribeTableCommand({ TableName: tableName }))
    .finally(() => database.destroy());
  const streamArn = Table?.LatestStreamArn;
  if (streamArn === undefined || Table?.StreamSpecification?.StreamViewType !== 'NEW_AND_OLD_IMAGES') {
    print(`The table ${tableName} has no stream of new and old images, so no events are published.`);
    return undefined;
  }
  if (eventsUrl !== undefined) print(`events go to ${new URL(eventsUrl).origin}`);
  const client = streamsClient(endpoint, environment);
  const positionFile = eventsPositionFile;
  const options = { client, streamArn, positionFile, url: eventsUrl, print, enrich, tell, demoUntil };
  return startEventPublisher(options);
}
