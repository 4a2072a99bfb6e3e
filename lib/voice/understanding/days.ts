import { formatClock24 } from '../../scheduling/clock-time.ts';
import { isLocalDate } from '../../scheduling/local-date.ts';
import { wallClockOf } from '../../scheduling/zone.ts';
import { calendarDate } from './calendar-date.ts';
import { type Days, type Today, unclear } from './day-context.ts';
import { rangeOf } from './day-ranges.ts';
import { relativeDay } from './relative-day.ts';
import { splitTime } from './time-words.ts';
import { ordinalOf, wordsOf } from './words.ts';

const MINUTE_MS = 60_000;

/**
 * Reads the words that a caller or a model uses for a day or a range of days, in the account's zone. A date without a
 * year is the next such date; a date with one is never moved. Loads the library that reads written dates only for those
 * that are not ISO.
 */
export async function understandDays(text: string, today: Today): Promise<Days> {
  const iso = isoDay(text.trim(), today);
  if (iso !== undefined) return iso;
  const { days, time } = splitTime(wordsOf(text));
  const found = await dayOrRange(days, today);
  return found.kind === 'unclear' || time === undefined ? found : { ...found, time };
}

async function dayOrRange(words: readonly string[], today: Today): Promise<Days> {
  const range = await rangeOf(words, today, (part) => oneDay(part, today));
  if (range !== undefined) return range;
  return (await oneDay(words, today)) ?? unclear;
}

/** One day in words; undefined where the words name none. */
async function oneDay(words: readonly string[], today: Today): Promise<Days | undefined> {
  if (words.length === 0) return undefined;
  const relative = relativeDay(words, today);
  if (relative !== undefined) return relative;
  // Without a number no date of the calendar is named, and the library stays unloaded.
  const isNumbered = words.some(
    (word, index) => /\d/.test(word) || ordinalOf(words.slice(index, index + 1)) !== undefined,
  );
  return isNumbered ? await calendarDate(words, today) : undefined;
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

function isoDay(text: string, { timezone }: Today): Days | undefined {
  const [, date, time, offset] = ISO.exec(text) ?? [];
  if (date === undefined) return undefined;
  if (!isLocalDate(date)) return unclear;
  if (time === undefined) return { kind: 'date', date, certain: true };
  // Midnight is how programs write a date without a time, in UTC where they say so.
  if (time === '00:00') return { kind: 'date', date, certain: true };
  if (offset === undefined) return { kind: 'date', date, certain: true, time };
  const instant = Date.parse(text.replace(' ', 'T'));
  if (Number.isNaN(instant)) return unclear;
  const local = wallClockOf(timezone, Math.floor(instant / MINUTE_MS));
  return { kind: 'date', date: local.date, certain: true, time: formatClock24(local.minute) };
}
