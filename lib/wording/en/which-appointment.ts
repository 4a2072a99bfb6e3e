import { either } from '../speech.ts';

/** The question which appointment is meant. */
export const whichAppointment = {
  onlyOne: (appointment: string) => `I only have one visit for you: ${appointment}.`,
  bookedByOther: (appointment: string) => `Someone else booked ${appointment} for your number.`,
  thatOne: 'Is that the one?',
  othersBooked: 'Someone else booked visits for your number.',
  whichOne: (appointments: readonly string[]) => `Which one do you mean: ${either(appointments)}?`,
  anotherOne: 'another one',
  withoutTime: (service: string) => `the ${service} that has no time yet`,
  heldTime: (when: string) => `the time set aside on ${when}`,
};
