import type { Account } from '../accounts/account.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import { openingHours } from '../scheduling/hours.ts';
import { addDays, MINUTES_PER_DAY, momentOf } from '../scheduling/time.ts';
import { formatClockTime } from '../scheduling/time-of-day.ts';
import { holidayOn } from '../understanding/holidays.ts';
import { weekdayName } from './told.ts';

/** The model works out days from this many. */
const DAYS = 35;

/**
 * Lists the coming days of a company for the model, today first: `usually 8 AM to 5 PM; Wed 2026-11-25 today; Thu
 * 2026-11-26 Thanksgiving, closed; Fri 2026-11-27 8 AM to 12 PM`. Days have the usual hours unless they say others.
 */
export function calendarOf(account: Account, now: number): string {
  const { today } = momentOf(account, now);
  const days = Array.from({ length: DAYS }, (_, ahead) => addDays(today, ahead)).map((date) => ({
    date,
    hours: hoursOn(account, date),
  }));
  const usual = mostFrequent(days.map(({ hours }) => hours).filter((hours) => hours !== ''));
  const listed = days.map(({ date, hours }) => {
    const special = [
      ...(date === today ? ['today'] : []),
      holidayOn(date, account.region),
      ...(hours === usual ? [] : [hours === '' ? 'closed' : hours]),
    ].filter((one) => one !== undefined);
    return `${weekdayName(date).slice(0, 3)} ${date} ${special.join(', ')}`.trim();
  });
  return [...(usual === undefined ? [] : [`usually ${usual}`]), ...listed].join('; ');
}

const hoursOn = (account: Account, date: LocalDate): string =>
  openingHours(account, date)
    .map(({ from, to }) => `${spell(from)} to ${spell(to % MINUTES_PER_DAY)}`)
    .join(', ');

const spell = (minute: number): string => formatClockTime(minute).replace(':00', '');

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = Map.groupBy(texts, (text) => text);
  return [...counts].sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
}
