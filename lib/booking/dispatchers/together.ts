import { once } from '../../lazily.ts';
import type { EpochMinute, Technician } from '../../scheduling/calendar.ts';
import type { Question } from '../../scheduling/day.ts';
import { bookableStarts } from '../../scheduling/engine.ts';
import type { Occupancy } from '../../scheduling/occupancy.ts';
import { questionOf, type RequestedStart } from '../requested-start.ts';

/** Who comes to a visit. Only the technician in front needs the skills for the job. */
export interface People {
  readonly technician: Technician;
  readonly crew: readonly Technician[];
}

/** What claims the technicians' time besides a request, whose own claims don't count. */
export interface Claimed {
  readonly occupancy: Occupancy;
  readonly dispatchRequestId: string;
  readonly overHolds?: boolean | undefined;
}

/** Asks the engine whether one of several technicians is free, whatever their skills. */
export const questionFor = (
  technician: Technician,
  start: RequestedStart,
  { occupancy, dispatchRequestId, overHolds }: Claimed,
): Question => ({
  ...questionOf({ ...start, service: { ...start.service, skills: [] } }, occupancy, [dispatchRequestId]),
  ...{ among: [technician], overHolds },
});

/** Returns a function that says at which starts of a date somebody is free, whatever their skills. */
export const startsOfEach = (start: RequestedStart, claimed: Claimed) =>
  once((technician: Technician) => bookableStarts(questionFor(technician, start, claimed), start.date));

/** Returns the starts at which all these people are free, in order of time. */
export function togetherOn(
  { technician, crew }: People,
  startsOf: ReturnType<typeof startsOfEach>,
): readonly { readonly minute: number; readonly start: EpochMinute }[] {
  const others = crew.map((one) => new Set(startsOf(one).map((found) => found.start)));
  return startsOf(technician)
    .filter((found) => others.every((starts) => starts.has(found.start)))
    .map(({ minute, start }) => ({ minute, start }));
}
