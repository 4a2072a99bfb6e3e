import type { LocalDate } from '../../scheduling/calendar.ts';
import { type DayRefusal, freeSlots } from '../../scheduling/engine.ts';
import type { SearchQuestion } from '../search-days.ts';

/** A date without free starts. */
export interface RefusedDay {
  readonly date: LocalDate;
  readonly reason: DayRefusal;
}

/** Why none of several dates is free. */
export interface Refusal {
  readonly reason: DayRefusal;
  /** The dates that the reason is about, in order: those that can be booked, or all if none can. */
  readonly dates: readonly LocalDate[];
}

/** Reasons in order; the ones that a caller can't change come last. */
const byWeight: readonly DayRefusal[] = [
  ...(['fully_booked', 'too_soon', 'duration_exceeds_hours', 'no_technician'] as const),
  ...(['not_in_area', 'holiday', 'closed', 'too_far', 'past'] as const),
];

/** The refusal of all dates, with the reason of the one that came closest to being free. */
export function refusalOf(refused: readonly RefusedDay[]): Refusal {
  const bookable = bookableOf(refused);
  const told = bookable.length > 0 ? bookable : refused;
  const reason = byWeight.find((one) => told.some((day) => day.reason === one)) ?? 'closed';
  return { reason, dates: told.map(({ date }) => date) };
}

/** The days that are neither past nor too far ahead. */
export const bookableOf = (refused: readonly RefusedDay[]): readonly RefusedDay[] =>
  refused.filter(({ reason }) => reason !== 'past' && reason !== 'too_far');

/** The refusal of many dates, none of which is free. A date that only bookings can have filled is fully booked. */
export function refusalAmong(question: SearchQuestion, dates: readonly LocalDate[]): Refusal {
  const refused: RefusedDay[] = [];
  for (const date of dates) {
    const reason = freeSlots({ ...question, occupancy: new Map() }, date);
    if (typeof reason !== 'string') return { reason: 'fully_booked', dates };
    refused.push({ date, reason });
  }
  return refusalOf(refused);
}
