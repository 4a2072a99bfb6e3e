import type { LocalDate, Weekday } from '../../scheduling/calendar.ts';
import { addDays } from '../../scheduling/time.ts';
import { phraseList } from '../../word-lists.ts';
import type { Today } from '../day.ts';
import { weekdayFrom } from './weekday.ts';

type Rule = (year: number) => LocalDate;

const two = (number: number): string => String(number).padStart(2, '0');

const on =
  (month: number, day: number): Rule =>
  (year) =>
    `${year}-${two(month)}-${two(day)}`;

/** Returns the first such weekday on or after a day of a month: from the 8th on, the second one of the month. */
const from =
  (month: number, day: number, weekday: Weekday): Rule =>
  (year) =>
    weekdayFrom(on(month, day)(year), weekday);

const thanksgiving = from(11, 22, 'thursday');

/** A holiday without regions counts in all of them. Names have no apostrophes. */
const holidays: readonly (readonly [names: string, rule: Rule, regions?: readonly string[]])[] = [
  ['new years day, new years, new year', on(1, 1)],
  ['martin luther king day, martin luther king jr day, mlk day', from(1, 15, 'monday'), ['US']],
  ['valentines day, valentines', on(2, 14)],
  ['presidents day, washingtons birthday', from(2, 15, 'monday'), ['US']],
  ['st patricks day, saint patricks day', on(3, 17)],
  ['mothers day', from(5, 8, 'sunday'), ['US', 'CA']],
  ['victoria day', from(5, 18, 'monday'), ['CA']],
  ['memorial day', from(5, 25, 'monday'), ['US']],
  ['juneteenth', on(6, 19), ['US']],
  ['fathers day', from(6, 15, 'sunday'), ['US', 'CA']],
  ['canada day', on(7, 1), ['CA']],
  ['independence day, july fourth, fourth of july', on(7, 4), ['US']],
  ['labor day, labour day', from(9, 1, 'monday'), ['US', 'CA']],
  ['columbus day, indigenous peoples day', from(10, 8, 'monday'), ['US']],
  ['thanksgiving, thanksgiving day', from(10, 8, 'monday'), ['CA']],
  ['halloween', on(10, 31)],
  ['veterans day', on(11, 11), ['US']],
  ['remembrance day', on(11, 11), ['CA']],
  ['thanksgiving, thanksgiving day', thanksgiving, ['US']],
  ['black friday', (year) => addDays(thanksgiving(year), 1), ['US', 'CA']],
  ['christmas eve, xmas eve', on(12, 24)],
  ['christmas, christmas day, xmas', on(12, 25)],
  ['boxing day', on(12, 26)],
  ['new years eve', on(12, 31)],
];

const named: readonly (readonly [names: readonly string[], rule: Rule, regions?: readonly string[]])[] =
  holidays.map(([names, ...rule]) => [phraseList(names), ...rule]);

/** Returns the next date of a holiday that words name, today included: `Thanksgiving`, `New Year's Eve`. */
export function holidayNamed(words: readonly string[], { date, region }: Today): LocalDate | undefined {
  const said = words
    .filter((word) => word !== 'the' && word !== 'this')
    .join(' ')
    .replaceAll("'", '');
  const [, rule] =
    named.find(([names, , regions]) => names.includes(said) && regions?.includes(region) !== false) ?? [];
  const year = Number(date.slice(0, 4));
  return rule && [year, year + 1].map(rule).find((day) => day >= date);
}
