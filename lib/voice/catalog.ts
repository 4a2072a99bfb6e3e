import { voicePlatforms } from '../platforms/index.ts';
import { type CatalogEntry, entry } from './catalog-entry.ts';
import { availability, availabilityArguments } from './functions/availability.ts';
import { bookJob, bookJobArguments } from './functions/book-job.ts';
import { businessHours, businessHoursArguments } from './functions/business-hours.ts';
import { notNoted } from './functions/callbacks.ts';
import { cancelJob, cancelJobArguments } from './functions/cancel-job.ts';
import { createCustomer, createCustomerArguments } from './functions/create-customer.ts';
import { handOver, handOverArguments } from './functions/hand-over.ts';
import { lookupCustomer, lookupCustomerArguments } from './functions/lookup-customer.ts';
import { rescheduleJob, rescheduleJobArguments } from './functions/reschedule-job.ts';
import { serviceTypes, serviceTypesArguments } from './functions/service-types.ts';
import { takeMessage, takeMessageArguments } from './functions/take-message.ts';

/**
 * The functions of the voice agents: what they are called and what they do. What models are told of them stands in
 * `lib/platforms/tools/descriptions.ts`, which no deployed function loads.
 */
export const catalog = [
  entry({
    voiceone: 'check_availability',
    voicetwo: 'checkAvailability',
    alsoKnownAs: ['get_availability', 'get_available_slots', 'check_calendar_availability'],
    arguments: availabilityArguments,
    writes: false,
    run: availability,
  }),
  entry({
    voiceone: 'book_job',
    voicetwo: 'bookAppointment',
    arguments: bookJobArguments,
    writes: true,
    run: bookJob,
  }),
  entry({
    voiceone: 'reschedule_job',
    voicetwo: 'rescheduleAppointment',
    arguments: rescheduleJobArguments,
    writes: true,
    run: rescheduleJob,
  }),
  entry({
    voiceone: 'cancel_job',
    voicetwo: 'cancelAppointment',
    arguments: cancelJobArguments,
    writes: true,
    run: cancelJob,
  }),
  entry({
    voiceone: 'lookup_customer',
    voicetwo: 'lookupCustomer',
    arguments: lookupCustomerArguments,
    writes: false,
    run: lookupCustomer,
  }),
  entry({
    voiceone: 'create_customer',
    voicetwo: 'createCustomer',
    arguments: createCustomerArguments,
    writes: true,
    run: createCustomer,
  }),
  entry({
    voiceone: 'get_service_types',
    voicetwo: 'getServiceTypes',
    arguments: serviceTypesArguments,
    writes: false,
    run: serviceTypes,
  }),
  entry({
    voiceone: 'get_business_hours',
    voicetwo: 'getBusinessHours',
    arguments: businessHoursArguments,
    writes: false,
    run: businessHours,
  }),
  entry({
    voiceone: 'take_message',
    voicetwo: 'takeMessage',
    alsoKnownAs: ['leave_message', 'request_callback'],
    arguments: takeMessageArguments,
    writes: true,
    whenUnavailable: notNoted,
    run: takeMessage,
  }),
  entry({
    voiceone: 'transfer_call',
    voicetwo: 'transferToHuman',
    arguments: handOverArguments,
    writes: true,
    whenUnavailable: notNoted,
    run: handOver,
  }),
];

/** A function of the catalog. */
export type CatalogedFunction = (typeof catalog)[number];

/** All names of a function. Each endpoint understands all of them. */
export const namesOf = (entry: CatalogEntry): readonly string[] => [
  ...voicePlatforms.map((platform) => entry[platform]),
  ...entry.alsoKnownAs,
];

const byName = new Map(catalog.flatMap((entry) => namesOf(entry).map((name) => [name, entry] as const)));

/** The function of that name on any platform. */
export function functionNamed(name: string): CatalogedFunction | undefined {
  return byName.get(name);
}
