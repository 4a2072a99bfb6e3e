import { callbacks } from './callbacks.ts';
import { people } from './company.ts';
import { on, times } from './days-and-times.ts';
import { all, either } from './lists.ts';

/** These sentences tell the results of changes. `when` is a day with its time: `Monday, November 23 at 9 AM`. */
export const appointments = {
  at: (day: string, time: string) => `${day} ${times.when([time])}`,
  within: (day: string, window: string) => `${day} ${window}`,
  withTechnician: (time: string, technician: string) => `${time} with ${technician}`,
  requestedTime: (time: string) => `We give arrival windows, so I've noted that you'd like ${time}.`,
  /** `when` is a span: `from 3 PM onward`. */
  requestedSpan: (when: string) => `I've noted that you'd like it ${when}.`,
  booked: (service: string, when: string, technician: string) =>
    `You're booked for ${service} ${on(when)} with ${technician}.`,
  bookedThen: (when: string, place?: string) =>
    `You're booked ${on(when)}${place === undefined ? '' : ` at ${place}`}.`,
  atPlace: (service: string, place: string) => `${service} at ${place}`,
  alreadyBooked: (service: string, when: string, technician: string) =>
    `You're already booked for ${service} ${on(when)} with ${technician}.`,
  moved: (service: string, from: string, to: string, technician: string) =>
    `Your ${service} is moved from ${from} to ${to} with ${technician}.`,
  /** The times are those of one day: `at 9 AM`, `between 8 and 10 AM`. */
  movedSameDay: (service: string, day: string, to: string, from: string, technician: string) =>
    `Your ${service} ${on(day)} is now ${to} with ${technician} instead of ${from}.`,
  otherTechnician: (service: string, when: string, technician: string, before: string) =>
    `${technician} will come instead of ${before} for your ${service} ${on(when)}.`,
  /** The technician calls this person, who opens the door. */
  callsOnSite: (name: string, mayChange: boolean) =>
    `${name} is the contact there${mayChange ? ', and may move it, too' : ''}.`,
  visit: 'visit',
  stays: (when: string) => `Your appointment ${on(when)} stays.`,
  canceled: (appointment: string) => `${appointment} is canceled.`,
  stands: (appointment: string) => `${appointment} is still booked.`,
  yours: (service: string, when: string | undefined) =>
    when === undefined ? `Your ${service}` : `Your ${service} ${on(when)}`,
  anythingElse: 'Is there anything else?',
  superseded: 'That appointment is no longer booked.',
  notBookedAgain: "I haven't booked anything new.",
  notFound: "I can't find an upcoming appointment under the number you're calling from.",
  bookOrPerson: 'I can book a new one or connect you with someone.',
  named: (service: string, when: string) => `${service} ${on(when)}`,
  nothingChanged: "I haven't changed anything.",
  otherAddressNoted: "I've noted the other address for the office to check.",
  theAddressGiven: 'the address that came with your request',
};

/** These sentences ask about an existing visit when another one is requested. */
export const visits = {
  already: (service: string, when: string) => `You already have ${service} ${on(when)}.`,
  moveOrAnother: (time: string) => `Shall I move it to ${time}, or is this another visit?`,
  sendOrAnother: (technician = 'someone else') =>
    `Shall I send ${technician} instead, or is this another visit?`,
  anotherOrCorrected: (place: string, when: string) =>
    `Is ${place} for a second visit, or should I correct the address of the one ${on(when)}?`,
  thatAddress: 'that address',
};

/**
 * These sentences say what was added to a visit: a service with its day and time, such as `AC Repair on Monday,
 * November 23 at 9 AM`.
 */
export const details = {
  noted: (service: string, when: string | undefined) =>
    when === undefined
      ? `I've added that to your ${service}.`
      : `I've added that. Your ${service} is still on for ${when}.`,
  address: (visit: string, street: string) => `Your ${visit} is now at ${street}.`,
  forOffice: (visit: string) =>
    `Your ${visit} is too close for me to change that, so I've noted it for the office to check.`,
  otherAddress: (visit: string) => `I've changed the address of your ${visit}.`,
  askWhat: 'What should I add or correct?',
};

/** Each missing detail has the words that follow "Could you tell me", and a question. */
export const needed: ReadonlyMap<string, { readonly thing: string; readonly question: string }> = new Map([
  ['date', { thing: 'the day', question: 'Which day works for you?' }],
  ['time', { thing: 'the time', question: 'What time works for you?' }],
  [
    'serviceType',
    { thing: "the kind of service you're looking for", question: 'What do you need help with?' },
  ],
  ['address', { thing: 'the address', question: "What's the address?" }],
  ['customerName', { thing: 'your name', question: people.yourName }],
  ['customerPhone', { thing: 'a phone number', question: callbacks.askNumber }],
  ['zip', { thing: 'the zip code', question: "What's the zip code there?" }],
]);

export const stillNeeded = (things: readonly string[]): string => `Could you tell me ${all(things)}?`;

export const incompletePhone = [
  "That doesn't sound like a complete phone number.",
  'Could you say it with the area code?',
];

/** These sentences are about held times. `when` is a day with its time: `Monday, November 23 at 9 AM`. */
export const holds = {
  held: (when: string) => `I'm holding ${when} for you.`,
  heldMinutes: (when: string) => `I'm holding ${when} for you for a few minutes.`,
  heldBriefly: (when: string) => `I'm holding ${when} for you for a moment.`,
  until: (time: string) => `held until ${time}`,
  cantHold: "I can't hold a time, but I can book one right away.",
  limit: "I can't hold another time, but I can book one right away.",
  released: "I'm no longer holding that time.",
  notBooked: "That time wasn't booked, and I'm no longer holding it.",
  callEnded: "The call has ended, so I'm not holding a time.",
};

export const whichAppointment = {
  onlyOne: (appointment: string) => `I only have one visit for you: ${appointment}.`,
  bookedByOther: (appointment: string) => `Someone else booked ${appointment} for your number.`,
  thatOne: 'Is that the one?',
  othersBooked: 'Someone else booked visits for your number.',
  whichOne: (appointments: readonly string[]) => `Which one do you mean: ${either(appointments)}?`,
  anotherOne: 'another one',
  withoutTime: (service: string) => `the ${service} that has no time yet`,
  heldTime: (when: string) => `the time I'm holding ${on(when)}`,
};
