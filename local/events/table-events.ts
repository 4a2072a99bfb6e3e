import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { databaseClient, streamsClient } from '../database/database-access.ts';
import type { Settings } from '../settings.ts';
import { startEventPublisher } from './event-publisher.ts';

interface TableEventsOptions {
  readonly endpoint: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
}

/** Publishes the table's events until stopped. Reports once if the table has no stream. */
export async function publishTableEvents(
  { tableName, eventsUrl, eventsPositionFile }: Settings,
  { endpoint, environment, print }: TableEventsOptions,
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
  return startEventPublisher({ client, streamArn, positionFile: eventsPositionFile, url: eventsUrl, print });
}
