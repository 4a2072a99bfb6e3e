/** Reads payloads in which any part may be missing or have another type. */
export type Json = Readonly<Record<string, unknown>>;

/** The object, or an empty one. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The first value that is non-blank text, trimmed. Numbers are converted to text. */
export function firstText(...values: readonly unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value).toWellFormed().trim();
    if (text !== '') return text;
  }
  return undefined;
}

/** The first value that is non-blank text, unchanged. */
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

/** A platform's id, which becomes part of a key. Text that is longer than any real id counts as absent. */
export function idText(...values: readonly unknown[]): string | undefined {
  const text = firstText(...values);
  return text === undefined || text.length > MAX_ID ? undefined : text;
}

const MAX_ID = 256;

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

/** The largest instant that a `Date` can hold, in milliseconds. */
const MAX_INSTANT = 8.64e15;

/** The first value that is a valid https URL. */
export function httpsUrl(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => {
    if (typeof value !== 'string' || value.length > MAX_URL || !value.isWellFormed()) return false;
    return URL.parse(value)?.protocol === 'https:';
  });
}

const MAX_URL = 2048;

/** Arguments of a function: an object, or JSON text of an object. */
export function argumentsOf(value: unknown): Json {
  if (typeof value !== 'string') return objectOf(value);
  try {
    return objectOf(JSON.parse(value));
  } catch {
    return {};
  }
}
