import type middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { Delivery, Exchange, LambdaIdentity } from './delivery.ts';
import { isNestedDeeperThan } from './json-depth.ts';
import { bodyNotJson } from './problem.ts';

const MAX_DEPTH = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The part of middy's parser that is used. Its own type asks for Lambda's whole context, which it never reads. */
interface JsonParser {
  before?(exchange: middy.Request<Delivery<unknown>, unknown, Error, LambdaIdentity>): unknown;
}

// Platforms send JSON under several content types, so none is asked for. The parser also refuses `__proto__`.
const parser: JsonParser = httpJsonBodyParser<Delivery<unknown>>({ disableContentTypeCheck: true });

/**
 * Puts the object that the body stands for in place of the event's body, or refuses it. What is read are the bytes that
 * were verified, and not whatever the event holds.
 */
export function parseJsonBody(exchange: Exchange<unknown>): void {
  const { event } = exchange;
  event.body = textOf(event.bytes);
  event.isBase64Encoded = false;
  refuseOnError(() => parser.before?.(exchange));
  const parsed = parsedBody(exchange);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw bodyNotJson();
}

/** The parser leaves its result where the text was, which the event's type doesn't tell. */
export function parsedBody(exchange: Exchange<unknown>): unknown {
  return exchange.event.body;
}

function textOf(bytes: Uint8Array): string {
  if (isNestedDeeperThan(MAX_DEPTH, bytes)) throw bodyNotJson();
  return refuseOnError(() => utf8.decode(bytes));
}

function refuseOnError<T>(read: () => T): T {
  try {
    return read();
  } catch {
    // Not even kept as a cause: the parser's error carries the whole body.
    throw bodyNotJson();
  }
}
