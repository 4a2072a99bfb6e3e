import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { EVENT_SOURCE } from '../../lib/record/events.ts';
import { type Program, requiredStack } from '../command.ts';
import { CliFault, explainedByAws } from '../fault.ts';
import { toJson } from '../output.ts';
import type { CliContext } from '../target.ts';
import { type Republished, readDeadLetter } from './dead-letters.ts';

/** Adds `events redrive`. */
export function addEvents(program: Program, { print }: CliContext): void {
  program
    .command('events')
    .description('events of a deployed stack')
    .command('redrive')
    .description("publishes the events in a stack's dead-letter queue again (--stack)")
    .option('--dry-run', 'only show what would be published')
    .action(async (_, command) => {
      const { json, dryRun = false } = command.optsWithGlobals();
      const { name, region, outputs } = await requiredStack(command);
      const { DeadLetterQueueUrl: queueUrl, EventBusName: busName } = outputs;
      if (queueUrl === undefined || busName === undefined) {
        throw new CliFault(
          `${name}: the stack has no output DeadLetterQueueUrl or EventBusName: deploy it again.`,
        );
      }
      const results = await redrive({ region, queueUrl, busName, dryRun });
      print(json ? toJson(results) : resultLines(results, dryRun));
      if (results.some(({ stays }) => stays !== undefined)) throw new CliFault('');
    });
}

/** What became of one message of the dead-letter queue. */
interface Redriven {
  readonly messageId: string;
  /** Types of the events that were or would be published again. A record may have none. */
  readonly published: readonly string[];
  /** Why the message is still in the queue, if its events could not be published. */
  readonly stays?: string;
}

function resultLines(results: readonly Redriven[], dryRun: boolean): string {
  if (results.length === 0) return 'The dead-letter queue is empty.';
  const done = dryRun ? 'would publish' : 'published';
  return results
    .map(({ messageId, published, stays }) => {
      if (stays !== undefined) return `${messageId}  stays in the queue: ${stays}`;
      return `${messageId}  ${done} ${published.length === 0 ? 'nothing: its change has no event' : published.join(', ')}`;
    })
    .join('\n');
}

interface Redrive {
  readonly region: string;
  readonly queueUrl: string;
  readonly busName: string;
  /** Whether to publish nothing and to remove nothing from the queue. */
  readonly dryRun: boolean;
}

interface Clients {
  readonly queue: SQSClient;
  readonly stream: DynamoDBStreamsClient;
  readonly bus: EventBridgeClient;
}

/** Publishes the events of the dead-letter queue's messages again and removes the messages. */
async function redrive(options: Redrive): Promise<readonly Redriven[]> {
  const where = { region: options.region };
  const clients = {
    queue: new SQSClient(where),
    stream: new DynamoDBStreamsClient(where),
    bus: new EventBridgeClient(where),
  };
  try {
    return await redriveAll(options, clients);
  } catch (error) {
    throw explainedByAws(
      error,
      'reading the dead-letter queue and the stream, and events:PutEvents on the bus',
    );
  } finally {
    for (const client of Object.values(clients)) client.destroy();
  }
}

async function redriveAll(options: Redrive, clients: Clients): Promise<readonly Redriven[]> {
  const done = new Map<string, Redriven>();
  const kept: string[] = [];
  for (;;) {
    const messages = await receive(options.queueUrl, clients.queue);
    const fresh = messages.filter(({ MessageId = '' }) => !done.has(MessageId));
    if (fresh.length === 0) break;
    for (const message of fresh) {
      const result = await redriveOne(message, options, clients);
      done.set(result.messageId, result);
      const { ReceiptHandle = '' } = message;
      if (result.stays !== undefined || options.dryRun) kept.push(ReceiptHandle);
      else await clients.queue.send(new DeleteMessageCommand({ QueueUrl: options.queueUrl, ReceiptHandle }));
    }
  }
  for (const ReceiptHandle of kept) {
    const back = { QueueUrl: options.queueUrl, ReceiptHandle, VisibilityTimeout: 0 };
    await clients.queue.send(new ChangeMessageVisibilityCommand(back));
  }
  return [...done.values()];
}

/** How many seconds a received message is invisible to others. */
const HELD_SECONDS = 120;

async function receive(QueueUrl: string, queue: SQSClient): Promise<readonly Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: 10,
    VisibilityTimeout: HELD_SECONDS,
    // Long polling finds messages that a short poll may miss.
    WaitTimeSeconds: 1,
  });
  return (await queue.send(command)).Messages ?? [];
}

async function redriveOne(
  { MessageId: messageId = '', Body = '' }: Message,
  { busName, dryRun }: Redrive,
  { stream, bus }: Clients,
): Promise<Redriven> {
  const letter = await readDeadLetter(Body, stream);
  if (letter.kind === 'stays') return { messageId, published: [], stays: letter.why };
  if (!dryRun) await publish(letter.events, busName, bus);
  return { messageId, published: letter.events.map(({ type }) => type) };
}

async function publish(
  events: readonly Republished[],
  EventBusName: string,
  bus: EventBridgeClient,
): Promise<void> {
  if (events.length === 0) return;
  const Entries = events.map(({ type, detail }) => ({
    EventBusName,
    Source: EVENT_SOURCE,
    DetailType: type,
    Detail: JSON.stringify(detail),
  }));
  const { FailedEntryCount = 0, Entries: results = [] } = await bus.send(new PutEventsCommand({ Entries }));
  if (FailedEntryCount === 0) return;
  const code = results.find(({ ErrorCode }) => ErrorCode !== undefined)?.ErrorCode ?? 'unknown';
  throw new CliFault(`event bus: it rejected an event (${code}). Unpublished messages stay in the queue.`);
}
