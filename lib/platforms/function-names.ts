import { type VoicePlatform, voicePlatforms } from './index.ts';

/** The names of a function: on each platform, and those that models invent. */
export interface FunctionNames extends Readonly<Record<VoicePlatform, string>> {
  /** Other names that models have used for it. */
  readonly alsoKnownAs?: readonly string[];
}

// Separate from the catalog, so that reading a call report doesn't load the functions.

/** The names of every function, by the one on platform one. */
export const functionNames = {
  check_availability: {
    voiceone: 'check_availability',
    voicetwo: 'checkAvailability',
    alsoKnownAs: ['get_availability', 'get_available_slots', 'check_calendar_availability'],
  },
  hold_time: { voiceone: 'hold_time', voicetwo: 'holdTime' },
  book_job: { voiceone: 'book_job', voicetwo: 'bookAppointment' },
  reschedule_job: { voiceone: 'reschedule_job', voicetwo: 'rescheduleAppointment' },
  update_job: { voiceone: 'update_job', voicetwo: 'updateAppointment' },
  cancel_job: { voiceone: 'cancel_job', voicetwo: 'cancelAppointment' },
  lookup_customer: { voiceone: 'lookup_customer', voicetwo: 'lookupCustomer' },
  create_customer: { voiceone: 'create_customer', voicetwo: 'createCustomer' },
  get_service_types: { voiceone: 'get_service_types', voicetwo: 'getServiceTypes' },
  get_business_hours: { voiceone: 'get_business_hours', voicetwo: 'getBusinessHours' },
  take_message: {
    voiceone: 'take_message',
    voicetwo: 'takeMessage',
    alsoKnownAs: ['leave_message', 'request_callback'],
  },
  transfer_call: { voiceone: 'transfer_call', voicetwo: 'transferToHuman' },
} as const satisfies Readonly<Record<string, FunctionNames>>;

export type FunctionName = keyof typeof functionNames;

/** A name of a function or an argument as models write it in snake case: `serviceType` is `service_type`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** All names of a function, without duplicates. Each endpoint understands all of them. */
export const namesOf = (names: FunctionNames): readonly string[] => [
  ...new Set([
    ...voicePlatforms.map((platform) => names[platform]),
    snakeCase(names.voicetwo),
    ...(names.alsoKnownAs ?? []),
  ]),
];
