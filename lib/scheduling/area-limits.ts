import type { LocalDate, Technician, Weekday } from './calendar.ts';
import { weekdayOf } from './local-date.ts';

/** What an area allows; a list that is absent allows all. */
export interface AreaLimit {
  readonly technicianIds?: readonly string[] | undefined;
  readonly weekdays?: readonly Weekday[] | undefined;
}

/** Limits of the areas that a place lies in: any one of them is enough. Absent where nothing limits a job. */
export type AreaLimits = readonly AreaLimit[] | undefined;

/** Who may come on a date, or undefined where nobody may. */
export function allowedOn(
  limits: AreaLimits,
  date: LocalDate,
): ((technician: Technician) => boolean) | undefined {
  if (limits === undefined) return () => true;
  const weekday = weekdayOf(date);
  const today = limits.filter(({ weekdays }) => weekdays === undefined || weekdays.includes(weekday));
  if (today.length === 0) return undefined;
  return ({ id }) =>
    today.some(({ technicianIds }) => technicianIds === undefined || technicianIds.includes(id));
}
