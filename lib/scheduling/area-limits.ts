import type { LocalDate, Technician, Weekday } from './calendar.ts';
import { weekdayOf } from './local-date.ts';

/** A missing list allows all. */
export interface AreaLimit {
  readonly technicianIds?: readonly string[] | undefined;
  readonly weekdays?: readonly Weekday[] | undefined;
}

/** A place has the limits of its areas; meeting any one of them is enough. Absent if nothing limits a job. */
export type AreaLimits = readonly AreaLimit[] | undefined;

/** True if a technician may ever come. */
export const everAllows = (limits: AreaLimits, { id }: Technician): boolean =>
  limits === undefined ||
  limits.some(({ technicianIds }) => technicianIds === undefined || technicianIds.includes(id));

/** Returns who may come on a date; undefined if nobody may. */
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
