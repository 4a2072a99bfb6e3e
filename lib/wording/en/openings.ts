import type { LocalDate } from '../../scheduling/calendar.ts';
import { capitalize } from '../speech.ts';
import { begin, on, onWeekdays, speakDate, times as spoken } from './days-and-times.ts';
import { all, either } from './lists.ts';

/** Speaks a day with its times: `Monday, November 23 at 8 AM or 1 PM`. */
const onDay = ({ day, times }: SpokenDay): string => `${day} ${spoken.when(times)}`;

export interface SpokenDay {
  readonly day: string;
  readonly times: readonly string[];
}

/** These sentences say what is free. `day` is a spoken date. */
export const openings = {
  oneDay: (day: string, service: string, times: readonly string[]) =>
    `${begin(day)} for ${service} I can offer ${either(times)}.`,
  oneDayWith: (day: string, service: string, technician: string, times: readonly string[]) =>
    `${technician} can come ${on(day)} for ${service} ${spoken.when(times)}.`,
  severalDays: (service: string, days: readonly SpokenDay[]) =>
    `For ${service} I can offer ${days.map(onDay).join(', or ')}.`,
  severalDaysWith: (service: string, technician: string, days: readonly SpokenDay[]) =>
    `For ${service} ${technician} can come ${days.map((day) => `${on(onDay(day))}`).join(', or ')}.`,
  earliest: (day: string, time: string) => `The earliest is ${onDay({ day, times: [time] })}.`,
  earliestWith: (day: string, time: string, technician: string) =>
    `The earliest with ${technician} is ${onDay({ day, times: [time] })}.`,
  also: (times: readonly string[], days: readonly SpokenDay[]) =>
    `I also have ${[...(times.length === 0 ? [] : [either(times)]), ...days.map(onDay)].join(', or ')}.`,
  /** A window promises less than the wish. `when` is a span: `from 3 PM onward`. */
  willNote: (when: string) => `I'll note that you'd like it ${when}.`,
  willNoteTime: (time: string) => `We can't promise ${time}, but I'll note it.`,
  /** The latest comes first. */
  latest: (day: string, time: string) => `The latest is ${onDay({ day, times: [time] })}.`,
  notTaken: (words: string) => `I couldn't take "${words}" into account.`,
  whichOne: 'Which works best for you?',
  thatOne: 'Does that work for you?',
  cutTo: (days: number) => `I checked the first ${days} days.`,
  /** Times without a day are on the requested one. */
  offer: (days: readonly { readonly day?: string | undefined; readonly times: readonly string[] }[]) =>
    `I can offer ${days.map(({ day, times }) => (day === undefined ? either(times) : onDay({ day, times }))).join(', or ')}.`,
};

export const technicians = {
  unknownWillCome: (name: string) => `I can't find that technician, so ${name} will come.`,
};

export const todayIs = (today: LocalDate): string => `Today is ${speakDate(today, today)}.`;

/**
 * These sentences say why nothing is free as requested, and what is free instead. `when` is the requested time of
 * day, `days` the end of a sentence (`on Saturdays`).
 */
