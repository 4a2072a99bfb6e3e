import type { VoicePlatform } from '../../platforms/index.ts';
import { catalog } from '../../voice/catalog.ts';
import type { SampleArguments, SampleContext } from './sample.ts';

export interface FunctionSample {
  readonly about: string;
  readonly args: (context: SampleContext) => SampleArguments;
}

const address = { address: '401 West 14th Street', city: 'New York', state: 'NY', zip: '10011' };

/** Functions have their names on platform one. */
const told: Readonly<Record<string, FunctionSample>> = {
  check_availability: {
    about: 'free times of a day',
    args: ({ date, serviceType }) => ({ date, serviceType, zip: address.zip }),
  },
  hold_time: {
    about: 'sets a time aside for the call',
    args: ({ date, time, serviceType }) => ({ date, time, serviceType, zip: address.zip }),
  },
  book_job: {
    about: 'a booking',
    args: ({ date, time, serviceType, caller }) => ({
      date,
      time,
      serviceType,
      customerName: 'Dana Miller',
      customerPhone: caller,
      urgency: 'routine',
      ...address,
    }),
  },
  reschedule_job: {
    about: "moves the caller's appointment",
    // The demo's Saturdays end at 1 PM.
    args: ({ date }) => ({ date, time: '11:00' }),
  },
  update_job: { about: "a gate code for the caller's appointment", args: () => ({ gateCode: '4711#' }) },
  wait_list: {
    about: 'waits for an earlier time',
    args: ({ serviceType }) => ({ serviceType, textConsent: true }),
  },
  cancel_job: { about: "cancels the caller's appointment", args: () => ({ reason: 'It works again.' }) },
  lookup_customer: { about: 'who is calling', args: () => ({}) },
  create_customer: {
    about: 'a new customer',
    args: ({ caller }) => ({ customerName: 'Dana Miller', customerPhone: caller, ...address }),
  },
  get_service_types: { about: 'what can be booked', args: () => ({}) },
  get_business_hours: { about: 'when the account is open', args: () => ({}) },
  take_message: {
    about: 'a message for the office',
    args: () => ({
      about: 'The invoice has the wrong address.',
      customerName: 'Dana Miller',
      topic: 'billing',
    }),
  },
  transfer_call: {
    about: 'the number of a person',
    args: () => ({ reason: 'The caller asks for a person.' }),
  },
};

/** Returns a sample call of every function in the catalog, with the function's name on a platform. */
export function functionSamples(platform: VoicePlatform): readonly (readonly [string, FunctionSample])[] {
  return catalog.map((entry) => [
    entry[platform],
    told[entry.voiceone] ?? { about: 'a function without arguments', args: () => ({}) },
  ]);
}

/** Turns `book_job` and `bookJob` into `book-job` for the names of samples. */
export function sampleName(functionName: string): string {
  return functionName
    .replace(/[A-Z]/g, (letter) => `-${letter}`)
    .replaceAll('_', '-')
    .toLowerCase();
}
