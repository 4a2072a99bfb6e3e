import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import { createHandler } from '../../functions/events/handler.ts';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { type EventPublisherOptions, startEventPublisher } from '../../local/events/event-publisher.ts';
import { type Service, startService } from '../functions/service.ts';
import { startConsumer } from '../support/event-consumer.ts';
import { openTestStream, type TestStream } from '../support/stream.ts';

export let service: Service;
export let stream: TestStream;
/** Where the position of published events is kept. */
export let folder: string;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  service = await startService();
  stream = await openTestStream(service.table);
  folder = mkdtempSync(join(tmpdir(), 'dispatch-events-'));
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  stream.client.destroy();
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** A consumer that answers with these statuses. */
export async function consumer(answer: () => number) {
  const started = await startConsumer(answer);
  stops.push(started.stop);
  return started;
}

const shape = createHandler({ now: Date.now, log: () => undefined });
/** What the deployed pipe asks of the function. */
export const enrich = (records: readonly unknown[]) => shape(records, { functionName: 'events' });

/** Publishes the events of the table; to nobody without an address. */
export function tell(url: string | undefined, more: Pick<EventPublisherOptions, 'tell' | 'demoUntil'> = {}) {
  const lines: string[] = [];
  const { client, streamArn } = stream;
  const positionFile = join(folder, 'db.events.json');
  const print = (line: string) => void lines.push(line);
  const options = {
    client,
    streamArn,
    positionFile,
    url,
    print,
    enrich,
    pollEvery: 10,
    firstPause: 1,
    ...more,
  };
  const publisher = startEventPublisher(options);
  stops.push(publisher.stop);
  return { ...publisher, lines };
}

/** All events of the table so far. */
export const allEvents = async () => (await stream.records()).flatMap(eventsOf);
