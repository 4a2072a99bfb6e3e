import * as v from 'valibot';
import type { Account } from '../../accounts/account.ts';
import { type LocalDate, weekdays } from '../../scheduling/calendar.ts';
import { formatClockTime, speakClockTime, wallMinute } from '../../scheduling/clock-time.ts';
import { momentOf } from '../../scheduling/day.ts';
import { isLocalDate, weekdayOf } from '../../scheduling/local-date.ts';
import { openingHours } from '../../scheduling/work-time.ts';
import { text } from '../arguments.ts';
import { all, capitalise, say, speakDate } from '../speech.ts';
import type { VoiceFunction } from '../voice-function.ts';
import { isOpenAt } from './hand-over.ts';

const DAY = 1440;

export const businessHoursArguments = v.object({
  date: text('A calendar date as YYYY-MM-DD, if the caller asks about one day. Leave it out for the week.'),
});

/** When the company is open: the week, or one date with its exceptions. */
export const businessHours: VoiceFunction<typeof businessHoursArguments> = (
  { date: asked },
  { account, now },
) => {
  const { today } = momentOf(account, now);
  const openNow = isOpenAt(account, now);
  const facts = { timezone: account.timezone, openNow, today: describe(account, today) };
  if (asked !== undefined && !isLocalDate(asked)) {
    const message = say('I need the date as a calendar date. Please ask the caller which day they mean.');
    return { ...facts, hours: [], reason: 'invalid_date', message };
  }
  const date = asked ?? today;
  const hours = asked === undefined ? weekOf(account) : describe(account, asked).hours;
  return {
    ...facts,
    hours,
    message: say(spokenHours(account, date, today), asked === undefined ? spokenNow(openNow) : ''),
  };
};

const spokenNow = (openNow: boolean): string => (openNow ? 'We are open now.' : 'We are closed now.');

function weekOf(account: Account) {
  return weekdays.flatMap((weekday) =>
    (account.hours[weekday] ?? []).map(([open, close]) => ({
      day: capitalise(weekday),
      open: formatClockTime(wallMinute(open)),
      close: formatClockTime(wallMinute(close) % DAY),
    })),
  );
}

function describe(account: Account, date: LocalDate) {
  const day = capitalise(weekdayOf(date));
  const hours = openingHours(account, date).map(({ from, to }) => ({
    day,
    open: formatClockTime(from),
    close: formatClockTime(to % DAY),
  }));
  return { date, day, hours };
}

function spokenHours(account: Account, date: LocalDate, today: LocalDate): string {
  const shifts = openingHours(account, date);
  const day = date === today ? `Today, ${speakDate(date, today)},` : `On ${speakDate(date, today)}`;
  if (shifts.length === 0) return `${day} we are closed.`;
  const times = shifts.map(({ from, to }) => `from ${speakClockTime(from)} to ${speakClose(to)}`);
  return `${day} we are open ${all(times)}.`;
}

const speakClose = (to: number): string => (to === DAY ? 'midnight' : speakClockTime(to % DAY));
