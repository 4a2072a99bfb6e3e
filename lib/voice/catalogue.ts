import { availability } from './availability.ts';
import { bookJob } from './book-job.ts';
import { businessHours } from './business-hours.ts';
import { cancelJob } from './cancel-job.ts';
import { createCustomer } from './create-customer.ts';
import { handOver } from './hand-over.ts';
import { lookupCustomer } from './lookup-customer.ts';
import { rescheduleJob } from './reschedule-job.ts';
import { serviceTypes } from './service-types.ts';
import type { VoiceFunction } from './voice-function.ts';

/** One function under the names by which the platforms call it. Each endpoint understands all of them. */
export interface CatalogueEntry {
  readonly voiceone: string;
  readonly voicetwo: string;
  readonly alsoKnownAs: readonly string[];
  /** Whether it stores anything: writes of one message run in order. */
  readonly writes: boolean;
  readonly run: VoiceFunction;
}

const entry = (
  voiceone: string,
  voicetwo: string,
  run: VoiceFunction,
  {
    alsoKnownAs = [],
    writes = false,
  }: { readonly alsoKnownAs?: readonly string[]; readonly writes?: boolean } = {},
): CatalogueEntry => ({ voiceone, voicetwo, alsoKnownAs, writes, run });

export const catalogue: readonly CatalogueEntry[] = [
  entry('check_availability', 'checkAvailability', availability, {
    alsoKnownAs: ['get_availability', 'get_available_slots', 'check_calendar_availability'],
  }),
  entry('book_job', 'bookAppointment', bookJob, { writes: true }),
  entry('reschedule_job', 'rescheduleAppointment', rescheduleJob, { writes: true }),
  entry('cancel_job', 'cancelAppointment', cancelJob, { writes: true }),
  entry('lookup_customer', 'lookupCustomer', lookupCustomer),
  entry('create_customer', 'createCustomer', createCustomer, { writes: true }),
  entry('get_service_types', 'getServiceTypes', serviceTypes),
  entry('get_business_hours', 'getBusinessHours', businessHours),
  entry('transfer_call', 'transferToHuman', handOver),
];

const byName = new Map(
  catalogue.flatMap((one) =>
    [one.voiceone, one.voicetwo, ...one.alsoKnownAs].map((name) => [name, one] as const),
  ),
);

/** The function of that name on either platform. */
export function functionNamed(name: string): CatalogueEntry | undefined {
  return byName.get(name);
}
