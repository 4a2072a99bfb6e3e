import * as v from 'valibot';
import { type Topic, topics } from '../../record/request.ts';
import { type PartOfDay, partsOfDay } from '../../scheduling/time-of-day.ts';
import {
  choice,
  clock,
  DATE,
  dates,
  flag,
  maybe,
  type ReadArguments,
  story,
  TIME,
  text,
} from './arguments.ts';
import {
  addressFields,
  callerName,
  customerName,
  customerPhone,
  danger,
  dayFields,
  language,
  onSiteFields,
  ownName,
  serviceType,
  siteId,
  startFields,
  technician,
  textConsent,
  urgency,
  weekdayList,
  wishFields,
  zip,
} from './common-arguments.ts';

const whichArguments = {
  dispatchRequestId: text(),
  serviceType: text({ alsoKnownAs: ['service'], offered: false }),
  which: text({ offered: false }),
};

/** In functions where day and time mean nothing else, models use them to say which appointment is meant. */
const whenArguments = {
  date: text({ offered: false }),
  weekday: text({ offered: false }),
  time: text({ offered: false }),
};

const topicWords: readonly (readonly [RegExp, Topic])[] = [
  [/pric|quot|cost|estimat/, 'estimate'],
  [/bill|invoice|pay|refund|charge/, 'billing'],
  [/complain|unhappy/, 'complaint'],
  [/vendor|sales|solicit/, 'vendor'],
  [/applicant|applying|hiring|resume/, 'applicant'],
  [/call ?back/, 'callback'],
  [/job|visit|appointment|technician|arriv/, 'job'],
  [/^other$/, 'other'],
];

const topicOf = (said: string): Topic | undefined =>
  topicWords.find(([words]) => words.test(said.toLowerCase()))?.[1];

const topic = choice(topics, topicOf);

const partNamed = (said: string): PartOfDay | undefined => {
  const [only, ...others] = partsOfDay.filter((part) => said.toLowerCase().includes(part));
  return others.length === 0 ? only : undefined;
};

export const checkAvailabilityArguments = v.object({
  ...dayFields,
  from: text({ pattern: DATE }),
  to: text({ pattern: DATE }),
  weekdays: weekdayList,
  notDates: dates(),
  serviceType,
  time: text({ pattern: TIME }),
  ...wishFields(),
  preferredTime: text({ offered: false }),
  zip,
  urgency,
  danger,
  technician,
  additionalVisit: flag(),
  dispatchRequestId: text(),
  notes: story(),
  language,
});

export type CheckAvailabilityArguments = ReadArguments<typeof checkAvailabilityArguments>;

export const holdTimeArguments = v.object({
  ...startFields,
  serviceType,
  technician,
  zip,
  notes: story(),
  danger,
  language,
});

export type HoldTimeArguments = ReadArguments<typeof holdTimeArguments>;

export const bookJobArguments = v.object({
  ...startFields,
  serviceType,
  customerName,
  callerName,
  customerPhone,
  urgency,
  danger,
  technician,
  additionalVisit: maybe(),
  ...addressFields,
  siteId,
  ...onSiteFields,
  notes: story(),
  textConsent,
  language,
});

export type BookJobArguments = ReadArguments<typeof bookJobArguments>;

export const rescheduleJobArguments = v.object({
  ...startFields,
  ...whichArguments,
  technician,
  urgency,
  danger,
  textConsent,
  language,
});

export type RescheduleJobArguments = ReadArguments<typeof rescheduleJobArguments>;

export const updateJobArguments = v.object({
  ...whichArguments,
  ...whenArguments,
  notes: story(),
  urgency,
  danger,
  customerName,
  callerName,
  ...addressFields,
  ...onSiteFields,
  textConsent,
  language,
});

export type UpdateJobArguments = ReadArguments<typeof updateJobArguments>;

export const cancelJobArguments = v.object({
  ...whichArguments,
  ...whenArguments,
  reason: story(),
  danger,
  textConsent,
  language,
});

export type CancelJobArguments = ReadArguments<typeof cancelJobArguments>;

export const waitListArguments = v.object({
  dispatchRequestId: text(),
  serviceType,
  from: text({ pattern: DATE }),
  to: text({ pattern: DATE }),
  partOfDay: choice(partsOfDay, partNamed),
  customerName,
  ...addressFields,
  textConsent,
  language,
});

export type WaitListArguments = ReadArguments<typeof waitListArguments>;

/**
 * The model is not asked for a number, because only the reported one counts. If it sends one, it may be another
 * person's.
 */
export const lookupCustomerArguments = v.object({
  customerPhone: text({
    alsoKnownAs: ['phone', 'phoneNumber', 'phone_number'],
    offered: false,
  }),
  language,
});

export type LookupCustomerArguments = ReadArguments<typeof lookupCustomerArguments>;

export const createCustomerArguments = v.object({
  customerName: ownName,
  customerPhone,
  ...addressFields,
  textConsent,
  language,
});

export type CreateCustomerArguments = ReadArguments<typeof createCustomerArguments>;

export const getServiceTypesArguments = v.object({ language });

export type GetServiceTypesArguments = ReadArguments<typeof getServiceTypesArguments>;

export const getBusinessHoursArguments = v.object({
  date: text({ pattern: DATE }),
  language,
});

export type GetBusinessHoursArguments = ReadArguments<typeof getBusinessHoursArguments>;

export const takeMessageArguments = v.object({
  about: story(),
  customerName: ownName,
  customerPhone,
  email: text({ kept: true }),
  topic,
  callBack: maybe(),
  date: text({ pattern: DATE }),
  notBefore: clock(),
  when: text({ kept: true }),
  dispatchRequestId: text(),
  danger,
  textConsent,
  language,
});

export type TakeMessageArguments = ReadArguments<typeof takeMessageArguments>;

export const transferCallArguments = v.object({
  reason: text({ ownWords: true }),
  topic,
  danger,
  language,
});

export type TransferCallArguments = ReadArguments<typeof transferCallArguments>;
