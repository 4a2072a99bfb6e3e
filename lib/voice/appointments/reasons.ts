import type { Reach } from '../../accounts/areas/reach.ts';
import type { Searched } from '../../dispatch/booking/search-days.ts';
import type { WantedStartRefusal } from '../../dispatch/booking/wanted-start.ts';
import { type LocalDate, weekdays } from '../../scheduling/calendar.ts';
import type { DayRefusal } from '../../scheduling/engine.ts';
import { starts } from '../phrases/en/appointments.ts';
import { areas } from '../phrases/en/areas.ts';
import { nextSteps, openings, technicians } from '../phrases/en/openings.ts';
import { capitalize, speakDate } from '../speech.ts';

/** A day that was asked for, as it is spoken. */
export interface SpokenDay {
  readonly day: string;
  readonly service: string;
  readonly horizonDays: number;
  /** Today, where it should be said with a date that is past. */
  readonly today?: string | undefined;
  /** The postal code, and the weekdays on which its areas are served, where it is only on some. */
  readonly area?: SpokenArea | undefined;
}

/** A place to which the company comes on some weekdays alone. */
export interface SpokenArea {
  readonly zip: string;
  /** `Tuesday` */
  readonly weekdays: readonly string[];
}

/** A place to which the company comes on some weekdays alone; undefined where it comes on all or isn't known. */
export function spokenArea(reach: Reach | undefined): SpokenArea | undefined {
  if (reach?.kind !== 'comes' || reach.zip === undefined || reach.limits === undefined) return undefined;
  const { zip, limits } = reach;
  const served = weekdays.filter((weekday) =>
    limits.some((area) => area.weekdays?.includes(weekday) ?? true),
  );
  return served.length === weekdays.length ? undefined : { zip, weekdays: served.map(capitalize) };
}

/** Why a date has nothing free, in words. */
export function speakDayRefusal(reason: DayRefusal, asked: SpokenDay): string {
  const { day, service, horizonDays, today, area } = asked;
  switch (reason) {
    case 'past':
      return openings.past(day, today);
    case 'too_far':
      return openings.tooFar(day, horizonDays);
    case 'not_in_area':
      return areas.otherDays(area?.zip, area?.weekdays ?? []);
    case 'closed':
      return openings.closed(day);
    case 'holiday':
      return openings.holiday(day);
    case 'no_technician':
      return openings.noTechnician(service, day);
    case 'duration_exceeds_hours':
      return openings.tooLong(service, day);
    case 'too_soon':
      return openings.tooLate(day);
    case 'fully_booked':
      return openings.fullyBooked(day, service);
  }
}

/** What was asked for, as it is spoken. */
interface SpokenStart extends SpokenDay {
  readonly time: string;
  /** The technician who was asked for by name, if one has it. */
  readonly technician?: string | undefined;
}

/** Why a start can't be booked, in words. */
export function speakStartRefusal(reason: WantedStartRefusal, asked: SpokenStart): string {
  const { day, service, technician } = asked;
  const time = capitalize(asked.time);
  switch (reason) {
    case 'invalid_time':
      return starts.skipped(asked.time, day);
    case 'slot_taken':
      return technician === undefined
        ? starts.taken(time, day)
        : starts.technicianTaken(technician, asked.time, day);
    case 'not_skilled':
      return technicians.notSkilled(technician ?? starts.thatTechnician, service);
    case 'closed':
      return starts.closed(asked.time, day);
    case 'not_on_grid':
      return starts.notOnGrid(asked.time);
    case 'duration_exceeds_hours':
      return starts.tooLong(service, asked.time, day);
    case 'no_technician':
      return starts.noTechnician(service, asked.time, day);
    case 'too_soon':
      return starts.tooSoon(time, day);
    case 'past':
      return starts.past(time, day, asked.today);
    default:
      return speakDayRefusal(reason, asked);
  }
}

/** What is said when a search found nothing: that there is nothing only if it looked at everything. */
export function speakNothingFound(searched: Searched, today: LocalDate): string {
  if (searched.kind === 'complete') return openings.nothingElse;
  return searched.through === undefined
    ? openings.noOtherDays
    : openings.nothingUntil(speakDate(searched.through, today));
}

/** For the model: how far a search looked that was cut short, and how to look further. Nothing of a complete one. */
export function furtherSearch(searched: Searched) {
  if (searched.kind === 'complete' || searched.through === undefined) return {};
  const { through } = searched;
  return { searchedThrough: through, nextStep: nextSteps.lookFurther(through) };
}
