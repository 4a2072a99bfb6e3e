import { mapFields } from '../map-fields.ts';

/** An incoming call is answered within this many milliseconds. */
export const GREETING_MS = 1_000;

export const greetingNames = [
  'customer_known',
  'customer_first_name',
  // Whether the platform reports the number that the caller calls from: `known` or `unknown`.
  'caller_number',
  'upcoming_count',
  'upcoming_appointment',
  'upcoming',
  // Visits that were canceled lately, which a caller may want back.
  'canceled',
  'sites',
  'lead_service',
  'open_message',
  // Whether to ask if the company may text the caller.
  'texts',
  // What an earlier call was about that ended before a booking, and who uses this number.
  'interrupted',
  'people',
  'company_name',
  'today',
  'now',
  'calendar',
  'open_now',
  'on_call',
  // Platform one's dialing tool reads this variable, which the answers of functions replace.
  'transfer_number',
] as const;

/**
 * An agent knows these variables of its prompt before it greets the caller. Each is text, and empty if unknown,
 * because agents read out the names of variables without a value. None reveals more than a forged number should.
 */
export type Greeting = Readonly<Record<(typeof greetingNames)[number], string>>;

/** The agent gets these values if nothing could be read. */
export const emptyGreeting: Greeting = mapFields(greetingNames, () => '');
