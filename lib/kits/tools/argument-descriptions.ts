import { personDescriptions, placeDescriptions } from '../../record/customers/contact.ts';
import type { CatalogedFunction } from '../../voice/catalog.ts';

type ArgumentDescriptions = {
  readonly [Entry in CatalogedFunction as Entry['voiceone']]: {
    readonly [Argument in keyof Entry['arguments']['entries']]: string;
  };
};

const service = {
  serviceType: 'The service that the caller needs, in their words or as {get_service_types} lists it.',
};

const urgency = {
  urgency:
    'emergency: danger or damage is going on right now. urgent: it should be soon, but can be scheduled. Otherwise routine.',
};

const technician = {
  technician: 'The technician by name, or "someone else", only if the caller asks for it.',
};

const name = { customerName: 'First and last name of the caller.' };

const phone = {
  customerPhone:
    'A phone number to reach the caller at, with area code, as they said it. Leave it out if they want to be reached at the number they are calling from.',
};

const address = {
  ...personDescriptions,
  ...placeDescriptions,
  siteLabel: 'What the caller calls the place, such as home or office, if they say so.',
};

const appointment = {
  dispatchRequestId:
    'The dispatchRequestId of the appointment, as {lookup_customer} or this function returned it. Only needed if the caller has several. Never ask the caller for it, and never make one up.',
  serviceType:
    'The service of the appointment, in the words of the caller. Only needed if the caller has several appointments.',
  which:
    'Words of the caller that choose one of their appointments, such as "Tuesday", "the morning one" or "the furnace".',
};

/** Functions have their names on platform one. Names of functions in braces are replaced by those of the platform. */
const argumentDescriptions: ArgumentDescriptions = {
  check_availability: {
    date: 'The day or days that the caller asks for, as YYYY-MM-DD or in their words, such as "tomorrow", "next Tuesday" or "Thursday or Friday". Leave it out for the earliest times.',
    from: 'The first day of a longer range, as `date`, for a range that one text does not say.',
    to: 'The last day of that range.',
    weekdays: 'The weekdays that suit the caller, such as "Monday, Wednesday", if only some do.',
    ...service,
    preferredTime:
      'The time of the day that suits the caller, in their words, such as "morning", "after 3" or "between 8 and 10". Leave it out if they have not named one.',
    zip: 'The postal code of the job, as soon as the caller has told it.',
    ...urgency,
    ...technician,
    additionalVisit:
      'True only if the caller wants one more visit for a service already booked in this call, beside the one that stands.',
  },
  hold_time: {
    date: 'The day that the caller leans to, as YYYY-MM-DD or in their words, such as "tomorrow".',
    time: 'The start that the caller leans to, one of those that {check_availability} returned, as its start (HH:MM) or in their words, such as "nine".',
    ...{ ...service, ...technician },
    zip: 'The postal code of the job, if the caller has told it.',
  },
  book_job: {
    date: 'The day that the caller chose, as YYYY-MM-DD or in their words, such as "tomorrow". Needed unless it is an emergency.',
    time: 'The start that the caller chose, one of those that {check_availability} returned, as its start (HH:MM) or in their words, such as "nine". Needed unless it is an emergency.',
    ...{ ...service, ...name, ...phone, ...urgency, ...technician },
    additionalVisit:
      'True only if the caller wants one more visit beside one that is booked for the same service. False only if the caller was asked, and it is the same visit with a corrected address. Otherwise leave it out.',
    ...address,
    siteId:
      'The siteId of the place that the caller means, as {lookup_customer} or this function returned it, in place of an address. Never ask the caller for it, and never make one up.',
    notes: "What is wrong and what the technician should know, in the caller's words.",
  },
  reschedule_job: {
    date: 'The new day that the caller chose, as YYYY-MM-DD or in their words, such as "tomorrow".',
    time: 'The new start that the caller chose, one of those that {check_availability} returned, as its start (HH:MM) or in their words, such as "nine", "same time" or "an hour later".',
    ...{ ...appointment, ...technician },
  },
  update_job: {
    ...appointment,
    notes: "What the technician should know besides, in the caller's words.",
    ...{ ...name, ...address },
  },
  cancel_job: {
    ...appointment,
    reason: 'Why the caller cancels, if they say so. Do not press them for it.',
  },
  lookup_customer: { customerPhone: 'A number that the caller asks about.' },
  create_customer: { ...name, ...phone, ...address },
  get_service_types: {},
  get_business_hours: {
    date: 'The day that the caller asks about, as YYYY-MM-DD or in their words, such as "tomorrow". Leave it out for the week.',
  },
  take_message: {
    about: 'What the caller wants the office to know or to call back about, in their words.',
    ...{ ...name, ...phone },
    topic:
      'estimate: a price. billing: an invoice or a payment. complaint: they are unhappy. vendor: they sell something. job: a visit that is booked or done. callback: they only want a call. Otherwise other.',
    when: 'When the caller would like to be called, in their words.',
    dispatchRequestId:
      'The dispatchRequestId of the visit that it is about, if a function returned one. Never ask the caller for it.',
  },
  transfer_call: { reason: 'Why the caller needs a person, in one sentence.' },
};

export const argumentDescriptionsOf = (entry: CatalogedFunction): Readonly<Record<string, string>> =>
  argumentDescriptions[entry.voiceone];
