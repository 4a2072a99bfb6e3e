import { type Days, isoDay, type Today } from './day.ts';
import { words } from './words/index.ts';

/**
 * Reads the words that a caller or a model uses for a day or a range of days, in the account's zone. A date without a
 * year is the next such date. A date with a year is never moved.
 */
export async function understandDays(text: string, today: Today): Promise<Days> {
  return isoDay(text.trim(), today) ?? (await words().daysInWords(text, today));
}
