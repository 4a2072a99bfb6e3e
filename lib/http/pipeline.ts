import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import * as v from 'valibot';
import { type FieldError, fieldErrors, withoutOwnMessages } from '../field-errors.ts';
import type { Meter, Usage } from '../meter.ts';
import { faultFacts } from '../record/faults.ts';
import type { RequestLog, RequestNotes } from './log.ts';
import { bodyNotJson, Problem, payloadInvalid, payloadTooLarge, toProblem } from './problem.ts';

/** What a handler answers. Without `body` the response is empty. */
export interface Answer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is in place of `body`; `headers` say its type. */
  readonly text?: string;
  /** Sent as they are in place of `body`; `headers` say their type. */
  readonly bytes?: Uint8Array | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that stands in for a failed handler, with its outcome for the log line. */
export interface Fallback {
  readonly answer: Answer;
  readonly notes: RequestNotes;
}

/** One HTTP request: API Gateway's event and what the pipeline knows of the request. Header names are in lower case. */
export interface Delivery extends APIGatewayProxyEventV2 {
  readonly requestId: string;
  /** The Lambda function that handles the request. */
  readonly functionName: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly coldStart: boolean;
  /** Round trips and lost races so far. */
  readonly usage: Usage;
  /** The body as it was sent. */
  readonly bytes: Buffer;
  /** What the handler adds to the log line. */
  notes: RequestNotes;
  /** Creates the answer if the handler fails or Lambda's time runs out. Without it, the answer is a problem document. */
  fallback?: (error: unknown) => Fallback;
}

export type LambdaIdentity = Pick<Context, 'awsRequestId' | 'functionName'>;

export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  context: LambdaIdentity,
) => Promise<APIGatewayProxyStructuredResultV2>;

export interface PipelineOptions {
  /** The name of the route in the log line. */
  readonly route: RequestLog['route'];
  /** The status of temporary faults, after which the sender tries again. */
  readonly retryStatus: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called exactly once per request. */
  readonly log: (line: RequestLog) => void;
  /** Counts round trips and lost races of the request. */
  readonly meter: Meter;
}

/** Milliseconds of Lambda's time that are kept for an answer when the time runs out. */
const TIME_TO_ANSWER_MS = 250;

/**
 * The path of every HTTP request, for webhooks and the board. `handle` authenticates the sender, reads the body with
 * `limitSize` and `parseJson`, checks it with `validated`, and answers or throws. The pipeline turns every error into a
 * problem document and writes one log line.
 */
export function pipeline(
  options: PipelineOptions,
  handle: (delivery: Delivery) => Promise<Answer>,
): HttpHandler {
  // biome-ignore lint/suspicious/noExplicitAny: its types ask for Lambda's whole context; it reads only the time left.
  const chain = middy<Delivery, APIGatewayProxyStructuredResultV2, Error, any>({
    timeoutEarlyInMillis: TIME_TO_ANSWER_MS,
  })
    // Middy runs `after` and `onError` in reverse order, so the problem exists before it is logged.
    .use(logRequest(options))
    .use(answerProblem(options))
    .handler(async (delivery) => responseOf(await handle(delivery), delivery));
  let coldStart = true;
  return (event, context) => {
    const receipt = { startedAt: options.now(), coldStart };
    coldStart = false;
    return options.meter.measure((usage) =>
      chain({ ...receipt, ...deliveryOf(event, context), usage }, context),
    );
  };
}

/** A copy of the event, so that no step changes the event itself. */
function deliveryOf(event: APIGatewayProxyEventV2, { awsRequestId, functionName }: LambdaIdentity) {
  // No prototype, because senders choose the names.
  const headers: Record<string, string | undefined> = Object.create(null);
  for (const name in event.headers) headers[name.toLowerCase()] = event.headers[name];
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  return { ...event, headers, requestId: awsRequestId, functionName, bytes, notes: {} };
}

