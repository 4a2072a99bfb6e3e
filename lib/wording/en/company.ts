import type { Weekday } from '../../scheduling/calendar.ts';
import { begin, on, onWeekdays, speakClockTime, speakEnd } from './days-and-times.ts';
import { all, either } from './lists.ts';

export const company = {
  /** The call ends after this sentence. */
  cantAnswer: "I'm sorry, we can't take your call right now. Please call again in a minute.",
  notSetUp: ["This line isn't set up yet.", 'Please call the office directly.'],
};

export const hours = {
  openNow: 'We are open now.',
  closedNow: 'We are closed now.',
  opensAgain: (day: string, time: string) => `We open at ${time} ${on(day)}.`,
  openOn: (day: string, times: readonly string[]) => `${begin(day)} we are open ${all(times)}.`,
  closedOn: (day: string) => `${begin(day)} we are closed.`,
  fromTo: (from: number, to: number) => `from ${speakClockTime(from)} to ${speakEnd(to)}`,
};

/**
 * These sentences say what the company does, and what it doesn't. `more` is true if there are more services than
 * those named.
 */
export const services = {
  /** Speaks a name without symbols. */
  spoken: (name: string) => name.replace(/ ?& ?/g, ' and '),
  offer: (names: readonly string[], more: boolean) =>
    `We offer ${all([...names, ...(more ? ['more'] : [])])}.`,
  whichOne: 'Which do you need?',
  which: (names: readonly string[], more: boolean) =>
    `Is it for ${either([...names, ...(more ? ['something else'] : [])])}?`,
  notSure: "I'm not sure which of our services that is.",
  ours: (names: readonly string[], more: boolean) =>
    names.length === 0 ? '' : `We do ${all([...names, ...(more ? ['more'] : [])])}.`,
  notOffered: (service: string) => `We don't do ${service}.`,
};

export const areas = {
  outside: (zip: string) => `We don't come to ${zip}, so I can't book a visit there.`,
  notThere: (service: string, zip: string) => `We don't do ${service} in ${zip}.`,
  /** `more` is true if there are more places than those named. */
  elsewhere: (names: readonly string[], more: boolean) =>
    `We do it in ${all([...names, ...(more ? ['other areas'] : [])])}.`,
  otherDays: (zip: string | undefined, weekdays: readonly Weekday[]) =>
    `We only come to ${zip ?? 'that area'} ${onWeekdays(weekdays)}.`,
};

export const fees = {
  fee: (says: string) => `There's ${says}.`,
  noFee: 'no fee',
};

export const people = {
  onlyOwnNumber: "I can only look up the number you're calling from.",
  canTakeDetails: 'I can still take your details.',
  unknown: 'I have no record for this number yet.',
  yourName: 'May I have your name?',
  isThis: (name: string) => `Is this ${name}?`,
  found: (firstName: string | undefined) =>
    firstName === undefined ? 'I found your record.' : `I found your record, ${firstName}.`,
  next: (service: string, when: string, technician: string, more: number) =>
    `You have ${service} ${on(when)} with ${technician}${more === 0 ? '' : `, and ${more} more`}.`,
  aVisit: 'a visit',
  waiting: (service: string | undefined) =>
    `You have ${service === undefined ? 'a request' : `a request for ${service}`}, but no appointment yet.`,
  messageLeft: 'We have your message. You have no upcoming appointment.',
  nothingUpcoming: 'You have no upcoming appointment.',
  saved: (name: string | undefined) => `I've saved your details${name === undefined ? '' : `, ${name}`}.`,
  updated: (name: string | undefined) => `I've updated your details${name === undefined ? '' : `, ${name}`}.`,
  whichSite: (places: readonly string[], more: boolean) =>
    `Is it for ${either([...places, ...(more ? ['another place'] : [])])}?`,
  whichAddress: 'Which address is it for?',
  site: (street: string, city: string) => `${street} in ${city}`,
};
