import type { DayRefusal, StartRefusal } from '../scheduling/engine.ts';
import { capitalise } from './speech.ts';

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

/** Why a start can't be booked, in words. */
export function speakStartRefusal(
  reason: StartRefusal,
  time: string,
  day: string,
  service: string,
  horizonDays: number,
): string {
  switch (reason) {
    case 'invalid_time':
      return `There is no ${time} on ${day}, because the clocks change.`;
    case 'slot_taken':
      return `${capitalise(time)} on ${day} is taken.`;
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
