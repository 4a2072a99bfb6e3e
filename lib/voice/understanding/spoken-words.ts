import { calendarDate } from './calendar-date.ts';
import { type Days, type Today, unclear } from './day-context.ts';
import { rangeOf } from './day-ranges.ts';
import { relativeDay } from './relative-day.ts';
import { limitsTime, splitTime } from './time-words.ts';
import { type SaidTime, understandTime } from './times.ts';
import { ordinalOf, wordsOf } from './words.ts';

// Everything that reads days and times in words. The code imports it as `#spoken-words`: a deployed function loads it from a
// file beside its bundle with the first words, because dates and times in digits need none of it.

export { weekdaysNamed } from './weekday.ts';

/** Parses a time; of a text with words for a day, only the words for the time count. */
export function timeInWords(text: string): SaidTime {
  const whole = understandTime(text);
  if (whole.kind !== 'unclear') return whole;
  const { days, time } = splitTime(wordsOf(text));
  // A part of the words may mean the opposite.
  return time === undefined || limitsTime(days) ? whole : understandTime(time);
}

/** Reads words for a day or a range of days. Loads what reads written dates only with a date that has a number. */
export async function daysInWords(text: string, today: Today): Promise<Days> {
  const { days, time } = splitTime(wordsOf(text));
  const found = await dayOrRange(days, today);
  return found.kind === 'unclear' || time === undefined ? found : { ...found, time };
}

async function dayOrRange(words: readonly string[], today: Today): Promise<Days> {
  const range = await rangeOf(words, today, (part) => oneDay(part, today));
  if (range !== undefined) return range;
  return (await oneDay(words, today)) ?? unclear;
}

/** One day in words; undefined if the words don't name one. */
async function oneDay(words: readonly string[], today: Today): Promise<Days | undefined> {
  if (words.length === 0) return undefined;
  const relative = relativeDay(words, today);
  if (relative !== undefined) return relative;
  // Without a number the words contain no calendar date, and the library is not loaded.
  const isNumbered = words.some(
    (word, index) => /\d/.test(word) || ordinalOf(words.slice(index, index + 1)) !== undefined,
  );
  return isNumbered ? await calendarDate(words, today) : undefined;
}
