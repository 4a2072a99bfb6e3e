import * as v from 'valibot';
import { cursorInvalid } from './problems.ts';

const Cursor = v.tuple([v.string(), v.record(v.string(), v.string())]);

/** A list of one account, such as `queue`. */
export interface PagedList {
  readonly list: string;
  readonly accountId: string;
}

const nameOf = ({ list, accountId }: PagedList): string => `${list}/${accountId}`;

/** A place in a list as an opaque text that only that list of that account accepts. */
export function toCursor(list: PagedList, place: object): string {
  return Buffer.from(JSON.stringify([nameOf(list), place])).toString('base64url');
}

/** The place of a cursor. Throws a 400 if it is not one of the list. */
export function fromCursor<Place>(
  list: PagedList,
  schema: v.GenericSchema<unknown, Place>,
  cursor: string | undefined,
): Place | undefined {
  if (cursor === undefined) return undefined;
  const parsed = v.safeParse(Cursor, parse(cursor));
  if (!parsed.success || parsed.output[0] !== nameOf(list)) throw cursorInvalid();
  const place = v.safeParse(schema, parsed.output[1]);
  if (!place.success) throw cursorInvalid();
  return place.output;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
