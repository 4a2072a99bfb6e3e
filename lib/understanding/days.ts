import { daysInWords } from '#spoken-words';
import { formatClock24 } from '../scheduling/clock-time.ts';
import { isLocalDate } from '../scheduling/local-date.ts';
import { MINUTE_MS } from '../scheduling/time-units.ts';
import { wallClockOf } from '../scheduling/zone.ts';
import { type Days, type Today, unclear } from './day-context.ts';

/**
 * Reads the words that a caller or a model uses for a day or a range of days, in the account's zone. A date without a
 * year is the next such date; a date with one is never moved.
 */
export async function understandDays(text: string, today: Today): Promise<Days> {
  return isoDay(text.trim(), today) ?? (await daysInWords(text, today));
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

function isoDay(text: string, { timezone }: Today): Days | undefined {
  const [, date, time, offset] = ISO.exec(text) ?? [];
  if (date === undefined) return undefined;
  if (!isLocalDate(date)) return unclear;
  if (time === undefined) return { kind: 'date', date, certain: true };
  // Programs write a date without a time as midnight, in UTC if they say so.
  if (time === '00:00') return { kind: 'date', date, certain: true };
  if (offset === undefined) return { kind: 'date', date, certain: true, time };
  const instant = Date.parse(text.replace(' ', 'T'));
  if (Number.isNaN(instant)) return unclear;
  const local = wallClockOf(timezone, Math.floor(instant / MINUTE_MS));
  return { kind: 'date', date: local.date, certain: true, time: formatClock24(local.minute) };
}
