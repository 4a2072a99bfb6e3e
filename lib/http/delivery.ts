import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Usage } from '../meter.ts';
import type { ApiKey, SigningKey } from '../signatures/types.ts';
import type { RequestNotes } from './log.ts';
import type { Answer } from './response.ts';

/** The credential that authenticated a request. */
export type Credential =
  | { readonly kind: 'key'; readonly key: SigningKey }
  | { readonly kind: 'apiKey'; readonly apiKey: ApiKey };

/** One delivery of a webhook: API Gateway's event and what is known when it arrives. Header names are in lower case. */
export interface Delivery extends APIGatewayProxyEventV2 {
  readonly requestId: string;
  /** The Lambda function that runs it. */
  readonly functionName: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly coldStart: boolean;
  /** Round trips and lost races so far. */
  readonly usage: Usage;
  /** The body as it was sent. */
  readonly bytes: Buffer;
  /** What the use case adds to the log line. */
  notes: RequestNotes;
  /** The answer if the use case fails or Lambda's time runs out, instead of a problem. */
  fallback?: () => Fallback;
}

/** A fallback answer with its outcome for the log line. */
export interface Fallback {
  readonly answer: Answer;
  readonly notes: RequestNotes;
}

/** The part of Lambda's context that is used. */
export interface LambdaIdentity {
  readonly awsRequestId: string;
  readonly functionName: string;
}

/** A delivery as middy passes it from step to step. */
export type Exchange = middy.Request<Delivery, APIGatewayProxyStructuredResultV2>;

export interface Receipt {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly coldStart: boolean;
  readonly usage: Usage;
}

/** Copies an event into a delivery, so that steps never change the event. */
export function receive(
  event: APIGatewayProxyEventV2,
  { awsRequestId, functionName }: LambdaIdentity,
  receipt: Receipt,
): Delivery {
  // No prototype, because senders choose the names.
  const headers: Record<string, string | undefined> = Object.create(null);
  for (const name in event.headers) headers[name.toLowerCase()] = event.headers[name];
  return {
    ...event,
    ...receipt,
    headers,
    requestId: awsRequestId,
    functionName,
    bytes: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    notes: {},
  };
}
