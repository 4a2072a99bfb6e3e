import { bodyNotJson } from './problem.ts';

const MAX_DEPTH = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the body as a JSON object, or refuses it. It takes the verified bytes, not the event's body. A live call
 * sends its whole transcript with each function call, so speed matters: middy's parser uses a reviver, which takes ten
 * times as long.
 */
export function parseJsonBody(bytes: Uint8Array): object {
  const parsed = parse(bytes);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw bodyNotJson();
  if (isUnsafe(parsed, 1)) throw bodyNotJson();
  return parsed;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    // Not kept as a cause, because the parser's error quotes the body.
    throw bodyNotJson();
  }
}

/**
 * Whether the value is nested too deep for recursive schemas, or has a field name that could reach a prototype when
 * fields are copied. The parser itself does not recurse, so it accepts any depth.
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
