import type { Json } from '../lib/kits/samples/sample.ts';
import { CliFault } from './fault.ts';

/** Parses a text as JSON. If it is not JSON, returns the text itself. */
export function parseValue(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A step in brackets is a number, which distinguishes a new list from a new object. */
type Step = string | number;

/** Returns the steps of a path such as `message.toolCallList[0].id` or `message.toolCallList.0.id`. */
export function parsePath(text: string): readonly Step[] {
  return text.split('.').flatMap((part) => {
    const [name = '', ...places] = part.replace(/\[(\d+)\]/g, '\n$1').split('\n');
    return [...(name === '' && places.length > 0 ? [] : [name]), ...places.map(Number)];
  });
}

/**
 * Returns the document with `value` at a path. Creates missing objects and lists. An index may be at most the length of its
 * list; throws a `CliFault` if it is more.
 */
export function withValue(document: Json | undefined, path: readonly Step[], value: Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const found = typeof document === 'object' && document !== null ? document : undefined;
  const list = found === undefined && typeof name === 'number' ? [] : found;
  if (isList(list)) {
    const index = placeIn(list, String(name));
    return [...list.slice(0, index), withValue(list[index], rest, value), ...list.slice(index + 1)];
  }
  const fields = list ?? {};
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return { ...fields, [name]: withValue(field, rest, value) };
}

/** Returns the value at a path, or undefined if the document has none there. */
export function valueAt(document: Json | undefined, path: readonly Step[]): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return document;
  if (typeof document !== 'object' || document === null) return undefined;
  if (isList(document)) return valueAt(document[Number(name)], rest);
  return Object.hasOwn(document, name) ? valueAt(document[name], rest) : undefined;
}

function placeIn(list: readonly Json[], name: string): number {
  const index = /^\d{1,9}$/.test(name) ? Number(name) : Number.NaN;
  if (index <= list.length) return index;
  throw new CliFault(`--set: ${name} is not an index of a list with ${list.length} entries; the first is 0.`);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
