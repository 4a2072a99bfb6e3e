import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Usage } from '../meter.ts';
import type { ApiKey, SigningKey } from '../signatures/types.ts';
import type { RequestNotes } from './log.ts';

/** What proved that a request is genuine. */
export type Credential =
  | { readonly kind: 'key'; readonly key: SigningKey }
  | { readonly kind: 'apiKey'; readonly apiKey: ApiKey };

/** API Gateway's event, and what the steps find out about it. Its header names are in lower case. */
export interface Delivery<Payload> extends APIGatewayProxyEventV2 {
  readonly requestId: string;
  /** The Lambda function that runs it. */
  readonly functionName: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly coldStart: boolean;
  /** What it has cost so far. */
  readonly usage: Usage;
  /** The body as it was sent. */
  readonly bytes: Buffer;
  notes: RequestNotes;
  /** Absent until the sender is known. */
  credential?: Credential;
  /** The object that the body stands for. Absent until it was parsed. */
  json?: object;
  /** Absent until the body has the expected shape. */
  payload?: { readonly value: Payload };
}

/** All that is used of Lambda's context. */
export interface LambdaIdentity {
  readonly awsRequestId: string;
  readonly functionName: string;
}

/** A delivery on its way, as middy hands it from step to step. */
export type Exchange<Payload> = middy.Request<
  Delivery<Payload>,
  APIGatewayProxyStructuredResultV2,
  Error,
  LambdaIdentity
>;

export interface Receipt {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly coldStart: boolean;
  readonly usage: Usage;
}

/** Takes down an event; the event itself stays as it is, although steps write to the delivery. */
export function receive<Payload>(
  event: APIGatewayProxyEventV2,
  { awsRequestId, functionName }: LambdaIdentity,
  receipt: Receipt,
): Delivery<Payload> {
  // A loop, because lists of names and values cost a twentieth of a warm request. Without a prototype, because senders
  // choose the names.
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
