import { formatClockTime, wallMinute } from '../../lib/scheduling/clock-time.ts';
import { weekdayName } from '../../lib/voice/told.ts';

/** The day on which all examples are sent. */
export const today = { date: '2026-06-01', weekday: 'Monday', time: '08:00' };

/** A start, such as `09:30`, with the only technician of the examples. */
export const slot = (start: string) => ({
  time: formatClockTime(wallMinute(start)),
  start,
  technician: 'Ana',
});

export const slots = (...starts: readonly string[]) => starts.map(slot);

export const offers = (date: string, ...starts: readonly string[]) =>
  starts.map((start) => ({ date, weekday: weekdayName(date), ...slot(start) }));

/** The facts in an answer about its day, or about the first of several. */
export const dayFacts = (date: string, to = date) => ({
  date,
  weekday: weekdayName(date),
  understood: { from: date, to, certain: true },
  today,
});

/** One day in the list of days. */
export const listedDay = (date: string, ...starts: readonly string[]) => ({
  date,
  weekday: weekdayName(date),
  slots: slots(...starts),
});