export const nothingFree = {
  notFreeThen: (when: string, days: string) => `Nothing is free ${when} ${days}.`,
  neverThen: (when: string) => `We don't come ${when}.`,
  neverThenFor: (when: string, service: string) => `We don't come ${when} for ${service}.`,
  notFreeTechnician: (technician: string, days: string) => `${technician} can't come ${days}.`,
  nextTimes: (days: SpokenDay) => `The next times are ${on(onDay(days))}.`,
  nextTime: (day: SpokenDay) => `The next time is ${on(onDay(day))}.`,
  nextTimesSameDay: (times: readonly string[]) => `That day I have ${either(times)}.`,
  canOffer: (day: SpokenDay) => `I can offer ${onDay(day)}.`,
  noneThen: (when: string) => `Nothing is free ${when} as far ahead as we book.`,
  noneThenFrom: (when: string, day: string) => `Nothing is free ${when} from ${day} onward.`,
  noneThenLater: (when: string) => `Nothing later is free ${when} as far ahead as we book.`,
  noneThenUntil: (when: string, day: string) => `I looked as far as ${day} and found nothing ${when}.`,
  noneThenFound: (when: string) => `I found nothing ${when}.`,
  nothingLater: 'Nothing later is free as far ahead as we book.',
  timesBefore: (day: SpokenDay) => `The nearest times before are ${on(onDay(day))}.`,
  timeBefore: (day: SpokenDay) => `The nearest time before is ${on(onDay(day))}.`,
  nothing: 'Nothing is free as far ahead as we book.',
  offerPerson: 'Would you like to talk to someone?',
  pastDays: 'Those days have already passed.',
  tooFarDays: (horizonDays: number) => `That is too far ahead: we book up to ${horizonDays} days from today.`,
  closedDays: (days: string) => `We're closed ${days}.`,
  noneOnDays: (service: string, days: string) => `Nothing is free for ${service} ${days}.`,
  nobodyElse: (days: string) => `Nobody else can come ${days}.`,
  fromTo: (from: string, to: string) => `from ${from} to ${to}`,
  onDays: (days: readonly string[]) => on(all(days)),
  onWeekdays,
  thoseDays: 'on those days',
  asFarAsWeBook: 'as far ahead as we book',

  nothingElse: 'Nothing else is free as far ahead as we book.',
  nothingUntil: (day: string) => `I looked as far as ${day} and found nothing.`,
  noOtherDays: "I couldn't look at other days just now.",
  past: (day: string) => `${capitalize(day)} has already passed.`,
  tooFar: (day: string, horizonDays: number) =>
    `${capitalize(day)} is too far ahead: we book up to ${horizonDays} days from today.`,
  closed: (day: string) => `We are closed ${on(day)}.`,
  noTechnician: (service: string, day: string) => `We don't have anyone for ${service} ${on(day)}.`,
  tooLong: (service: string, day: string) => `${service} takes longer than our hours ${on(day)} allow.`,
  tooLate: (day: string) => `It's too late to book for ${day}.`,
  fullyBooked: (day: string, service: string) => `${capitalize(day)} is fully booked for ${service}.`,
};

/** These sentences say why a start can't be booked. */
export const starts = {
  skipped: (time: string, day: string) => `There is no ${time} ${on(day)}, because the clocks change.`,
  taken: (time: string, day: string) => `${capitalize(time)} ${on(day)} is taken.`,
  technicianTaken: (technician: string, time: string, day: string) =>
    `${technician} can't come at ${time} ${on(day)}.`,
  held: (time: string, day: string) => `Someone is about to take ${time} ${on(day)}.`,
  heldTechnician: (technician: string, time: string, day: string) =>
    `Someone is about to take ${time} ${on(day)} with ${technician}.`,
  closed: (time: string, day: string) => `We are closed at ${time} ${on(day)}.`,
  notOnGrid: (time: string) => `Appointments don't start at ${time}.`,
  tooLong: (service: string, time: string, day: string) =>
    `${service} at ${time} ${on(day)} would run past our hours.`,
  noTechnician: (service: string, time: string, day: string) =>
    `We don't have anyone for ${service} at ${time} ${on(day)}.`,
  tooSoon: (time: string, day: string) => `${capitalize(time)} ${on(day)} is too soon to book.`,
  past: (time: string, day: string) => `${capitalize(time)} ${on(day)} has already passed.`,
};

/**
 * These sentences say why a requested technician does not come. Without a name, they are about all but the
 * technicians whom the caller ruled out.
 */
export const noTechnician = {
  unknown: "I can't find that technician.",
  notSkilled: (name: string | undefined, service: string) =>
    name === undefined ? `Nobody else does ${service}.` : `${name} doesn't do ${service}.`,
  notInArea: (name: string | undefined, zip: string | undefined) =>
    `${name === undefined ? 'Nobody else comes' : `${name} doesn't come`} to ${zip ?? 'that area'}.`,
  notFree: (name: string) => `${name} can't come as far ahead as we book.`,
  notFound: (name: string) => `I found nothing with ${name}.`,
};
