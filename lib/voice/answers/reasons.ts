import type { Coverage } from '../../accounts/areas.ts';
import type { RequestedStartRefusal } from '../../booking/requested-start.ts';
import type { Searched } from '../../booking/search-days.ts';
import { type LocalDate, type Weekday, weekdays } from '../../scheduling/calendar.ts';
import type { DayRefusal } from '../../scheduling/engine.ts';
import type { Words } from '../../wording/index.ts';

export interface SpokenDay {
  readonly day: string;
  readonly service: string;
  readonly horizonDays: number;
  /** Set if the place is served only on some weekdays. */
  readonly area?: SpokenArea | undefined;
}

export interface SpokenArea {
  readonly zip: string;
  readonly weekdays: readonly Weekday[];
}

/** Returns the weekdays on which a place is covered; undefined if that is every day, or the place is unknown. */
export function spokenArea(coverage: Coverage | undefined): SpokenArea | undefined {
  if (coverage?.kind !== 'comes' || coverage.zip === undefined || coverage.limits === undefined)
    return undefined;
  const { zip, limits } = coverage;
  const served = weekdays.filter((weekday) =>
    limits.some((area) => area.weekdays?.includes(weekday) ?? true),
  );
  return served.length === weekdays.length ? undefined : { zip, weekdays: served };
}

/** Says why nothing is free on a date. */
export function speakDayRefusal(reason: DayRefusal, asked: SpokenDay, words: Words): string {
  const { nothingFree, areas } = words;
  const { day, service, horizonDays, area } = asked;
  switch (reason) {
    case 'past':
      return nothingFree.past(day);
    case 'too_far':
      return nothingFree.tooFar(day, horizonDays);
    case 'not_in_area':
      return areas.otherDays(area?.zip, area?.weekdays ?? []);
    case 'closed':
    case 'holiday':
      return nothingFree.closed(day);
    case 'no_technician':
      return nothingFree.noTechnician(service, day);
    case 'duration_exceeds_hours':
      return nothingFree.tooLong(service, day);
    case 'too_soon':
      return nothingFree.tooLate(day);
    case 'fully_booked':
      return nothingFree.fullyBooked(day, service);
  }
}

interface SpokenStart extends SpokenDay {
  readonly time: string;
  /** The requested technician, if known. */
  readonly technician?: string | undefined;
  /** The postal code of the place, if known. */
  readonly zip?: string | undefined;
  /** True if the start is only held for someone, not booked. */
  readonly isHeld?: boolean | undefined;
}

/** Says why a start can't be booked. */
export function speakStartRefusal(reason: RequestedStartRefusal, asked: SpokenStart, words: Words): string {
  const { starts, noTechnician } = words;
  const { day, time, service, technician } = asked;
  switch (reason) {
    case 'invalid_time':
      return starts.skipped(time, day);
    case 'slot_taken':
      if (asked.isHeld)
        return technician === undefined
          ? starts.held(time, day)
          : starts.heldTechnician(technician, time, day);
      return technician === undefined
        ? starts.taken(time, day)
        : starts.technicianTaken(technician, time, day);
    case 'not_skilled':
      return noTechnician.notSkilled(technician, service);
    case 'technician_not_in_area':
      return noTechnician.notInArea(technician, asked.zip);
    case 'closed':
      return starts.closed(time, day);
    case 'not_on_grid':
      return starts.notOnGrid(time);
    case 'duration_exceeds_hours':
      return starts.tooLong(service, time, day);
    case 'no_technician':
      return starts.noTechnician(service, time, day);
    case 'too_soon':
      return starts.tooSoon(time, day);
    case 'past':
      return starts.past(time, day);
    default:
      return speakDayRefusal(reason, asked, words);
  }
}

/** Follows a search that found nothing. Says that nothing is free only if everything was searched. */
export function speakNothingFound(searched: Searched, today: LocalDate, words: Words): string {
  const { nothingFree, speakDay } = words;
  if (searched.kind === 'complete') return nothingFree.nothingElse;
  return searched.through === undefined
    ? nothingFree.noOtherDays
    : nothingFree.nothingUntil(speakDay(searched.through, today));
}
