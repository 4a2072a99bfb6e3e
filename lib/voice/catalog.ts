import { functionNames, namesOf } from '../platforms/function-names.ts';
import { entry } from './catalog-entry.ts';
import { availability, availabilityArguments } from './functions/availability.ts';
import { bookJob } from './functions/book-job.ts';
import { bookJobArguments } from './functions/book-job-arguments.ts';
import { businessHours, businessHoursArguments } from './functions/business-hours.ts';
import { cancelJob, cancelJobArguments } from './functions/cancel-job.ts';
import { createCustomer, createCustomerArguments } from './functions/create-customer.ts';
import { handOver, handOverArguments } from './functions/hand-over.ts';
import { holdTime, holdTimeArguments } from './functions/hold-time.ts';
import { lookupCustomer, lookupCustomerArguments } from './functions/lookup-customer.ts';
import { rescheduleJob, rescheduleJobArguments } from './functions/reschedule-job.ts';
import { serviceTypes, serviceTypesArguments } from './functions/service-types.ts';
import { takeMessage, takeMessageArguments } from './functions/take-message.ts';
import { updateJob, updateJobArguments } from './functions/update-job.ts';

/**
 * The functions of the voice agents. Their descriptions for models are in `lib/kits/tools/descriptions.ts`,
 * which no deployed function loads.
 */
export const catalog = [
  entry({
    ...functionNames.check_availability,
    arguments: availabilityArguments,
    writes: false,
    run: availability,
  }),
  entry({
    ...functionNames.hold_time,
    arguments: holdTimeArguments,
    writes: true,
    keepsRefusals: true,
    run: holdTime,
  }),
  entry({
    ...functionNames.book_job,
    arguments: bookJobArguments,
    writes: true,
    keepsRefusals: true,
    storesWords: true,
    run: bookJob,
  }),
  entry({
    ...functionNames.reschedule_job,
    arguments: rescheduleJobArguments,
    writes: true,
    keepsRefusals: true,
    run: rescheduleJob,
  }),
  entry({
    ...functionNames.update_job,
    arguments: updateJobArguments,
    writes: true,
    keepsRefusals: true,
    storesWords: true,
    run: updateJob,
  }),
  entry({
    ...functionNames.cancel_job,
    arguments: cancelJobArguments,
    writes: true,
    keepsRefusals: true,
    run: cancelJob,
  }),
  entry({
    ...functionNames.lookup_customer,
    arguments: lookupCustomerArguments,
    writes: false,
    run: lookupCustomer,
  }),
  entry({
    ...functionNames.create_customer,
    arguments: createCustomerArguments,
    writes: true,
    run: createCustomer,
  }),
  entry({
    ...functionNames.get_service_types,
    arguments: serviceTypesArguments,
    writes: false,
    run: serviceTypes,
  }),
  entry({
    ...functionNames.get_business_hours,
    arguments: businessHoursArguments,
    writes: false,
    run: businessHours,
  }),
  entry({
    ...functionNames.take_message,
    arguments: takeMessageArguments,
    writes: true,
    storesWords: true,
    informsOffice: true,
    run: takeMessage,
  }),
  entry({
    ...functionNames.transfer_call,
    arguments: handOverArguments,
    writes: true,
    storesWords: true,
    informsOffice: true,
    run: handOver,
  }),
];

/** A function of the catalog. */
export type CatalogedFunction = (typeof catalog)[number];

const byName = new Map(catalog.flatMap((entry) => namesOf(entry).map((name) => [name, entry] as const)));

/** Finds a function by its name on any platform. */
export function functionNamed(name: string): CatalogedFunction | undefined {
  return byName.get(name);
}
