import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Meter } from '../../meter.ts';

/** One request may take this many milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  readonly answer: number;
}

const TIME_LIMITS: TimeLimits = { connect: 300, answer: 1000 };

/**
 * Creates the DynamoDB client of a container. The client doesn't send requests again: `withinDeadline` does, because
 * the deadline of the caller's request limits retries.
 */
export function createDocumentClient(
  where: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'> = {},
  limits = TIME_LIMITS,
): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    ...where,
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: limits.connect,
      requestTimeout: limits.answer,
      // Without this option, the handler only warns and waits for a lost answer until the deadline.
      throwOnRequestTimeout: true,
    }),
  });
  // This middleware copies every input and output for a logger that doesn't exist, which takes a tenth of a call's CPU
  // time.
  client.middlewareStack.remove('loggerMiddleware');
  return documentClientOf(client);
}

export function documentClientOf(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

export function meterCalls(document: DynamoDBDocumentClient, meter: Meter): void {
  const count = { step: 'initialize', name: 'meterCalls' } as const;
  document.middlewareStack.add((next) => (args) => meter.call(() => next(args)), count);
}
