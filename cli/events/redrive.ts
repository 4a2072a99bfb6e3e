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
import { explainedByAws } from '../aws-fault.ts';
import { CliFault } from '../fault.ts';
import { type Republished, readDeadLetter } from './dead-letters.ts';

export interface Redrive {
  readonly region: string;
  readonly queueUrl: string;
  readonly busName: string;
  /** Dry run: publishes nothing and removes nothing from the queue. */
  readonly dryRun: boolean;
}

/** The outcome of one message. */
export interface Redriven {
  readonly messageId: string;
  /** Types of the events that were or would be published again. A record may have none. */
  readonly published: readonly string[];
  /** Why the message is still in the queue, if it could not be published. */
  readonly stays?: string;
}

interface Clients {
  readonly queue: SQSClient;
  readonly stream: DynamoDBStreamsClient;
  readonly bus: EventBridgeClient;
}

/** Visibility timeout of a received message in seconds. */
const HELD_SECONDS = 120;

/** Publishes the events of the dead-letter queue's messages again and removes the messages. */
export async function redrive(options: Redrive): Promise<readonly Redriven[]> {
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

async function receive(QueueUrl: string, queue: SQSClient): Promise<readonly Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: 10,
    VisibilityTimeout: HELD_SECONDS,
    // Long polling: without it, some messages may be missed.
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
