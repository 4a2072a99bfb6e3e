import type { LocalDate } from '../scheduling/calendar.ts';
import { isLocalDate, MINUTE_MS, wallClockOf } from '../scheduling/time.ts';
import { formatClock24 } from '../scheduling/time-of-day.ts';

/** Words for days depend on where and when they are said. */
export interface Today {
  /** The account's date now. */
  readonly date: LocalDate;
  /** IANA name. */
  readonly timezone: string;
  /** ISO 3166 code; dates in digits begin with the month in the US, elsewhere with the day. */
  readonly region: string;
  /** True if nothing can start today any more. Then today's weekday means a week later. */
  readonly isOver: boolean;
}

export type Days =
  | {
      readonly kind: 'date';
      readonly date: LocalDate;
      /** False if the caller may also mean `other`. */
      readonly certain: boolean;
      readonly other?: LocalDate | undefined;
      /** Words for a time that were said with the day, such as `morning`. */
      readonly time?: string | undefined;
    }
  | {
      readonly kind: 'range';
      readonly from: LocalDate;
      /** The last day, included; absent if the range has no end. */
      readonly to?: LocalDate | undefined;
      /** The days of the range that were named; absent if all of them are meant. */
      readonly only?: readonly LocalDate[] | undefined;
      /** Tells whether a day of the range was ruled out; absent if none was. */
      readonly except?: ((date: LocalDate) => boolean) | undefined;
      readonly certain: boolean;
      readonly time?: string | undefined;
    }
  | { readonly kind: 'unclear' };

export const unclear: Days = { kind: 'unclear' };

export const dateOf = (date: LocalDate): Days => ({ kind: 'date', date, certain: true });

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Reads a date as programs write it, with or without a time; undefined for other texts. */
export function isoDay(text: string, { timezone }: Today): Days | undefined {
  const [, date, time, offset] = ISO.exec(text) ?? [];
  if (date === undefined) return undefined;
  if (!isLocalDate(date)) return unclear;
  if (time === undefined) return { kind: 'date', date, certain: true };
  // Programs write a date without a time as midnight, in UTC if they say so.
  if (time === '00:00') return { kind: 'date', date, certain: true };
  if (offset === undefined) return { kind: 'date', date, certain: true, time };
  const instant = Date.parse(text.replace(' ', 'T'));
  if (Number.isNaN(instant)) return unclear;
  const local = wallClockOf(timezone, Math.floor(instant / MINUTE_MS));
  return { kind: 'date', date: local.date, certain: true, time: formatClock24(local.minute) };
}
