import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Meter } from '../meter.ts';

/** What one request may take, in milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  readonly answer: number;
}

const TIME_LIMITS: TimeLimits = { connect: 300, answer: 1000 };

/**
 * The one DynamoDB client of a container. It does not retry by itself: `withinDeadline` does, since only the deadline of
 * the request says how often there is time to.
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
      // Without it the handler only warns, and a lost answer is waited for until the deadline.
      throwOnRequestTimeout: true,
    }),
  });
  // It makes a copy of every input and output for a logger, although there is none: a tenth of a call's CPU.
  client.middlewareStack.remove('loggerMiddleware');
  return documentClientOf(client);
}

/** A document client that leaves absent fields out of what it writes. */
export function documentClientOf(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** Has the meter count what the client sends. */
export function meterCalls(document: DynamoDBDocumentClient, meter: Meter): void {
  const count = { step: 'initialize', name: 'meterCalls' } as const;
  document.middlewareStack.add((next) => (args) => meter.call(() => next(args)), count);
}
