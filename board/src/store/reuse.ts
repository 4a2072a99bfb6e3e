/**
 * What was read again, with every part that is equal to the same part of `before` replaced by that one. So whoever draws
 * a part can tell by its identity that it did not change. Both are JSON, with their fields in the same order.
 */
export function reuse<T>(before: unknown, after: T): T;
export function reuse(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) {
    const items = after.map((item, index) => part(before[index], item));
    const isSame = items.length === before.length && items.every((item, index) => item === before[index]);
    return isSame ? before : items;
  }
  if (!isRecord(before) || !isRecord(after)) return after;
  const fields = Object.entries(after).map(
    ([name, value]) => [name, part(own(before, name), value)] as const,
  );
  const isSame =
    fields.length === Object.keys(before).length &&
    fields.every(([name, value]) => Object.hasOwn(before, name) && value === before[name]);
  return isSame ? before : Object.fromEntries(fields);
}

/** Most records of a list are the same. */
const part = (before: unknown, after: unknown): unknown =>
  isRecord(before) && isRecord(after) && markOf(before) === markOf(after) ? before : reuse(before, after);

/**
 * What equal records have in common: a tag of the service, which large ones have, or their text. Comparing texts is many
 * times faster than walking through records.
 */
const markOf = (record: Readonly<Record<string, unknown>>): unknown => record.etag ?? JSON.stringify(record);

const own = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
