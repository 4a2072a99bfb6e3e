import * as v from 'valibot';
import {
  clock,
  dispatchRequestId,
  isSo,
  listOf,
  localDate,
  message,
  missingArguments,
  nextStep,
  reason,
  sites,
  told,
} from './parts.ts';

const status = told('How far it is.');

const customer = v.pipe(
  v.strictObject({
    customerId: v.optional(told('Their id. Absent for someone who only left a request.')),
    firstName: v.optional(told('How to greet them. Absent where it is not certain.')),
    name: v.optional(told('Their name.')),
    addressOnFile: isSo('Whether an address is known.'),
    sites,
  }),
  v.description('Never the address itself: a number can be forged.'),
);

const appointment = v.strictObject({
  dispatchRequestId,
  date: localDate('Its date.'),
  time: clock('When it begins.'),
  service: told('What for.'),
  serviceType: told('What for.'),
  technician: told('Who comes.'),
  status,
  street: v.optional(told('Where, without the house number.')),
});

const openRequest = v.strictObject({ dispatchRequestId, status, service: told('What for.') });

/** Of looking up who is calling. */
export const lookupCustomerResult = v.pipe(
  v.strictObject({
    found: isSo('Whether the number of the caller is known, if only from a request.'),
    message,
    reason: v.optional(reason('number_not_verified')),
    customer: v.optional(customer),
    upcoming: v.optional(listOf('Their appointments to come, the next one first.', appointment)),
    openRequests: v.optional(listOf('Their requests without an appointment.', openRequest)),
  }),
  v.description('Who is calling.'),
);
export type LookupCustomerResult = v.InferOutput<typeof lookupCustomerResult>;

/** Of saving who is calling. */
export const createCustomerResult = v.union([
  v.strictObject({
    customerId: told('The same for every call from that number.'),
    created: isSo('False where the number was known already.'),
    message,
  }),
  missingArguments,
  v.strictObject({ message, reason: reason('invalid_phone'), nextStep }),
]);
export type CreateCustomerResult = v.InferOutput<typeof createCustomerResult>;
