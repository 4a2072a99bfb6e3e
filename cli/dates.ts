import { InvalidArgumentError } from '@commander-js/extra-typings';
import { isMoment } from '../lib/accounts/document/hours.ts';
import { type LocalDate, type Weekday, weekdays } from '../lib/scheduling/calendar.ts';
import {
  addDays,
  boundaryOf,
  isLocalDate,
  isoMinute,
  momentOf,
  weekdayFrom,
} from '../lib/scheduling/time.ts';
import type { CliContext } from './target.ts';

/** Returns the date that an operator named, on a day that is today. */
export type GivenDate = (today: LocalDate) => LocalDate;

/** Returns the local moment `YYYY-MM-DDTHH:MM` that an operator named, on a day that is today. */
export type GivenMoment = (today: LocalDate) => string;

/** What help says of a date. */
export const dateForms = 'YYYY-MM-DD, today, tomorrow, friday, +3';

const named: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** Parses a calendar date that exists, or words for one. A weekday is the next one, which may be today. */
export function parseDate(text: string): GivenDate {
  const found = dateIn(text);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(
    'Expected a calendar date as YYYY-MM-DD, or today, tomorrow, yesterday, a weekday, "last friday" or days such as +3.',
  );
}

function dateIn(text: string): GivenDate | undefined {
  if (isLocalDate(text)) return () => text;
  const word = text.trim().toLowerCase();
  const days = Object.hasOwn(named, word) ? named[word] : undefined;
  if (days !== undefined) return (today) => addDays(today, days);
  const [, count] = /^([+-]\d{1,3})$/.exec(word) ?? [];
  if (count !== undefined) return (today) => addDays(today, Number(count));
  const [, which, day = ''] = /^(?:(last|next) +)?([a-z]+)$/.exec(word) ?? [];
  const weekday = weekdayNamed(day);
  if (weekday === undefined) return undefined;
  if (which === 'last') return (today) => weekdayFrom(addDays(today, -7), weekday);
  return (today) => weekdayFrom(which === 'next' ? addDays(today, 1) : today, weekday);
}

/** Returns the weekday that a word names whole or by its first three letters or more. */
function weekdayNamed(word: string): Weekday | undefined {
  return word.length < 3 ? undefined : weekdays.find((weekday) => weekday.startsWith(word));
}

/** Returns a parser of local moments, such as `2026-06-10T08:00` or `tomorrow 8:00`. An `end` may be at 24:00. */
export function momentParser(end: boolean) {
  return (text: string): GivenMoment => {
    const [, day = '', hour = '', minute = ''] = /^(.+?)(?:T| +)(\d{1,2}):(\d{2})$/.exec(text) ?? [];
    const time = `${hour.padStart(2, '0')}:${minute}`;
    const date = dateIn(day);
    if (date !== undefined && isMoment(`2026-01-01T${time}`, end)) return (today) => `${date(today)}T${time}`;
    const most = end ? ', up to 24:00' : '';
    throw new InvalidArgumentError(
      `Expected a local time as YYYY-MM-DDTHH:MM, or such as "tomorrow 08:00"${most}.`,
    );
  };
}

/** Returns today's date in a time zone. */
export function todayIn(timezone: string, { now }: Pick<CliContext, 'now'>): LocalDate {
  return momentOf({ timezone }, now().getTime()).today;
}

/** Returns the instant at which a date begins in a time zone, as ISO 8601 in UTC. */
export function startOf(date: LocalDate, timezone: string): string {
  return isoMinute(boundaryOf(timezone, date, 0));
}
