import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Meter } from '../../meter.ts';

/** Time limit of one request in milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  readonly answer: number;
}

const TIME_LIMITS: TimeLimits = { connect: 300, answer: 1000 };

/**
 * The one DynamoDB client of a container. It does not retry: `withinDeadline` does, because the deadline of the
 * request limits retries.
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
      // Without it the handler only warns and waits for a lost answer until the deadline.
      throwOnRequestTimeout: true,
    }),
  });
  // It copies every input and output for a logger that does not exist: a tenth of a call's CPU time.
  client.middlewareStack.remove('loggerMiddleware');
  return documentClientOf(client);
}

/** A document client that omits undefined fields. */
export function documentClientOf(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** Counts the client's calls with the meter. */
export function meterCalls(document: DynamoDBDocumentClient, meter: Meter): void {
  const count = { step: 'initialize', name: 'meterCalls' } as const;
  document.middlewareStack.add((next) => (args) => meter.call(() => next(args)), count);
}
