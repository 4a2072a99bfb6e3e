import type { Account } from '../account.ts';

/** One of the two documents may have no value here. */
export interface Difference {
  /** Such as `booking.gridMinutes` or `technicians[ana].hours`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Compares two documents of an account, except their versions. Technicians and services are matched by id. */
export function differencesBetween(before: Account, after: Account): readonly Difference[] {
  return compare({ ...before, version: undefined }, { ...after, version: undefined }, '');
}

function compare(before: unknown, after: unknown, path: string): readonly Difference[] {
  const [one, other] = [fieldsOf(before), fieldsOf(after)];
  if (one === undefined || other === undefined)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
  const isList = Array.isArray(before);
  const names = [...new Set([...one.keys(), ...other.keys()])];
  const within = names.flatMap((name) =>
    compare(one.get(name), other.get(name), isList ? `${path}[${name}]` : joined(path, name)),
  );
  return isList ? [...reordered([...one.keys()], [...other.keys()], path), ...within] : within;
}

/** Returns a difference if the ids that are in both lists have a different order. */
function reordered(before: readonly string[], after: readonly string[], path: string): readonly Difference[] {
  const kept = after.filter((id) => before.includes(id));
  const inOrder = before.filter((id) => kept.includes(id)).every((id, index) => id === kept[index]);
  return inOrder ? [] : [{ path, before, after }];
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Returns an object's fields, or a list's entries by id; undefined for anything that is compared as a whole. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (Array.isArray(value)) {
    const entries = value.flatMap((entry: unknown): (readonly [string, unknown])[] => {
      const id = hasId(entry) ? entry.id : undefined;
      return typeof id === 'string' ? [[id, entry]] : [];
    });
    return entries.length === value.length && entries.length > 0 ? new Map(entries) : undefined;
  }
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
}

function hasId(value: unknown): value is { readonly id: unknown } {
  return typeof value === 'object' && value !== null && 'id' in value;
}
