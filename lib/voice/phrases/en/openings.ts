import { all, either } from '../../speech.ts';
import { times as spoken } from './days-and-times.ts';

/** A day with its times: `Monday, November 23 at 8 AM or 1 PM`. */
const onDay = ({ day, times }: SpokenDay): string => `${day} ${spoken.when(times)}`;

interface SpokenDay {
  readonly day: string;
  readonly times: readonly string[];
}

/** The sentence about a past day. */
export const todayIs = (today: string | undefined): string =>
  today === undefined ? '' : ` Today is ${today}.`;

/** What is free, or why nothing is. `day` is a spoken date, `when` the wanted time of day. */
export const openings = {
  oneDay: (day: string, service: string, times: readonly string[]) =>
    `On ${day} for ${service} I can offer ${either(times)}.`,
  oneDayWith: (day: string, service: string, technician: string, times: readonly string[]) =>
    `${technician} can come on ${day} for ${service} ${spoken.when(times)}.`,
  severalDays: (service: string, days: readonly SpokenDay[]) =>
    `For ${service} I can offer ${days.map(onDay).join(', or ')}.`,
  severalDaysWith: (service: string, technician: string, days: readonly SpokenDay[]) =>
    `For ${service} ${technician} can come ${days.map((day) => `on ${onDay(day)}`).join(', or ')}.`,
  earliest: (day: string, time: string) => `The earliest is ${onDay({ day, times: [time] })}.`,
  earliestWith: (day: string, time: string, technician: string) =>
    `The earliest with ${technician} is ${onDay({ day, times: [time] })}.`,
  also: (times: readonly string[], days: readonly SpokenDay[]) =>
    `I also have ${[...(times.length === 0 ? [] : [either(times)]), ...days.map(onDay)].join(', or ')}.`,
  whichOne: 'Which works best for you?',
  thatOne: 'Does that work for you?',
  cutTo: (days: number) => `I checked the first ${days} days.`,

  notFreeThen: (when: string, day: string) => `Nothing is free ${when} on ${day}.`,
  notFreeThenOnDays: (when: string, days: string) => `Nothing is free ${when} from ${days}.`,
  neverThen: (when: string) => `We don't come ${when}.`,
  neverThenFor: (when: string, service: string) => `We don't come ${when} for ${service}.`,
  notFreeTechnician: (technician: string, days: string) => `${technician} can't come ${days}.`,
  nextTimes: (days: SpokenDay) => `The next times are on ${onDay(days)}.`,
  nextTime: (day: SpokenDay) => `The next time is on ${onDay(day)}.`,
  nextTimesSameDay: (times: readonly string[]) => `That day I have ${either(times)}.`,
  firstOpenings: (day: SpokenDay) => `The first openings are on ${onDay(day)}.`,
  firstOpening: (day: SpokenDay) => `The first opening is on ${onDay(day)}.`,
  noneThen: (when: string) => `Nothing is free ${when} as far ahead as we book.`,
  noneThenUntil: (when: string, day: string) => `I looked as far as ${day} and found nothing ${when}.`,
  noneThenFound: (when: string) => `I found nothing ${when}.`,
  nothingElse: 'Nothing else is free as far ahead as we book.',
  nothing: 'Nothing is free as far ahead as we book.',
  nothingUntil: (day: string) => `I looked as far as ${day} and found nothing else.`,
  noOtherDays: "I couldn't look at other days just now.",
  offerPerson: 'Would you like to talk to someone?',

  past: (day: string, today: string | undefined) => `${day} has already passed.${todayIs(today)}`,
  tooFar: (day: string, horizonDays: number) =>
    `${day} is too far ahead: we book up to ${horizonDays} days from today.`,
  closed: (day: string) => `We are closed on ${day}.`,
  holiday: (day: string) => `We are closed for a holiday on ${day}.`,
  noTechnician: (service: string, day: string) => `We don't have anyone for ${service} on ${day}.`,
  tooLong: (service: string, day: string) => `${service} takes longer than our hours on ${day} allow.`,
  tooLate: (day: string) => `It's too late to book for ${day}.`,
  fullyBooked: (day: string, service: string) => `${day} is fully booked for ${service}.`,
  pastDays: (today: string) => `Those days have already passed. Today is ${today}.`,
  tooFarDays: (horizonDays: number) => `That is too far ahead: we book up to ${horizonDays} days from today.`,
  closedDays: (days: string) => `We are closed from ${days}.`,
  noneOnDays: (service: string, days: string) => `Nothing is free for ${service} from ${days}.`,
  days: (from: string, to: string) => `${from} to ${to}`,
};

/** Sentences about a requested technician. */
export const technicians = {
  unknown: "I can't find that technician.",
  unknownWillCome: (name: string) => `I can't find that technician, so ${name} will come.`,
  /** Without a name: nobody but those who were ruled out. */
  notSkilled: (name: string | undefined, service: string) =>
    name === undefined ? `Nobody else does ${service}.` : `${name} doesn't do ${service}.`,
};

/** Instructions for the model, which callers don't hear. */
export const nextSteps = {
  lookFurther: (date: string) => `To look further, check availability for a date after ${date}.`,
  confirmDay: (day: string, other: string | undefined) =>
    other === undefined
      ? `Check with the caller that they mean ${day}.`
      : `Check with the caller that they mean ${day} and not ${other}.`,
  askFor: (names: readonly string[]) => `Ask the caller for ${all(names)}, then call again.`,
  bookHeld: 'Ask for what you still need, then book this date and start.',
  bookAtOnce: 'Book the time as soon as the caller has chosen it.',
  chooseTime: 'Let the caller choose one of these times, then call again with its date and start.',
  chooseDay: 'Call again with the date of the day that the caller means.',
  chooseHalf: 'Call again with the time and AM or PM.',
  chooseAppointment:
    'Ask which one, then call again with its dispatchRequestId. If the caller means several, call once for each.',
  confirmAppointment: 'If it is the one, call again with this dispatchRequestId.',
  moveOrAnother:
    'To move it, reschedule the appointment with this dispatchRequestId. For one more visit, book again with additionalVisit true.',
  anotherOrCorrected:
    'Book again with additionalVisit true for a second visit, or false to correct the address.',
  askAgain: 'Call again when the caller has said it.',
  takeNumber: 'Call again with what you know and the number as customerPhone.',
  takeNumberThenConnect:
    'Call again with what you know and the number as customerPhone, then connect the caller.',
};
