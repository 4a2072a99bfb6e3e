import type { LocalDate } from '../../scheduling/calendar.ts';
import { weekdayOf } from '../../scheduling/local-date.ts';
import { nothingFree as phrases } from '../../wording/en/nothing-free.ts';
import { speakDate } from '../../wording/speech.ts';
import type { RequestedDays } from '../arguments/requested-days.ts';
import { weekdayName } from '../arguments/today.ts';

/** Most dates, or weekdays, that a sentence names. */
const NAMED = 2;

/** Requested dates at the end of a sentence: `on Saturdays`, `from Monday, June 8 to Friday, June 12`. */
export function spokenDates(
  { from, to, isAsked, isEarliest }: RequestedDays,
  dates: readonly LocalDate[],
  today: LocalDate,
): string {
  const spoken = dates.map((date) => speakDate(date, today));
  const [first = speakDate(from, today)] = spoken;
  if (dates.length === 1 || from === to) return phrases.onDays([first]);
  if (isAsked === undefined) return phrases.fromTo(first, spoken.at(-1) ?? first);
  if (dates.length <= NAMED) return phrases.onDays(spoken);
  const weekdays = [...new Map(dates.map((date) => [weekdayOf(date), weekdayName(date)])).values()];
  return isEarliest && weekdays.length <= NAMED ? phrases.onWeekdays(weekdays) : phrases.thoseDays;
}
