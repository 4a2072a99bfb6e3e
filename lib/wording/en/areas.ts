import { all } from '../speech.ts';

/** Service areas. */
export const areas = {
  outside: (zip: string) => `We don't come to ${zip}, so I can't book a visit there.`,
  notThere: (service: string, zip: string) => `We don't do ${service} in ${zip}.`,
  /** `more`: there are more than those named. */
  elsewhere: (names: readonly string[], more: boolean) =>
    `We do it in ${all([...names, ...(more ? ['other areas'] : [])])}.`,
  otherDays: (zip: string | undefined, weekdays: readonly string[]) =>
    `We only come to ${zip ?? 'that area'} on ${all(weekdays.map((weekday) => `${weekday}s`))}.`,
};

/** Visit fees. */
export const fees = {
  fee: (says: string) => `There's ${says}.`,
  noFee: 'no fee',
};
