import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { followedPatterns } from '../../lib/aws/followed.ts';
import { recordFilters } from '../../lib/aws/stream-events.ts';
import { urgentPatterns } from '../../lib/intake/urgent/urgent-events.ts';
import type { DispatchEvent } from '../../lib/record/events.ts';
import { databaseClient, streamsClient } from '../database/database-access.ts';
import type { Settings } from '../settings.ts';
import {
  type EventEnvelope,
  envelopeOf,
  formatEventLine,
  matchesPattern,
  type PipeSettings,
  passOn,
  pipeRecord,
} from './event-bridge.ts';
import { repeat } from './repeat.ts';
import { createStreamReader, openPosition, type StreamEntry, type StreamPosition } from './stream-reader.ts';

export interface EventPublisherOptions {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  /** The file that stores the position between starts. */
  readonly positionFile: string | undefined;
  /** The URL to post events to. Without it they are only printed. */
  readonly url: string | undefined;
  readonly print: (line: string) => void;
  /** The function of the pipe, which turns records into events. */
  readonly enrich: PipeSettings<DispatchEvent>['enrich'];
  /** The function that tells people of an event. Without it they are told nothing. */
  readonly tell?: (event: EventEnvelope) => Promise<unknown>;
  /** The function that follows the stream itself. */
  readonly follow?: (record: object) => Promise<unknown>;
  /** Events until then, in epoch milliseconds, are neither printed nor told: they belong to a made-up day. */
  readonly demoUntil?: number | undefined;
  /** Milliseconds. */
  readonly pollEvery?: number;
  readonly firstPause?: number;
}

/** Maximum entries that are read but not delivered. */
const MOST_WAITING = 1000;
const SAVE_EVERY_MS = 200;
const LONGEST_PAUSE_MS = 5000;
const ANSWER_WITHIN_MS = 10_000;
/** The first faults are not printed, because they come if the database ends, which the server reports itself. */
const SILENT_FAULTS = 4;

/** Replaces the pipe and the bus: prints and posts every event of the stream in order, at least once. */
export function startEventPublisher(options: EventPublisherOptions): { stop(): Promise<void> } {
  const { client, streamArn, print, pollEvery = 250 } = options;
  const abort = new AbortController();
  const { signal } = abort;
  const position = openPosition(streamArn, options.positionFile);
  const reader = createStreamReader({ client, streamArn, position, signal, now: () => performance.now() });
  const queue = createQueue(options, position, signal);

  async function pollOnce(): Promise<void> {
    for await (const entry of reader.poll()) {
      await followed(entry, options);
      const events = await toldBy(entry, options);
      for (const event of events) await show(event, options);
      await queue.add(entry, events);
      if (signal.aborted) return;
    }
  }

  const save = saverOf(position, options);
  const saving = setInterval(save, SAVE_EVERY_MS);
  let faults = 0;
  const running = repeat(signal, async () => {
    const failed = await pollOnce().then(
      () => false,
      () => true,
    );
    faults = failed ? faults + 1 : 0;
    if (faults === SILENT_FAULTS + 1) print('The events of the database cannot be read; retrying.');
    return Math.min(pollEvery * 2 ** faults, LONGEST_PAUSE_MS);
  });
  return {
    async stop() {
      abort.abort();
      clearInterval(saving);
      await running;
      await queue.settled();
      save();
    },
  };
}

/** Prints an event, and runs the function that tells people of it, if a rule passes it on. */
async function show(event: EventEnvelope, { print, tell, demoUntil }: EventPublisherOptions): Promise<void> {
  if (demoUntil !== undefined && Date.parse(event.detail.occurredAt) <= demoUntil) return;
  print(formatEventLine(event.detail));
  const isUrgent = Object.values(urgentPatterns).some((pattern) => matchesPattern(pattern, event));
  if (isUrgent) await tell?.(event).catch(() => print('  People could not be told of it.'));
}

/** Delivers entries in sequence while reading more. */
function createQueue(
  { url, print, firstPause = 500 }: EventPublisherOptions,
  position: StreamPosition,
  signal: AbortSignal,
) {
  let delivered = Promise.resolve();
  let waiting = 0;

  async function deliverAll({ shardId, sequenceNumber }: StreamEntry, events: readonly EventEnvelope[]) {
    for (const event of events) {
      if (url === undefined) break;
      await deliver(event, { url, signal, firstPause, print });
    }
    // When stopping, earlier entries may be undelivered.
    if (!signal.aborted) position.advance(shardId, sequenceNumber);
  }

  return {
    /** Resolves when there is room for another. */
    async add(entry: StreamEntry, events: readonly EventEnvelope[]): Promise<void> {
      waiting++;
      delivered = delivered.then(() => deliverAll(entry, events)).finally(() => waiting--);
      if (waiting >= MOST_WAITING) await delivered;
    },
    settled: () => delivered,
  };
}

