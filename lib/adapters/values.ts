import * as v from 'valibot';
import { textOf } from '../normalized.ts';
import { isPlaceholder } from '../understanding/placeholders.ts';

// Reads payloads in which any part may be missing or have another type.

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object; an empty one for any other value. */
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

/** The list; an empty one for any other value. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the first value that is non-blank text, trimmed. Numbers are converted to text. */
export function firstText(...values: readonly unknown[]): string | undefined {
  for (const value of values) {
    const text = textOf(value);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Returns the first value that is non-blank text, unchanged. */
export function wholeText(...values: readonly unknown[]): string | undefined {
  const text = values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
  return text?.toWellFormed();
}

/** Like `firstText`, cut to `maxLength` UTF-16 units, because everything about a call must fit into one table item. */
export function cutText(maxLength: number, ...values: readonly unknown[]): string | undefined {
  return firstText(...values)
    ?.slice(0, maxLength)
    .toWellFormed();
}

const MAX_ID = 256;

/** Returns a platform's id, which becomes part of a key. Text that is longer than any real id counts as absent. */
export function idText(...values: readonly unknown[]): string | undefined {
  const text = firstText(...values);
  return text === undefined || text.length > MAX_ID ? undefined : text;
}

/** The largest instant that a `Date` can hold, in milliseconds. */
const MAX_INSTANT = 8.64e15;

/** Converts epoch milliseconds, or ISO text with an offset, to ISO 8601 in UTC; undefined for anything else. */
export function instantText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_INSTANT) {
    return new Date(value).toISOString();
  }
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value))
    return undefined;
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? undefined : new Date(parsed).toISOString();
}

const MAX_URL = 2048;

/** Returns the first value that is a valid https URL. */
export function httpsUrl(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => {
    if (typeof value !== 'string' || value.length > MAX_URL || !value.isWellFormed()) return false;
    return URL.parse(value)?.protocol === 'https:';
  });
}

/** Returns the arguments of a function: an object, or JSON text of an object. */
export function argumentsOf(value: unknown): Json {
  if (typeof value !== 'string') return objectOf(value);
  try {
    return objectOf(JSON.parse(value));
  } catch {
    return {};
  }
}

/** A required field: text of at most 200 characters. Numbers are converted to text. */
export const requiredText = (expected = 'a text of 1 to 200 characters') =>
  v.pipe(
    // With the default, a missing field is refused with the same message as an empty one.
    v.optional(v.unknown(), ''),
    v.transform(textOf),
    v.string(expected),
    v.maxLength(200, expected),
  );

/** A step in the path of an issue: the field of `input` that is refused, or leads to what is refused. */
export const issueStep = (input: Json, key: string) =>
  ({ type: 'object', origin: 'value', input, key, value: input[key] }) as const;

/** An optional field after parsing. */
export interface GivenText {
  /** Absent if nothing was sent, or only a placeholder such as `N/A`, or a value that can't be stored as text. */
  readonly text?: string;
  /** True if any text was sent, including placeholders. */
  readonly isSent: boolean;
  /** True if a person should check the field: its value wasn't text, or was too long. */
  readonly flagged: boolean;
}

/** An optional field that is never refused. Text over `maxLength` (UTF-16 units) is cut and flagged. */
export const givenText = (maxLength = 2000) =>
  v.pipe(
    v.optional(v.unknown(), null),
    v.transform((value): GivenText => {
      if (value === null) return { isSent: false, flagged: false };
      const plain = textOf(value);
      const text = plain ?? oddTextOf(value);
      if (text === undefined) return { isSent: false, flagged: typeof value !== 'string' };
      if (isPlaceholder(text)) return { isSent: true, flagged: false };
      const cut = text.slice(0, maxLength).toWellFormed();
      return { text: cut, isSent: true, flagged: plain === undefined || text.length > maxLength };
    }),
  );

/** Text for unexpected values: a boolean as a word, a list of texts joined with commas. */
function oddTextOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value);
  return (
    listOf(value)
      .flatMap((item) => textOf(item) ?? [])
      .join(', ') || undefined
  );
}
