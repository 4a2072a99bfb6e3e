import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import { fieldErrors, withoutOwnMessages } from '../field-errors.ts';
import type { Meter } from '../meter.ts';
import { faultFacts } from '../record/faults.ts';
import type { Route } from '../routes.ts';
import type { SecretCache } from '../secrets/secret-cache.ts';
import { authenticate } from './authenticate.ts';
import {
  type Credential,
  type Delivery,
  type Exchange,
  type Fallback,
  type LambdaIdentity,
  receive,
} from './delivery.ts';
import { parseJsonBody } from './json-body.ts';
import type { RequestLog } from './log.ts';
import { Problem, payloadInvalid, payloadTooLarge, toProblem } from './problem.ts';
import { type Answer, answerResponse, problemResponse } from './response.ts';
import { type VerifiedRequest, verifiedRequest } from './verified-request.ts';

export interface WebhookOptions<Payload> {
  readonly route: Route;
  readonly schema: v.GenericSchema<unknown, Payload>;
  readonly secrets: SecretCache;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called exactly once per request. */
  readonly log: (line: RequestLog) => void;
  /** Counts round trips and lost races of the request. */
  readonly meter: Meter;
  /** Called before an authenticated delivery of JSON is refused. Must not fail. */
  readonly onRefusal?: (refusal: Refusal) => Promise<void>;
}

/** An authenticated delivery that is about to be refused. */
export interface Refusal {
  readonly problem: Problem;
  /** The body as JSON and as text; of any shape. */
  readonly body: object;
  readonly text: string;
  readonly request: VerifiedRequest;
}

/** Milliseconds of Lambda's time that are kept for an answer when it runs out. */
const TIME_TO_ANSWER_MS = 250;

/** The use case of a route: handles a validated payload of an authenticated sender. */
export type UseCase<Payload> = (payload: Payload, request: VerifiedRequest) => Promise<Answer> | Answer;

export type WebhookHandler = (
  event: APIGatewayProxyEventV2,
  context: LambdaIdentity,
) => Promise<APIGatewayProxyStructuredResultV2>;

/**
 * The path of every request: size, signature, JSON, schema, use case. A refusal ends it, so nothing parses a body
 * before its sender is authenticated. Every error becomes a problem response and a log line.
 */
export function webhook<Payload>(options: WebhookOptions<Payload>, use: UseCase<Payload>): WebhookHandler {
  // biome-ignore lint/suspicious/noExplicitAny: its types ask for Lambda's whole context; it reads only the time left.
  const chain = middy<Delivery, APIGatewayProxyStructuredResultV2, Error, any>({
    timeoutEarlyInMillis: TIME_TO_ANSWER_MS,
  })
    // Middy runs `after` and `onError` in reverse order, so the problem exists before it is logged.
    .use(logRequest(options))
    .use(answerProblem(options.route))
    .before(limitSize(options.route))
    .handler(async (delivery) => {
      const credential = await authenticateDelivery(delivery, options);
      const body = parseJsonBody(delivery.bytes);
      const { requestId, startedAt, bytes } = delivery;
      const input = { requestId, credential, startedAt, bytes, note: noteOn(delivery) };
      const fallBackTo = (fallback: () => Fallback) => {
        delivery.fallback = fallback;
      };
      const request = verifiedRequest({ ...input, fallBackTo });
      try {
        return answerResponse(await use(validated(body, options.schema), request), requestId);
      } catch (problem) {
        if (problem instanceof Problem && options.onRefusal !== undefined)
          await options.onRefusal({ problem, body, text: bytes.toString('utf8'), request });
        throw problem;
      }
    });
  let coldStart = true;
  return (event, context) => {
    const receipt = { startedAt: options.now(), coldStart };
    coldStart = false;
    return options.meter.measure((usage) => chain(receive(event, context, { ...receipt, usage }), context));
  };
}

function limitSize({ maxBodyBytes }: Route) {
  return ({ event }: Exchange) => {
    if (event.bytes.length > maxBodyBytes) throw payloadTooLarge(maxBodyBytes);
  };
}

function authenticateDelivery(
  { headers, bytes, startedAt }: Delivery,
  { route, secrets }: Pick<WebhookOptions<unknown>, 'route' | 'secrets'>,
): Promise<Credential> {
  return authenticate({
    headers,
    body: bytes,
    secrets,
    defaultHeader: route.signatureHeader,
    acceptsApiKey: route.acceptsApiKey,
    now: startedAt,
  });
}

function validated<Payload>(body: object, schema: v.GenericSchema<unknown, Payload>): Payload {
  const result = v.safeParse(schema, body, withoutOwnMessages);
  if (!result.success) throw payloadInvalid(fieldErrors(result.issues));
  return result.output;
}

const noteOn =
  (delivery: Delivery): VerifiedRequest['note'] =>
  (fields) => {
    delivery.notes = { ...delivery.notes, ...fields };
  };

function answerProblem(route: Route) {
  return {
    onError: (exchange: Exchange) => {
      const { error, event } = exchange;
      if (!(error instanceof Problem) && event.fallback !== undefined) {
        const { answer, notes } = event.fallback();
        event.notes = { ...event.notes, ...notes, ...faultFacts(error) };
        exchange.response = answerResponse(answer, event.requestId);
        return;
      }
      const problem = toProblem(exchange.error, route);
      exchange.error = problem;
      exchange.response = problemResponse(problem, exchange.event.requestId);
    },
  };
}

function logRequest({ route, now, log }: Pick<WebhookOptions<unknown>, 'route' | 'now' | 'log'>) {
  const write = ({ event, response, error }: Exchange) => {
    const problem = error instanceof Problem ? error : undefined;
    log({
      ...event.notes,
      time: new Date(event.startedAt).toISOString(),
      requestId: event.requestId,
      functionName: event.functionName,
      apiId: event.requestContext.apiId,
      route: route.id,
      status: response?.statusCode ?? 500,
      ...(problem && { code: problem.code }),
      ...problem?.fault,
      durationMs: now() - event.startedAt,
      coldStart: event.coldStart,
      roundTrips: event.usage.roundTrips,
      racesRetried: event.usage.racesRetried,
    });
  };
  return { after: write, onError: write };
}
