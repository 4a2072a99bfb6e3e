import type { LocalDate } from '../scheduling/calendar.ts';

/** Where and when words for days are said. */
export interface Today {
  /** The account's date now. */
  readonly date: LocalDate;
  /** IANA name. */
  readonly timezone: string;
  /** ISO 3166 code; dates in digits begin with the month in the US, elsewhere with the day. */
  readonly region: string;
  /** Whether nothing can start today any more: today's weekday then means a week later. */
  readonly isOver: boolean;
}

/** What words for a day mean. */
export type Days =
  | {
      readonly kind: 'date';
      readonly date: LocalDate;
      /** False if `other` may be meant as well. */
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
      /** Whether a day of the range was ruled out; absent if none was. */
      readonly except?: ((date: LocalDate) => boolean) | undefined;
      readonly certain: boolean;
      readonly time?: string | undefined;
    }
  | { readonly kind: 'unclear' };

export const unclear: Days = { kind: 'unclear' };

export const dateOf = (date: LocalDate): Days => ({ kind: 'date', date, certain: true });
