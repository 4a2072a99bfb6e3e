import { lazily } from '../lazily.ts';
import type { Coordinates } from '../scheduling/travel.ts';
import { zipTable } from './zip-table.ts';

/** The fields of a code in the table. */
const FIELDS = 3;

/** Returns the number of a code in the table. */
export const zipNumber = (code: string): number => Number.parseInt(code, 36);

const table = lazily(() => zipTable(zipNumber));

const FIVE_DIGITS = /^\d{5}$/;
/** A Canadian code as `readZip` returns it, whose first half is enough. */
const CANADIAN = /^[A-Z]\d[A-Z](?:\d[A-Z]\d)?$/;

/**
 * Returns the middle of a postal code of the United States or Canada, as `readZip` returns it; undefined if it is unknown.
 */
export function findZip(zip: string): Coordinates | undefined {
  if (!FIVE_DIGITS.test(zip) && !CANADIAN.test(zip)) return undefined;
  const wanted = zipNumber(FIVE_DIGITS.test(zip) ? zip : zip.slice(0, 3));
  const rows = table();
  let [low, high] = [0, rows.length / FIELDS];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * FIELDS;
    const [code = 0, latitude = 0, longitude = 0] = rows.subarray(at, at + FIELDS);
    if (code === wanted) return { latitude: latitude / 1000, longitude: longitude / 1000 };
    if (code < wanted) low = middle + 1;
    else high = middle;
  }
  return undefined;
}
