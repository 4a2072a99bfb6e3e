import type { LocalDate } from '../../scheduling/calendar.ts';
import { phraseList } from '../../word-lists.ts';
import type { Today } from '../day.ts';
import { allHolidays, type Holiday, isHolidayIn } from '../holidays.ts';

const named: readonly (readonly [names: readonly string[], holiday: Holiday])[] = allHolidays().map(
  (holiday) => [
    [holiday.name.toLowerCase().replace(/['.]/g, ''), ...phraseList(holiday.alsoCalled ?? '')],
    holiday,
  ],
);

/** Returns the next date of a holiday that words name, today included: `Thanksgiving`, `New Year's Eve`. */
export function holidayNamed(words: readonly string[], { date, region }: Today): LocalDate | undefined {
  const said = words
    .filter((word) => word !== 'the' && word !== 'this')
    .join(' ')
    .replaceAll("'", '');
  const [, holiday] = named.find(([names, one]) => names.includes(said) && isHolidayIn(one, region)) ?? [];
  const year = Number(date.slice(0, 4));
  return holiday && [year, year + 1].map(holiday.on).find((day) => day >= date);
}
