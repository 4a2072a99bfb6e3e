import type { Account } from '../../accounts/account.ts';
import { type LocalDate, weekdays } from '../../scheduling/calendar.ts';
import { isOpenAt, openingHours } from '../../scheduling/hours.ts';
import { addDays, MINUTE_MS, MINUTES_PER_DAY, momentOf, wallClockOf } from '../../scheduling/time.ts';
import { formatClockTime, wallMinute } from '../../scheduling/time-of-day.ts';
import type { Days } from '../../understanding/day.ts';
import { understandDays } from '../../understanding/days.ts';
import { capitalize } from '../../wording/speech.ts';
import { invalidDay, todayOf } from '../arguments/requested-days.ts';
import { parts } from '../message.ts';
import type { GetBusinessHoursResult } from '../results.ts';
import { dayFacts, localNow, weekdayName } from '../told.ts';
import type { CallContext } from '../voice-function.ts';

/** Says when the company is open: in the week, or on one date with its exceptions. */
export async function companyHours(
  said: string | undefined,
  context: CallContext,
): Promise<GetBusinessHoursResult> {
  const { hours } = context.words;
  const { account, now } = context;
  const { today } = momentOf(account, now);
  const openNow = isOpenAt(account, now);
  const facts = {
    timezone: account.timezone,
    openNow,
    today: { ...localNow(context), ...describe(account, today) },
  };
  const days = said === undefined ? undefined : await understandDays(said, todayOf(context));
  if (days?.kind === 'unclear')
    return {
      ...facts,
      hours: [],
      ...invalidDay('date', said ?? '', context),
    };
  if (days?.kind !== 'date') {
    return {
      ...facts,
      hours: weekOf(account),
      message: isShort(days)
        ? parts(...daysIn(days).map((date) => spokenHours(context, date, today)))
        : parts(
            ...(openNow ? [spokenHours(context, today, today), hours.openNow] : spokenClosed(context, today)),
          ),
    };
  }
  const { date, certain } = days;
  return {
    ...facts,
    hours: describe(account, date).hours,
    ...dayFacts(date, { from: date, to: date, certain }, context),
    today: facts.today,
    message: parts(spokenHours(context, date, today)),
  };
}

type ShortRange = Extract<Days, { readonly kind: 'range' }> & { readonly to: LocalDate };

/** The hours of each day are said for at most two days, such as a weekend. */
const isShort = (days: Days | undefined): days is ShortRange =>
  days?.kind === 'range' && days.to !== undefined && days.to <= addDays(days.from, 1);

const daysIn = ({ from, to }: ShortRange): readonly LocalDate[] => (from === to ? [from] : [from, to]);

const DAYS_AHEAD = 14;

/** Says when the company opens again. The hours of a day that is over are not said. */
function spokenClosed(context: CallContext, today: LocalDate): readonly string[] {
  const { account, now, words } = context;
  const { hours, speakDay, speakClockTime } = words;
  const { minute } = wallClockOf(account.timezone, Math.floor(now / MINUTE_MS));
  const shifts = openingHours(account, today);
  const ofToday = spokenHours(context, today, today);
  if (shifts.some(({ from }) => from > minute)) return [ofToday, hours.closedNow];
  for (let ahead = 1; ahead <= DAYS_AHEAD; ahead++) {
    const date = addDays(today, ahead);
    const [first] = openingHours(account, date);
    if (first === undefined) continue;
    const opens = hours.opensAgain(speakDay(date, today), speakClockTime(first.from));
    return [shifts.length === 0 ? ofToday : hours.closedNow, opens];
  }
  return [ofToday, hours.closedNow];
}

function weekOf(account: Account) {
  return weekdays.flatMap((weekday) =>
    (account.hours[weekday] ?? []).map(([open, close]) => ({
      day: capitalize(weekday),
      open: formatClockTime(wallMinute(open)),
      close: formatClockTime(wallMinute(close) % MINUTES_PER_DAY),
    })),
  );
}

function describe(account: Account, date: LocalDate) {
  const day = weekdayName(date);
  const hours = openingHours(account, date).map(({ from, to }) => ({
    day,
    open: formatClockTime(from),
    close: formatClockTime(to % MINUTES_PER_DAY),
  }));
  return { date, hours };
}

function spokenHours({ account, words }: CallContext, date: LocalDate, today: LocalDate): string {
  const { speakDay, hours } = words;
  const shifts = openingHours(account, date);
  const day = speakDay(date, today);
  if (shifts.length === 0) return hours.closedOn(day);
  const times = shifts.map(({ from, to }) => hours.fromTo(from, to));
  return hours.openOn(day, times);
}