/** Saves the position. On failure the server continues and reports it once. */
function saverOf(position: StreamPosition, { positionFile, print }: EventPublisherOptions): () => void {
  let failed = false;
  return () => {
    try {
      position.save();
    } catch {
      if (failed) return;
      failed = true;
      print(
        `The position in the event stream cannot be saved in ${positionFile}: the next start publishes events again.`,
      );
    }
  };
}

/** Runs the function that follows the stream, which writes itself why it failed. */
async function followed(
  { record }: StreamEntry,
  { streamArn, follow, print }: EventPublisherOptions,
): Promise<void> {
  const sent = pipeRecord(record, streamArn);
  if (follow === undefined || !followedPatterns.some((pattern) => matchesPattern(pattern, sent))) return;
  await follow(sent).catch(() => print('The board misses a change.'));
}

/** Returns a record's events. A malformed record has none, so that it does not block later ones. */
async function toldBy(
  { record, shardId, sequenceNumber }: StreamEntry,
  { streamArn, enrich, print }: EventPublisherOptions,
): Promise<readonly EventEnvelope[]> {
  const origin = `${streamArn} ${shardId} ${sequenceNumber}`;
  try {
    const events = await passOn([pipeRecord(record, streamArn)], { filters: recordFilters, enrich });
    return events.map((event) => envelopeOf(event, origin));
  } catch {
    print('A change could not be turned into events; the function has written why.');
    return [];
  }
}

interface DeliveryDependencies {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Milliseconds before the second attempt; each further pause is twice as long, up to 5 seconds. */
  readonly firstPause: number;
  readonly print: (line: string) => void;
}

/** Posts an event until it is answered with 2xx, or until the signal is aborted. */
async function deliver(event: EventEnvelope, deps: DeliveryDependencies): Promise<void> {
  const { url, signal, firstPause, print } = deps;
  const body = JSON.stringify(event);
  const type = event['detail-type'];
  let refusals = 0;
  await repeat(signal, async () => {
    const refusal = await post(url, body, signal);
    if (refusal === undefined) {
      if (refusals > 0) print(`DISPATCH_EVENTS_URL accepted ${type} at attempt ${refusals + 1}.`);
      return undefined;
    }
    if (refusals === 0 && !signal.aborted)
      print(`DISPATCH_EVENTS_URL ${refusal}: ${type} is sent again until it is accepted.`);
    return Math.min(firstPause * 2 ** refusals++, LONGEST_PAUSE_MS);
  });
}

/** Posts a body. Resolves to undefined if it was accepted, otherwise to what happened. */
async function post(url: string, body: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // Following a redirect would turn the request into a GET.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `answered ${response.status} and not 2xx`;
  } catch {
    return 'does not answer';
  }
}

interface TableEventsOptions
  extends Pick<EventPublisherOptions, 'print' | 'enrich' | 'tell' | 'follow' | 'demoUntil'> {
  readonly endpoint: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Checks the answer of the function that turns records into events. */
export function toEvents(answer: unknown): readonly DispatchEvent[] {
  if (isEvents(answer)) return answer;
  throw new Error('functions/events answered with something else than events');
}

const isEvents = (answer: unknown): answer is readonly DispatchEvent[] =>
  Array.isArray(answer) && answer.every((event) => typeof event?.type === 'string');

/** Publishes the table's events until stopped. Reports once if the table has no stream. */
export async function publishTableEvents(
  { tableName, eventsUrl, eventsPositionFile }: Settings,
  { endpoint, environment, ...publishing }: TableEventsOptions,
): Promise<{ stop(): Promise<void> } | undefined> {
  const database = databaseClient(endpoint, environment);
  const { Table } = await database
    .send(new DescribeTableCommand({ TableName: tableName }))
    .finally(() => database.destroy());
  const streamArn = Table?.LatestStreamArn;
  if (streamArn === undefined || Table?.StreamSpecification?.StreamViewType !== 'NEW_AND_OLD_IMAGES') {
    publishing.print(
      `The table ${tableName} has no stream of new and old images, so no events are published.`,
    );
    return undefined;
  }
  if (eventsUrl !== undefined) publishing.print(`events go to ${new URL(eventsUrl).origin}`);
  const client = streamsClient(endpoint, environment);
  return startEventPublisher({
    ...publishing,
    client,
    streamArn,
    positionFile: eventsPositionFile,
    url: eventsUrl,
  });
}