function responseOf({ status, body, text, bytes, headers }: Answer, { requestId }: Delivery) {
  return {
    statusCode: status,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // Answers hold personal data, which no cache may keep.
      'cache-control': 'no-store',
      ...headers,
      'x-request-id': requestId,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(text !== undefined && { body: text }),
    ...(bytes !== undefined && { body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true }),
  };
}

type Exchange = middy.Request<Delivery, APIGatewayProxyStructuredResultV2>;

function answerProblem({ retryStatus }: PipelineOptions) {
  return {
    onError: (exchange: Exchange) => {
      const { error, event } = exchange;
      if (!(error instanceof Problem) && event.fallback !== undefined) {
        const { answer, notes } = event.fallback(error);
        note(event, { ...notes, ...faultFacts(error) });
        exchange.response = responseOf(answer, event);
        return;
      }
      const problem = toProblem(error, retryStatus);
      exchange.error = problem;
      exchange.response = responseOf(problem.toAnswer(event.requestId), event);
    },
  };
}

function logRequest({ route, now, log, meter }: PipelineOptions) {
  const write = ({ event, response, error }: Exchange) => {
    const problem = error instanceof Problem ? error : undefined;
    log({
      ...event.notes,
      time: new Date(event.startedAt).toISOString(),
      requestId: event.requestId,
      functionName: event.functionName,
      apiId: event.requestContext.apiId,
      route,
      status: response?.statusCode ?? 500,
      ...(problem && { code: problem.code }),
      ...problem?.fault,
      durationMs: now() - event.startedAt,
      coldStart: event.coldStart,
      roundTrips: event.usage.roundTrips,
      racesRetried: event.usage.racesRetried,
      memoryFaults: meter.takeMemoryFaults(),
    });
  };
  return { after: write, onError: write };
}

/** Adds fields to the log line of a request. */
export function note(delivery: Delivery, fields: RequestNotes): void {
  delivery.notes = { ...delivery.notes, ...fields };
}

/** Throws a 413 if the body has more than `maxBytes`. */
export function limitSize({ bytes }: Delivery, maxBytes: number): void {
  if (bytes.length > maxBytes) throw payloadTooLarge(maxBytes);
}

/** The input as its schema wants it. Throws a 422 that names the fields, unless `refusal` creates another problem. */
export function validated<T>(
  schema: v.GenericSchema<unknown, T>,
  input: unknown,
  refusal: (errors: readonly FieldError[]) => Problem = payloadInvalid,
): T {
  const result = v.safeParse(schema, input, withoutOwnMessages);
  if (!result.success) throw refusal(fieldErrors(result.issues));
  return result.output;
}

const MAX_DEPTH = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON object in a body. Throws a 400 for anything else, for bytes that are not UTF-8, and for objects that are nested
 * too deep or have the names of prototypes. `parse` gets the body as text.
 */
export async function parseJson(
  bytes: Uint8Array,
  parse: (text: string) => unknown = JSON.parse,
): Promise<object> {
  let parsed: unknown;
  try {
    parsed = await parse(utf8.decode(bytes));
  } catch {
    // Not kept as a cause, because the parser's error quotes the body.
    throw bodyNotJson();
  }
  if (!isObject(parsed) || Array.isArray(parsed) || isUnsafe(parsed, 1)) throw bodyNotJson();
  return parsed;
}

/**
 * True for a value that is nested too deep for recursive schemas, or has a field name that could reach a prototype when
 * fields are copied. `JSON.parse` does not recurse, so it accepts any depth.
 */
function isUnsafe(value: unknown, depth: number): boolean {
  if (!isObject(value)) return false;
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((item) => isUnsafe(item, depth + 1));
  return Object.entries(value).some(
    ([name, field]) =>
      name === '__proto__' ||
      (name === 'constructor' && isObject(field) && Object.hasOwn(field, 'prototype')) ||
      isUnsafe(field, depth + 1),
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
