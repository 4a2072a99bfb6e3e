import type { Danger } from '../../accounts/account.ts';
import type { Template } from '../../record/outbox/message.ts';

/** Texts that may be worded by the company have the fields of `textFields` in braces, as the company's own do. */
const customer = {
  booked: '{company}: You are booked for {service} on {day}, {time}. Details and changes: {link}',
  changed: '{company}: Your {service} visit is now on {day}, {time}. Details and changes: {link}',
  canceled: '{company}: Your {service} visit on {day}, {time}, is canceled. To book another, call {phone}.',
  onHold:
    '{company}: Your {service} visit on {day}, {time}, cannot take place. Please call us for another time.',
  reminder:
    '{company}: A reminder of your {service} visit on {day}, {time}. Reply C to confirm. Details: {link}',
  onMyWay: '{company}: {technician} is on the way and should be with you in about {minutes} minutes.',
  onMyWaySoon: '{company}: {technician} is on the way to you.',
  offer: '{company}: An earlier time for {service} is free: {day}, {time}. Take it within 10 minutes: {link}',
  confirmed: '{company}: Thank you. Your {service} visit on {day}, {time}, is confirmed.',
  stopped: '{company}: You will get no more texts from us. Reply START to get them again.',
  started: '{company}: You will get texts about your visits again. Reply STOP to end them.',
  help: '{company}: We text you about your visits. For help, call {phone}. Reply STOP to end texts.',
  dayLink: '{company}: Your jobs on {day}: {link}',
  test: '{company}: This is a test message.',
};

export type TextName = keyof typeof customer;

const subjects: Readonly<Record<Template, string>> = {
  alert: 'Emergency: {company}',
  taken: 'Emergency taken: {company}',
  alarm: 'Nobody has taken an emergency: {company}',
  office: '{company}',
  booked: 'Your visit by {company}',
  changed: 'Your visit by {company} has changed',
  canceled: 'Your visit by {company} is canceled',
  reminder: 'A reminder of your visit by {company}',
  onMyWay: '{company} is on the way',
  follow: 'Your visit by {company}',
  offer: 'An earlier time with {company}',
  confirmed: 'Your visit by {company} is confirmed',
  stopped: 'No more texts from {company}',
  started: 'Texts from {company}',
  help: '{company}',
  safety: '{company}: what to do now',
  dayLink: 'Your jobs on {day}',
  test: 'A test message of {company}',
};

/** People on call and the office read these words for a danger. */
const dangers: Readonly<Record<Danger, string>> = {
  gas: 'Gas smell',
  carbon_monoxide: 'Carbon monoxide',
  fire: 'Fire or smoke',
  electric: 'Sparks or electric shock',
  person_hurt: 'Somebody is hurt',
  water: 'Water that cannot be stopped',
  no_heat: 'No heat for someone at risk',
};

export const texts = {
  customer,
  subjects,
  dangers,
  emergency: 'Emergency',
  stop: 'Reply STOP to end texts.',
  /** Answers a text that reports a danger: what to do comes first. */
  safety: (
    company: string,
    whatToDo: string,
    { isAlerting, phone }: { readonly isAlerting: boolean; readonly phone: string | undefined },
  ) =>
    [
      `${company}: ${whatToDo}`,
      isAlerting && "We're alerting our on-call team now.",
      phone && `You can ${isAlerting ? 'also ' : ''}call us at ${phone}.`,
    ]
      .filter(Boolean)
      .join(' '),
  /** What happened comes first, because a phone shows the first words only. */
  alert: (what: string, link: string) => `${what} Reply 1 to take it, or open ${link}`,
  alertByMail: (what: string, link: string) => `${what} Take it: ${link}`,
  /** A phone call reads this out. */
  alertSpoken: (company: string, what: string, how: string | undefined) =>
    [`This is an emergency for ${company}.`, what, how, 'Again:', what].filter(Boolean).join(' '),
  /** Says in a call how to take an emergency: by what else has come, or by a text to a number. */
  takeBy: {
    reply: 'To take it, reply 1 to the text message that you got.',
    email: 'To take it, follow the link in the e-mail that you got.',
    text: (number: string) => `To take it, text 1 to ${number}.`,
  },
  takenByYou: (what: string) => `You have it: ${what}`,
  takenBy: (name: string, what: string) => `${name} has it: ${what}`,
  takenByOffice: (what: string) => `The office has it: ${what}`,
  hasIt: (name: string) => `${name} has it.`,
  officeHasIt: 'The office has it.',
  alarm: (what: string, seeAt: string) => `Nobody on call has taken this emergency: ${what} See it: ${seeAt}`,
  office: {
    emergency: (what: string, seeAt: string) => `Emergency: ${what} See it: ${seeAt}`,
    message: (what: string, seeAt: string) => `A message for the office: ${what} See it: ${seeAt}`,
    overdue: (what: string, seeAt: string) => `A promised call is overdue. ${what} See it: ${seeAt}`,
    failed: (what: string, seeAt: string) => `A message did not arrive: ${what} See it: ${seeAt}`,
  },
};

export type Texts = typeof texts;
