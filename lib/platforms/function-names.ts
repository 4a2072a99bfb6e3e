import { type VoicePlatform, voicePlatforms } from './index.ts';

export interface FunctionNames extends Readonly<Record<VoicePlatform, string>> {
  /** Models have also used these names for the function. */
  readonly alsoKnownAs?: readonly string[];
}

// This file is separate from the catalog, so that reading a call report doesn't load the functions.

/** Each function is listed under its name on platform one. */
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
  wait_list: { voiceone: 'wait_list', voicetwo: 'joinWaitlist' },
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

/** Converts a name of a function or an argument to snake case, as models write it: `serviceType` is `service_type`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the distinct names of a function. Each endpoint understands all of them. */
export const namesOf = (names: FunctionNames): readonly string[] => [
  ...new Set([
    ...voicePlatforms.map((platform) => names[platform]),
    snakeCase(names.voicetwo),
    ...(names.alsoKnownAs ?? []),
  ]),
];
