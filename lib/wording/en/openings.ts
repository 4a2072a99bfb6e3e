import { all, either } from '../speech.ts';
import { times as spoken } from './days-and-times.ts';

/** A day with its times: `Monday, November 23 at 8 AM or 1 PM`. */
export const onDay = ({ day, times }: SpokenDay): string => `${day} ${spoken.when(times)}`;

export interface SpokenDay {
  readonly day: string;
  readonly times: readonly string[];
}

/** What is free. `day` is a spoken date. */
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
  /** Each part has the times of one day. */
  offer: (days: readonly string[]) => `I can offer ${days.join(', or ')}.`,
};

/** Sentences about a requested technician. */
export const technicians = {
  unknownWillCome: (name: string) => `I can't find that technician, so ${name} will come.`,
};

/** Instructions for the model, which callers don't hear. */
export const nextSteps = {
  lookFurther: (from: string) => `To look further, check availability again from ${from}.`,
  confirmDay: (day: string, other: string | undefined) =>
    other === undefined
      ? `Check with the caller that they mean ${day}.`
      : `Check with the caller that they mean ${day} and not ${other}.`,
  askFor: (names: readonly string[]) => `Ask the caller for ${all(names)}, then call again.`,
  addAddress: 'Ask the caller for the address of the visit, then update the appointment with it.',
  bookHeld: 'Ask for what you still need, then book this date and start.',
  bookAtOnce: 'Book the time as soon as the caller has chosen it.',
  chooseTime: 'Let the caller choose one of these times, then call again with its date and start.',
  chooseDay: 'Call again with the date of the day that the caller means.',
  chooseHalf: 'Call again with the time and AM or PM.',
  askAgain: 'Call again when the caller has said it.',
  takeNumber: 'Call again with what you know and the number as customerPhone.',
  takeNumberThenConnect:
    'Call again with what you know and the number as customerPhone, then connect the caller.',
};

/** Next steps after a question about a visit. */
export const visitSteps = {
  chooseAppointment:
    'Ask which one, then call again with its dispatchRequestId. If the caller means several, call once for each.',
  confirmAppointment: 'If it is the one, call again with this dispatchRequestId.',
  moveOrAnother:
    'To move it, reschedule the appointment with this dispatchRequestId. For one more visit, book again with additionalVisit true.',
  anotherOrCorrected:
    'Book again with additionalVisit true for a second visit, or false to correct the address.',
};
