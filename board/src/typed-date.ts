import { addDays } from './store/time.ts';

const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const monthsOfYear = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * Reads a date that somebody types, such as `tomorrow`, `fri`, `next friday`, `dec 4` or `12/4`. A date without a year is the
 * next one from half a year ago on.
 */
export function dateIn(text: string, today: string): string | undefined {
  const words = text.trim().toLowerCase();
  const near = { today: 0, tomorrow: 1, yesterday: -1 }[words];
  if (near !== undefined) return addDays(today, near);
  const [, next, weekday = ''] = /^(next )?([a-z]{3,9})$/.exec(words) ?? [];
  const at = weekdayNames.findIndex((name) => weekday !== '' && name.startsWith(weekday));
  if (at !== -1) {
    const ahead = (at - new Date(`${today}T12:00:00Z`).getUTCDay() + 7) % 7;
    return addDays(today, next === undefined ? ahead : ahead === 0 ? 7 : ahead);
  }
  const [, year = '', month = '', day = ''] =
    /^(\d{4})-(\d\d)-(\d\d)$/.exec(words) ?? /^()(\d{1,2})\/(\d{1,2})$/.exec(words) ?? [];
  const [, name = '', number = ''] = /^([a-z]{3})[a-z]* (\d{1,2})$/.exec(words) ?? [];
  const [asked, dayOfMonth] = name === '' ? [Number(month), day] : [monthsOfYear.indexOf(name) + 1, number];
  if (asked < 1 || asked > 12 || dayOfMonth === '') return undefined;
  const dateOf = (its: string) => `${its}-${String(asked).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  const date = dateOf(year || today.slice(0, 4));
  if (Number.isNaN(Date.parse(date)) || new Date(date).toISOString().slice(0, 10) !== date) return undefined;
  return year === '' && date < addDays(today, -182) ? dateOf(String(Number(today.slice(0, 4)) + 1)) : date;
}
