import * as v from 'valibot';
import { PlaceInvalid } from '../record/faults.ts';
import { cursorInvalid } from './problems.ts';

/** An instant as all stored items have it. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

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

/** Reads a page from the place of a cursor. Throws a 400 if there is no such place in the list. */
export async function pageFrom<Page>(page: Promise<Page>): Promise<Page> {
  return await page.catch((error: unknown) => {
    throw error instanceof PlaceInvalid ? cursorInvalid() : error;
  });
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
