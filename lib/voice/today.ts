import type { Account } from '../accounts/account.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import { formatClock24 } from '../scheduling/clock-time.ts';
import { momentOf } from '../scheduling/day.ts';
import { canStillStart } from '../scheduling/engine.ts';
import { weekdayOf } from '../scheduling/local-date.ts';
import { wallClockOf } from '../scheduling/zone.ts';
import { capitalize } from './speech.ts';
import type { Today } from './understanding/day-context.ts';
import type { CallContext } from './voice-function.ts';

type When = Pick<CallContext, 'account' | 'now'>;

/** Where and when a caller of an account says words for days. */
export function todayOf({ account, now }: When): Today {
  const { today } = momentOf(account, now);
  const { timezone, region } = account;
  return {
    date: today,
    timezone,
    region,
    // Few words depend on it, and it costs as much as a look at a day.
    get isOver() {
      return !canStillStart(account, now);
    },
  };
}

/** `Monday`. */
export const weekdayName = (date: LocalDate): string => capitalize(weekdayOf(date));

/** The first and the last day that an answer is about, as they were understood. */
export interface UnderstoodDays {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** False where the words may mean other days as well. */
  readonly certain: boolean;
}

/** What every answer about a day tells the model, so that one that has lost its way finds back. */
export function dayFacts(date: LocalDate, understood: UnderstoodDays, when: When) {
  return { date, weekday: weekdayName(date), understood, today: nowThere(when) };
}

/** The account's date, weekday and time now. */
export function nowThere({ account, now }: { readonly account: Account; readonly now: number }) {
  const { date, minute } = wallClockOf(account.timezone, Math.floor(now / 60_000));
  return { date, weekday: weekdayName(date), time: formatClock24(minute) };
}
