const NOON = 12 * 60;
const EVENING = 17 * 60;

export const partsOfDay = ['morning', 'afternoon', 'evening', 'anytime'] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** The part of a day that a word names; `any` is `anytime`. Undefined for other words. */
export function parsePartOfDay(text: string): PartOfDay | undefined {
  const word = text.trim().toLowerCase();
  return word === 'any' ? 'anytime' : partsOfDay.find((part) => part === word);
}

/** Whether a start (minutes from midnight) lies in a part of the day: morning before 12:00, evening from 17:00. */
export function isInPart(part: PartOfDay, minute: number): boolean {
  if (part === 'anytime') return true;
  if (part === 'morning') return minute < NOON;
  return part === 'afternoon' ? minute >= NOON && minute < EVENING : minute >= EVENING;
}
