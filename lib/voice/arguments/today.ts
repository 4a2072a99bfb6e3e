import type { Account } from '../../accounts/account.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { formatClock24 } from '../../scheduling/clock-time.ts';
import { momentOf } from '../../scheduling/day.ts';
import { canStillStart } from '../../scheduling/engine.ts';
import { weekdayOf } from '../../scheduling/local-date.ts';
import { wallClockOf } from '../../scheduling/zone.ts';
import type { Today } from '../../understanding/day-context.ts';
import { capitalize } from '../../wording/speech.ts';
import type { CallContext } from './voice-function.ts';

type When = Pick<CallContext, 'account' | 'now'>;

/** The context for understanding an account's callers' words for days. */
export function todayOf({ account, now }: When): Today {
  const { today } = momentOf(account, now);
  const { timezone, region } = account;
  return {
    date: today,
    timezone,
    region,
    // Computed lazily: few words depend on it.
    get isOver() {
      return !canStillStart(account, now);
    },
  };
}

/** `Monday`. */
export const weekdayName = (date: LocalDate): string => capitalize(weekdayOf(date));

/** The first and last days as understood. */
export interface UnderstoodDays {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** False if the words may mean other days, too. */
  readonly certain: boolean;
}

/** Facts in every answer about a day, so that a model that lost track can recover. */
export function dayFacts(date: LocalDate, understood: UnderstoodDays, when: When) {
  return { date, weekday: weekdayName(date), understood, today: localNow(when) };
}

/** The account's date, weekday and time now. */
export function localNow({ account, now }: { readonly account: Account; readonly now: number }) {
  const { date, minute } = wallClockOf(account.timezone, Math.floor(now / 60_000));
  return { date, weekday: weekdayName(date), time: formatClock24(minute) };
}
