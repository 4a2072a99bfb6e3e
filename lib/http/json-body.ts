import type { Exchange } from './delivery.ts';
import { bodyNotJson } from './problem.ts';

const MAX_DEPTH = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the object that the body stands for, or refuses it. What is read are the bytes that were verified, and not
 * whatever the event holds. A live call sends its whole transcript with each function call, so the way is short: not
 * middy's parser, which calls back for every value in the body and takes ten times as long.
 */
export function parseJsonBody({ event }: Exchange<unknown>): void {
  const parsed = parse(event.bytes);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw bodyNotJson();
  if (isUnsafe(parsed, 1)) throw bodyNotJson();
  event.json = parsed;
}

/** What `parseJsonBody` has read. */
export function parsedBody({ event }: Exchange<unknown>): unknown {
  return event.json;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    // Not even kept as a cause: the parser's error carries a part of the body.
    throw bodyNotJson();
  }
}

/**
 * Whether what was parsed is nested too deep for the recursion of schemas, or has a name by which code that copies
 * fields could reach a prototype. Only the parser itself takes any depth: it doesn't recurse.
 */
function isUnsafe(value: unknown, depth: number): boolean {
  if (!isObject(value)) return false;
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((item) => isUnsafe(item, depth + 1));
  return Object.keys(value).some((name) => {
    if (name === '__proto__') return true;
    const field = value[name];
    if (name === 'constructor' && isObject(field) && Object.hasOwn(field, 'prototype')) return true;
    return isUnsafe(field, depth + 1);
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
