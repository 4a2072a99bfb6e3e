import type { LocalDate } from '../scheduling/calendar.ts';
import { needed } from './en/appointments.ts';
import { speakDate } from './en/days-and-times.ts';
import { all } from './en/lists.ts';

/** The model gets these instructions, which callers don't hear. */
export const nextSteps = {
  lookFurther: (from: string) => `To look further, check availability again from ${from}.`,
  askZip: 'Ask for the zip code with the choice, and pass it when you hold or book.',
  keepWish: 'Pass the same wish for the time when you hold or book.',
  /** `time` is HH:MM. */
  keepTime: (time: string) =>
    `When you hold or book, pass the start of the window as time, and ${time} as notBefore and notAfter.`,
  askDay(date: LocalDate, other: LocalDate | undefined, today: LocalDate): string {
    const not = other === undefined ? '' : ` and not ${speakDate(other, today)}`;
    return `Check with the caller that they mean ${speakDate(date, today)}${not}.`;
  },
  /** `names` are the missing arguments. */
  askFor: (names: readonly string[]) =>
    `Ask the caller for ${all(names.map((name) => theirs(needed.get(name)?.thing ?? name)))}, then call again.`,
  addAddress: 'Ask the caller for the address of the visit, then update the appointment with it.',
  askName: (name: string) =>
    `If it is, call again with customerName ${name}. If not, ask for the first and last name of the customer, and call again with it.`,
  /** The number that they call from is unknown. */
  askNumber:
    'After the name, ask for a phone number unless the caller has given one, and pass it as customerPhone when you book.',
  passNumber:
    'Pass the number as customerPhone when you book or take a message. Go on with what the caller wants.',
  askForTexts: 'Ask this, then call again with textConsent true or false.',
  bookHeld: 'Ask for what you still need, then book this date and start.',
  bookAtOnce: 'Book the time as soon as the caller has chosen it.',
  chooseTime: 'Let the caller choose one of these times, then call again with its date and start.',
  chooseDay: 'Call again with the date of the day that the caller means.',
  chooseHalf: 'Call again with the time and AM or PM.',
  askAgain: 'Call again when the caller has said it.',
  /** `missing` are arguments that an emergency lacks. */
  afterEmergency: (missing: readonly string[], isConnected: boolean, isOffered: boolean) =>
    [
      missing.length === 0
        ? undefined
        : `Ask for one after the other: ${all(missing)}${missing.includes('customerName') ? ' (whoever speaks will do)' : ''}. Then call again with what you know${isConnected ? ', and connect the caller. If they ask to be connected, connect them now' : ''}.`,
      isOffered
        ? 'If the caller wants the visit, book it with its date and start, and urgency urgent, or routine if the danger is over.'
        : undefined,
    ]
      .filter((step) => step !== undefined)
      .join(' '),
  reportNow: (missing: readonly string[]) =>
    `Call the function that books now, with urgency emergency${missing.length === 0 ? '' : `, ${all(missing)}`} and what you know, then connect the caller.`,
  judgeDanger: (danger: string) =>
    `Ask this first. Then call again with danger "${danger}" if it is so, otherwise with danger "none".`,
};

/** The model gets these next steps after a question about a visit. */
export const visitSteps = {
  chooseAppointment:
    'Ask which one, then call again with its dispatchRequestId. If the caller means several, call once for each.',
  askAppointment: 'If it is the one, call again with this dispatchRequestId.',
  moveOrAnother:
    'To move it, reschedule the appointment with this dispatchRequestId. For one more visit, book again with additionalVisit true.',
  anotherOrCorrected:
    'Book again with additionalVisit true for a second visit, or false to correct the address.',
};

/** Says what an argument has to be, and what the model does about it, if possible without asking the caller. */
export const repairs = {
  service: {
    expected: 'one of these services',
    nextStep:
      "Choose the one of these services that fits what the caller said, and call again now; don't ask the caller.",
  },
  services: {
    expected: 'one of these services',
    nextStep:
      "If what the caller said fits one of these services best, call again now with it; don't ask the caller. Otherwise ask which one.",
  },
  date: {
    expected: 'YYYY-MM-DD',
    nextStep: "Work out the date from today's, and call again now; don't ask the caller.",
  },
  weekday: {
    expected: 'A date and its own weekday',
    nextStep: "Look at the calendar, and call again now with the date and its weekday; don't ask the caller.",
  },
  time: {
    expected: 'HH:MM',
    nextStep:
      "If what the caller said fits one of these starts, call again now with it; don't ask the caller. Otherwise offer them.",
  },
  appointment: {
    expected: "the dispatchRequestId of one of the caller's appointments",
    nextStep:
      "If what the caller said fits only one of these, call again now with its dispatchRequestId; don't ask the caller. Otherwise ask which one. If the caller means several, call once for each.",
  },
  site: {
    expected: "the siteId of one of the caller's places",
    nextStep:
      "If what the caller said fits only one of these, call again now with its siteId; don't ask the caller. Otherwise ask which one.",
  },
  technician: {
    expected: 'one of these names',
    nextStep: "Choose one of these names, or leave it out, and call again now; don't ask the caller.",
  },
  phone: {
    expected: 'digits with area code, such as 212-555-0143',
    nextStep:
      "If the caller said a complete number, call again now with its digits; don't ask the caller. Otherwise ask for it.",
  },
  value: {
    expected: 'one of these values',
    nextStep: "Choose one of these values, or leave it out, and call again now; don't ask the caller.",
  },
};

const theirs = (thing: string): string => thing.replace('your ', 'their ').replace("you're", "they're");
