import * as v from 'valibot';
import type { InParts } from '../message.ts';
import {
  arrivalTime,
  dispatchRequestId,
  flag,
  listOf,
  localDate,
  message,
  missingArguments,
  nextStep,
  reason,
  sites,
  text,
} from './parts.ts';

const status = text('Its status.');

const customer = v.pipe(
  v.strictObject({
    customerId: v.optional(text('Their id. Absent for a caller who only left a request.')),
    firstName: v.optional(text('How to greet them. Absent if it is not certain.')),
    name: v.optional(text('Their name.')),
    addressOnFile: flag('Whether an address is known.'),
    sites,
  }),
  v.description('Never includes the address, because numbers can be forged.'),
);

const appointment = v.strictObject({
  dispatchRequestId,
  date: localDate('The date.'),
  time: arrivalTime('The start.'),
  service: text('The service.'),
  serviceType: text('The same.'),
  technician: text('The technician.'),
  status,
  street: v.optional(text('The street, without the house number.')),
});

const openRequest = v.strictObject({
  dispatchRequestId,
  status,
  service: v.optional(text('The service, if it is one of the company.')),
});

/** Results of looking up who is calling. */
export const lookupCustomerResult = v.pipe(
  v.strictObject({
    found: flag('Whether the number of the caller is known, if only from a request.'),
    message,
    reason: v.optional(reason('number_not_verified')),
    customer: v.optional(customer),
    upcoming: v.optional(listOf('Their upcoming appointments, the next one first.', appointment)),
    openRequests: v.optional(listOf('Their requests without an appointment.', openRequest)),
  }),
  v.description('The caller.'),
);
export type LookupCustomerResult = InParts<v.InferOutput<typeof lookupCustomerResult>>;

/** Of saving who is calling. */
export const createCustomerResult = v.union([
  v.strictObject({
    customerId: text('The same for every call from that number.'),
    created: flag('False if the number was already known.'),
    message,
  }),
  missingArguments,
  v.strictObject({ message, reason: reason('invalid_phone'), nextStep }),
]);
export type CreateCustomerResult = InParts<v.InferOutput<typeof createCustomerResult>>;
