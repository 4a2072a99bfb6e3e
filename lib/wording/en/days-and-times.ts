import type { LocalDate, Weekday } from '../../scheduling/calendar.ts';
import { daysBetween, weekdayOf } from '../../scheduling/time.ts';
import { EVENING, formatClockTime, NOON } from '../../scheduling/time-of-day.ts';
import { numberWords } from '../../word-lists.ts';
import { capitalize } from '../speech.ts';
import { all, either } from './lists.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Speaks a date: `Wednesday, June 10`, with the year if it isn't today's. */
export function speakDate(date: LocalDate, today: LocalDate): string {
  const month = months[Number(date.slice(5, 7)) - 1] ?? '';
  const spoken = `${capitalize(weekdayOf(date))}, ${month} ${Number(date.slice(8, 10))}`;
  return date.slice(0, 4) === today.slice(0, 4) ? spoken : `${spoken}, ${date.slice(0, 4)}`;
}

/**
 * Speaks a day as seen from today: `tomorrow, Tuesday, November 24`, `this Friday, November 27`, `Thanksgiving, Thursday,
 * November 26`.
 */
export function speakDay(date: LocalDate, today: LocalDate, holiday?: string): string {
  const ahead = daysBetween(today, date);
  const isSaid = holiday !== undefined && !holiday.toLowerCase().includes(weekdayOf(date));
  const spoken = isSaid ? `${holiday}, ${speakDate(date, today)}` : speakDate(date, today);
  if (ahead === 0) return `today, ${spoken}`;
  if (ahead === 1) return `tomorrow, ${spoken}`;
  return ahead > 1 && ahead < 7 && !isSaid ? `this ${spoken}` : spoken;
}

const RELATIVE = /^(?:today|tomorrow|this)\b/;

/** Speaks a day within a sentence: `on Monday, December 7`, `tomorrow, Tuesday, November 24`. */
export const on = (day: string): string => (RELATIVE.test(day) ? day : `on ${day}`);

/** Begins a sentence with a day. A relative one has a comma after it, too. */
export const begin = (day: string): string => (RELATIVE.test(day) ? `${capitalize(day)},` : `On ${day}`);

export const speakDateWithYear = (date: LocalDate): string => speakDate(date, '');

/** A time as people say it: `9 AM`, `9:30 AM`, `noon`. */
export function speakClockTime(minute: number): string {
  return minute === NOON ? 'noon' : formatClockTime(minute).replace(':00', '');
}

/** These words name the requested starts after "Nothing is free". */
export const times = {
  firstThing: 'first thing in the morning',
  endOfDay: 'at the end of the day',
  at: (minutes: readonly number[]) => `at ${either(minutes.map(speakClockTime))}`,
  part: (part: string) => `in the ${part}`,
  around: (minute: number) => `around ${speakClockTime(minute)}`,
  after: (minute: number) => `from ${speakClockTime(minute)} onward`,
  before: (minute: number) => `before ${speakClockTime(minute)}`,
  /** Speaks a window in a list: `8 to 10 AM`. */
  window: (from: number, to: number) => `${withoutHalf(from, to)} to ${speakEnd(to)}`,
  /** Speaks a single window: `between 8 and 10 AM`. */
  inWindow: (from: number, to: number) => `between ${withoutHalf(from, to)} and ${speakEnd(to)}`,
  /** Joins times: `at 9 AM or noon`, `from 8 to 10 AM or 1 to 3 PM`. */
  when: (spoken: readonly string[]) => `${spoken[0]?.includes(' to ') ? 'from' : 'at'} ${either(spoken)}`,
  oneOf: (spans: readonly string[]) => either(spans),
  between: (from: number, to: number) => `between ${speakClockTime(from)} and ${speakClockTime(to)}`,
};

export const speakEnd = (minute: number): string =>
  minute === 2 * NOON ? 'midnight' : speakClockTime(minute);

/** Omits AM or PM of a start in the same half of the day as the end: `8` of `8 to 10 AM`. */
function withoutHalf(from: number, to: number): string {
  const spoken = speakClockTime(from);
  const isSameHalf = from < NOON === to < NOON && to !== 2 * NOON;
  return isSameHalf ? spoken.replace(/ [AP]M$/, '') : spoken;
}

/** Speaks weekdays: `on Saturdays and Sundays`. */
export const onWeekdays = (weekdays: readonly Weekday[]): string =>
  `on ${all(weekdays.map((weekday) => `${capitalize(weekday)}s`))}`;

export const questions = {
  invalidDate: "I'm sorry, which day was that?",
  invalidTime: "I'm sorry, what time was that?",
  reversedDays: "I'm sorry, what's the first day that works for you, and what's the last?",
  whichDay: (days: readonly string[]) => `Do you mean ${either(days)}?`,
  whichHalf: (minute: number) => whichHalf(minute),
};

/** `minute` is the time in the first half of the day. */
function whichHalf(minute: number): string {
  if (minute === 0) return 'Noon or midnight?';
  const hour = numberWords[Math.floor(minute / 60) || 12] ?? '';
  const time =
    minute % 60 === 0 ? hour : `${Math.floor(minute / 60) || 12}:${String(minute % 60).padStart(2, '0')}`;
  const [morning, later] = [
    minute < 60 ? 'at night' : 'in the morning',
    minute + NOON < EVENING ? 'in the afternoon' : 'in the evening',
  ];
  return `${capitalize(time)} ${morning} or ${time} ${later}?`;
}
