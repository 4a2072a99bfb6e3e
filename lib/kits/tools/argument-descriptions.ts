import { personDescriptions, placeDescriptions } from '../../record/customers/contact.ts';
import type { CatalogedFunction } from '../../voice/catalog.ts';

type NamesIn<Entry extends CatalogedFunction> = Entry extends CatalogedFunction
  ? keyof Entry['arguments']['entries']
  : never;
type Descriptions<Names extends PropertyKey> = { readonly [Name in Names]?: string };

/** Describes arguments that mean the same in every function. Names of functions in braces are those of platform one. */
const shared: Descriptions<NamesIn<CatalogedFunction>> = {
  ...personDescriptions,
  ...placeDescriptions,
  date: 'The day that the caller chose, as YYYY-MM-DD, worked out from the calendar.',
  weekday: 'The weekday of that date, if the caller named it.',
  time: 'The start that the caller chose, as HH:MM (24 hours), one of those that a function offered.',
  serviceType: 'The service, chosen as {check_availability} describes it.',
  technician: 'The technician by name, or "someone else", only if the caller asks for it.',
  urgency:
    'emergency: danger or damage is going on right now. urgent: it should be soon, but can be scheduled. Otherwise routine.',
  danger:
    'What endangers people or the house right now. A chirp once a minute is a battery, and a tripped breaker is no danger: none.',
  notes: "What is wrong and what the technician should know, in the caller's words.",
  zip: 'Postal code of the job, as soon as the caller has told it.',
  customerName: 'First and last name of the person whose name goes on the visit.',
  callerName: 'Name of the person who speaks, if that is another one.',
  customerPhone:
    'A phone number in digits, with area code, only if it is not the one that the caller is calling from.',
  siteId:
    'The siteId of the place, from the lines known before hello or from a function, in place of an address. Never make one up.',
  siteLabel: 'What the caller calls the place, such as home or office, if they say so.',
  onSiteName:
    'The person whom the technician calls at the job, if it is not the customer: a tenant, a neighbor.',
  onSitePhone: 'The phone number of that person, in digits.',
  onSiteMayChange: 'True only if the caller says that this person may move or cancel the visit.',
  dispatchRequestId:
    'The id of the appointment, from the lines known before hello or from a function. Never ask the caller for it, and never make one up.',
  additionalVisit:
    'True only if the caller wants one more visit beside one that is booked for the same service. False only if they were asked, and it is the same visit with a corrected address.',
  language: 'The language of the caller, if it is not English.',
};

const special: { readonly [Entry in CatalogedFunction as Entry['voiceone']]?: Descriptions<NamesIn<Entry>> } =
  {
    check_availability: {
      date: 'The day that the caller asks for, as YYYY-MM-DD, worked out from the calendar. Leave it out for the earliest times.',
      from: 'The first day that suits the caller, as YYYY-MM-DD, if several do.',
      to: 'The last day that suits the caller, as YYYY-MM-DD.',
      weekdays: 'The weekdays that suit the caller, if only some do.',
      notDates: 'Days that do not suit the caller, as YYYY-MM-DD.',
      serviceType: 'The service that the caller needs.',
      notBefore: 'The earliest time of day that suits the caller, as HH:MM (24 hours).',
      notAfter: 'The latest time of day that suits the caller, as HH:MM.',
      notBetween: 'A part of the day that does not suit the caller, as HH:MM-HH:MM.',
      prefer: 'earliest or latest, if the caller wants the first or the last time that there is.',
      partOfDay: 'The part of the day that the caller asks for.',
      additionalVisit:
        'True only if the caller wants one more visit for a service already booked in this call, beside the one that stands.',
    },
    cancel_job: { reason: 'Why the caller cancels, if they say so. Do not press them for it.' },
    get_business_hours: {
      date: 'The day that the caller asks about, as YYYY-MM-DD. Leave it out for the week.',
    },
    take_message: {
      about: 'What the caller wants the office to know or to call back about, in their words.',
      customerName: 'First and last name of the caller.',
      topic:
        'estimate: a price. billing: an invoice or a payment. complaint: they are unhappy. vendor: they sell something. job: a visit that is booked or done. callback: they only want a call. Otherwise other.',
      when: 'When the caller would like to be called, in their words.',
      dispatchRequestId: 'The id of the visit that it is about, if there is one.',
    },
    transfer_call: { reason: 'Why the caller needs a person, in one sentence.' },
  };

/** Returns the description of an argument that the function offers. */
export function argumentDescription({ voiceone }: CatalogedFunction, name: string): string {
  const texts: Readonly<Record<string, string | undefined>> = { ...shared, ...special[voiceone] };
  const text = texts[name];
  if (text === undefined) throw new Error(`The argument ${name} of ${voiceone} has no description`);
  return text;
}
