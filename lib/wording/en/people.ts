import { either } from '../speech.ts';

/** Who is calling, and where they live. */
export const people = {
  onlyOwnNumber: "I can only look up the number you're calling from.",
  canTakeDetails: 'I can still take your details.',
  unknown: 'I have no record for this number yet.',
  yourName: 'May I have your name?',
  found: (firstName: string | undefined) =>
    firstName === undefined ? 'I found your record.' : `I found your record, ${firstName}.`,
  next: (service: string, when: string, technician: string, more: number) =>
    `You have ${service} on ${when} with ${technician}${more === 0 ? '' : `, and ${more} more after that`}.`,
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
