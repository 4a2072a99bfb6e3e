import type { DueRequest } from '../../record/attention.ts';

import type { LocalDate } from '../../scheduling/calendar.ts';
import { daysBetween, weekdayOf } from '../../scheduling/time.ts';
import { capitalize } from '../speech.ts';
import { on, speakClockTime, speakDate } from './days-and-times.ts';

/** A promise to call back takes the stored entry that keeps it. */
export const callbacks = {
  noted: "I've noted it.",
  notedForOffice: "I've noted it for the office.",
  added: "I've added it to your message.",
  /** `by` is a time with its day: `9 AM on Monday`. */
  willCall: ({ customer: { phone = '' } }: DueRequest, by: string) =>
    `Someone will call you at the number ending ${phone.slice(-4)} by ${by}.`,
  /** `from` is in minutes from midnight; `to` is a time with its day. */
  willCallBetween: ({ customer: { phone = '' } }: DueRequest, from: number, to: string) =>
    `Someone will call you at the number ending ${phone.slice(-4)} between ${speakClockTime(from)} and ${to}.`,
  theyWillCall: (_entry: DueRequest) => 'They will call you.',
  told: "I've told the office.",
  personDecides: 'Someone from our team has to take care of this.',
  connecting: "I'm connecting you now.",
  connectingPerson: "I'm connecting you with someone now.",
  /** `who` is someone on call. */
  connectingTo: (who: string) => `I'm connecting you to ${who}.`,
  technicianOnCall: (name: string) => `${name}, our technician on call`,
  managerOnCall: (name: string) => `${name}, our manager on call`,
  someoneOnCall: (name: string) => `${name}, who is on call`,
  /** `thing` is what the caller should say first. */
  beforeConnecting: (who: string | undefined, thing: string) =>
    `Before I connect you${who === undefined ? '' : ` to ${who}`}, could you tell me ${thing}?`,
  /** Says who comes to an emergency, and when. */
  comes: (name: string, minute: number, date: LocalDate, today: LocalDate) =>
    `${name} will come at ${callbacks.by(minute, date, today)}.`,
  firstVisit: (when: string) => `We can come ${on(when)}. Shall I book it?`,
  stayOnTheLine: 'Please stay on the line.',
  nobodyFree: 'Nobody can take the call right now.',
  askAbout: 'What is it about?',
  askNumber: 'What number can we reach you at, with area code?',
  askAboutAndNumber: 'What is it about, and what number can we reach you at?',
  invalidNumber: ["I didn't get a complete phone number.", 'Could you say it again, with area code?'],
  offerMessage: 'Shall I take a message?',
  /** Within a week the weekday is enough. */
  by(minute: number, date: LocalDate, today: LocalDate): string {
    const time = speakClockTime(minute);
    const ahead = daysBetween(today, date);
    if (ahead === 0) return `${time} today`;
    if (ahead === 1) return `${time} tomorrow, ${capitalize(weekdayOf(date))}`;
    return `${time} on ${ahead < 7 ? capitalize(weekdayOf(date)) : speakDate(date, today)}`;
  },
};

/** Whether callers get text messages. */
export const texts = {
  ended: "You won't get any more texts from us.",
  notNow: "I couldn't change your text messages just now.",
};

/** The list of those who wait for an earlier time. */
export const waitlist = {
  waits: (service: string) => `You're on the waiting list for ${service}.`,
  waitsForText: (service: string) =>
    `You're on the waiting list for ${service}. If an earlier time opens up, we'll text you, and you'll have ten minutes to take it.`,
  mayWeText: 'If an earlier time opens up, may we text you?',
  onlyByText: 'I can only put you on the waiting list if we may text you.',
  notNow: "I can't put you on the waiting list just now.",
};
