import { all } from '../../speech.ts';

/** Where the company comes, and what a visit costs. */
export const areas = {
  otherDays: (zip: string | undefined, weekdays: readonly string[]) =>
    `We only come to ${zip ?? 'that area'} on ${all(weekdays.map((weekday) => `${weekday}s`))}.`,
};
