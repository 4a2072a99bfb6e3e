import { type Days, type Today, unclear } from '../day.ts';
import { comparedMinutes } from './clock-words.ts';
import { rangeOf } from './day-ranges.ts';
import { daysBeside, oneDay } from './one-day.ts';
import { wordsOf } from './plain-words.ts';
import { cutsDays, leavesTime, splitTime } from './time-words.ts';
import { type SaidTime, understandTime } from './times.ts';

/** Parses a time. If a text also has words for a day, only the words for the time count. */
export function timeInWords(text: string): SaidTime {
  const minutes = comparedMinutes(text);
  if (minutes !== undefined) return { kind: 'compared', minutes };
  const whole = understandTime(text);
  if (whole.kind !== 'unclear') return whole;
  const { days, time } = splitTime(wordsOf(text));
  // Words beside the time that are not understood may turn it into the opposite.
  return time === undefined || !leavesTime(days) ? whole : understandTime(time);
}

/** Returns the days between a requested day and another visit; undefined if the words don't compare the two. */
export const comparedDays = (text: string): number | undefined => daysBeside(wordsOf(text));

/**
 * Reads words for a day or a range of days. The parser of written dates is loaded only for a date that has a number.
 */
export async function daysInWords(text: string, today: Today): Promise<Days> {
  const split = splitTime(wordsOf(text));
  const found = await dayOrRange(split.days, today);
  const { time } = split;
  if (found.kind === 'unclear' || time === undefined) return found;
  return found.kind === 'range' && cutsDays(split) ? unclear : { ...found, time };
}

async function dayOrRange(said: readonly string[], today: Today): Promise<Days> {
  // `anytime Thursday` and `Tuesday-ish` mean that day.
  const words = said.filter(
    (word, index) => word !== 'ish' && (index > 0 || said.length === 1 || word !== 'anytime'),
  );
  return (await rangeOf(words, today)) ?? (await oneDay(words, today)) ?? unclear;
}
