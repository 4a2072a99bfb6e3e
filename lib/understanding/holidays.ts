import type { LocalDate, Weekday } from '../scheduling/calendar.ts';
import { addDays, weekdayFrom } from '../scheduling/time.ts';

/** Returns the date of a holiday in a year. */
type Rule = (year: number) => LocalDate;

export interface Holiday {
  readonly name: string;
  /** Callers also use these names, lower case and without apostrophes. */
  readonly alsoCalled?: string;
  readonly on: Rule;
  /** A holiday without regions counts in all of them. */
  readonly regions?: readonly string[];
}

const digits = (number: number, count: number): string => String(number).padStart(count, '0');

const on =
  (month: number, day: number): Rule =>
  (year) =>
    `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;

/** Returns the first such weekday on or after a day of a month: from the 8th on, the second one of the month. */
const from =
  (month: number, day: number, weekday: Weekday): Rule =>
  (year) =>
    weekdayFrom(on(month, day)(year), weekday);

const thanksgiving = from(11, 22, 'thursday');
const [us, canada, both] = [['US'], ['CA'], ['US', 'CA']] as const;

const holidays: readonly Holiday[] = [
  { name: "New Year's Day", alsoCalled: 'new years, new year', on: on(1, 1) },
  {
    name: 'Martin Luther King Day',
    alsoCalled: 'martin luther king jr day, mlk day',
    ...{ on: from(1, 15, 'monday'), regions: us },
  },
  { name: "Valentine's Day", alsoCalled: 'valentines', on: on(2, 14) },
  {
    name: "Presidents' Day",
    alsoCalled: 'washingtons birthday',
    on: from(2, 15, 'monday'),
    regions: us,
  },
  { name: "St. Patrick's Day", alsoCalled: 'st patricks day, saint patricks day', on: on(3, 17) },
  { name: "Mother's Day", on: from(5, 8, 'sunday'), regions: both },
  { name: 'Victoria Day', on: from(5, 18, 'monday'), regions: canada },
  { name: 'Memorial Day', on: from(5, 25, 'monday'), regions: us },
  { name: 'Juneteenth', on: on(6, 19), regions: us },
  { name: "Father's Day", on: from(6, 15, 'sunday'), regions: both },
  { name: 'Canada Day', on: on(7, 1), regions: canada },
  {
    name: 'Independence Day',
    alsoCalled: 'july fourth, fourth of july',
    on: on(7, 4),
    regions: us,
  },
  { name: 'Labor Day', alsoCalled: 'labour day', on: from(9, 1, 'monday'), regions: both },
  { name: 'Columbus Day', alsoCalled: 'indigenous peoples day', on: from(10, 8, 'monday'), regions: us },
  { name: 'Thanksgiving', alsoCalled: 'thanksgiving day', on: from(10, 8, 'monday'), regions: canada },
  { name: 'Halloween', on: on(10, 31) },
  { name: 'Veterans Day', on: on(11, 11), regions: us },
  { name: 'Remembrance Day', on: on(11, 11), regions: canada },
  { name: 'Thanksgiving', alsoCalled: 'thanksgiving day', on: thanksgiving, regions: us },
  { name: 'Black Friday', on: (year) => addDays(thanksgiving(year), 1), regions: both },
  { name: 'Christmas Eve', alsoCalled: 'xmas eve', on: on(12, 24) },
  { name: 'Christmas', alsoCalled: 'christmas day, xmas', on: on(12, 25) },
  { name: 'Boxing Day', on: on(12, 26), regions: ['CA', 'GB', 'AU', 'NZ'] },
  { name: "New Year's Eve", on: on(12, 31) },
];

export const allHolidays = (): readonly Holiday[] => holidays;

export const isHolidayIn = ({ regions }: Holiday, region: string): boolean =>
  regions?.includes(region) !== false;

/** Returns the name of the holiday on a date in a region. */
export const holidayOn = (date: LocalDate, region: string): string | undefined =>
  holidays.find((holiday) => isHolidayIn(holiday, region) && holiday.on(Number(date.slice(0, 4))) === date)
    ?.name;
