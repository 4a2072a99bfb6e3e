/** Looks into payloads of which any part may be missing or of another type. */
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

/** The first of the values that is text with something in it, trimmed; numbers are taken as text. */
export function firstText(...values: readonly unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value).toWellFormed().trim();
    if (text !== '') return text;
  }
  return undefined;
}

/** The first of the values that is text with something in it, as it came. */
export function wholeText(...values: readonly unknown[]): string | undefined {
  const text = values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
  return text?.toWellFormed();
}

/** As `firstText`, cut at so many UTF-16 units: one item of the table must hold all that is told of a call. */
export function cutText(maxLength: number, ...values: readonly unknown[]): string | undefined {
  return firstText(...values)
    ?.slice(0, maxLength)
    .toWellFormed();
}

/** An id of a platform: text that may stand in a key. Longer than any real one counts as absent. */
export function idText(...values: readonly unknown[]): string | undefined {
  const text = firstText(...values);
  return text === undefined || text.length > MAX_ID ? undefined : text;
}

const MAX_ID = 256;

/** An instant as ISO 8601 from epoch milliseconds or from ISO text with an offset; undefined for anything else. */
export function instantText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_INSTANT) {
    return new Date(value).toISOString();
  }
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(value))
    return undefined;
  const parsed = Date.parse(value);
  return Number.isNaN(parsed) ? undefined : new Date(parsed).toISOString();
}

/** The largest instant that a date can hold, milliseconds. */
const MAX_INSTANT = 8.64e15;

/** A URL that may be kept: https only. */
export function httpsUrl(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => {
    if (typeof value !== 'string' || value.length > MAX_URL || !value.isWellFormed()) return false;
    return URL.parse(value)?.protocol === 'https:';
  });
}

const MAX_URL = 2048;

/** Arguments of a function: an object, or one written as JSON text. */
export function argumentsOf(value: unknown): Json {
  if (typeof value !== 'string') return objectOf(value);
  try {
    return objectOf(JSON.parse(value));
  } catch {
    return {};
  }
}
