import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { recordFilters } from '../../lib/aws/stream-events.ts';
import { urgentPatterns } from '../../lib/intake/urgent/urgent-events.ts';
import type { DispatchEvent } from '../../lib/record/events.ts';
import { deliver } from './deliver.ts';
import { type EventEnvelope, envelopeOf, formatEventLine } from './envelope.ts';
import { matchesPattern } from './pattern.ts';
import { type PipeSettings, passOn, pipeRecord } from './pipe.ts';
import { openPosition, type StreamPosition } from './position-file.ts';
import { repeat } from './repeat.ts';
import { createStreamReader, type StreamEntry } from './stream-reader.ts';

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
/** If the database ends, the server ends too and reports it. */
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

/** A malformed record does not block later ones. */
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
