import type { Searched } from '../dispatch/booking/search-days.ts';
import type { WantedStartRefusal } from '../dispatch/booking/wanted-start.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import type { DayRefusal } from '../scheduling/engine.ts';
import { capitalise, speakDate } from './speech.ts';

/** Why a date has nothing free, in words. `day` is the date as it is spoken. */
export function speakDayRefusal(
  reason: DayRefusal,
  day: string,
  service: string,
  horizonDays: number,
): string {
  switch (reason) {
    case 'past':
      return `${day} is in the past.`;
    case 'too_far':
      return `${day} is too far ahead: we book up to ${horizonDays} days from today.`;
    case 'closed':
      return `We are closed on ${day}.`;
    case 'holiday':
      return `We are closed for a holiday on ${day}.`;
    case 'no_technician':
      return `No technician for ${service} works on ${day}.`;
    case 'duration_exceeds_hours':
      return `${service} takes longer than our hours on ${day} allow.`;
    case 'too_soon':
      return `It is too late to book for ${day}.`;
    case 'fully_booked':
      return `${day} is fully booked for ${service}.`;
  }
}

/** What was asked for, as it is spoken. */
interface SpokenStart {
  readonly time: string;
  readonly day: string;
  readonly service: string;
  readonly horizonDays: number;
  /** The technician who was asked for by name, if one has it. */
  readonly technician?: string | undefined;
}

/** Why a start can't be booked, in words. */
export function speakStartRefusal(reason: WantedStartRefusal, asked: SpokenStart): string {
  const { time, day, service, horizonDays, technician } = asked;
  switch (reason) {
    case 'invalid_time':
      return `There is no ${time} on ${day}, because the clocks change.`;
    case 'slot_taken':
      return technician === undefined
        ? `${capitalise(time)} on ${day} is taken.`
        : `${technician} isn't free at ${time} on ${day}.`;
    case 'not_skilled':
      return `${technician ?? 'That technician'} doesn't do ${service}.`;
    case 'closed':
      return `We are closed at ${time} on ${day}.`;
    case 'not_on_grid':
      return `Appointments don't start at ${time}.`;
    case 'duration_exceeds_hours':
      return `${service} at ${time} on ${day} would run past our hours.`;
    case 'no_technician':
      return `No technician for ${service} works at ${time} on ${day}.`;
    case 'too_soon':
      return `${capitalise(time)} on ${day} is too soon to book.`;
    case 'past':
      return `${capitalise(time)} on ${day} is in the past.`;
    default:
      return speakDayRefusal(reason, day, service, horizonDays);
  }
}

/** What is said when a search found nothing: that there is nothing only if it looked at everything. */
export function speakNothingFound(searched: Searched, today: LocalDate): string {
  if (searched.kind === 'complete') return 'Nothing else is free in the time we book ahead.';
  return searched.through === undefined
    ? "I couldn't look at other days just now."
    : `I looked as far as ${speakDate(searched.through, today)} and found nothing else.`;
}

/** For the model: how far a search looked that was cut short, and how to look further. Nothing of a complete one. */
export function furtherSearch(searched: Searched) {
  if (searched.kind === 'complete' || searched.through === undefined) return {};
  const { through } = searched;
  return {
    searchedThrough: through,
    nextStep: `To look further, check availability for a date after ${through}.`,
  };
}
