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

const lookUpPhrases = (start: string) => ({
  start,
  delayed: 'Still looking, thank you for waiting.',
  failed: 'I could not look that up just now.',
});

const writePhrases = (start: string) => ({
  start,
  delayed: 'Still on it, thank you for waiting.',
  failed: 'I could not confirm that it went through. Let me try once more.',
});

/** The functions of the voice agents: what they are called, what models are told of them, and what they do. */
export const catalog: readonly CatalogEntry[] = [
  entry({
    voiceone: 'check_availability',
    voicetwo: 'checkAvailability',
    alsoKnownAs: ['get_availability', 'get_available_slots', 'check_calendar_availability'],
    description:
      'Lists the start times that are free on one date for one service. Call it before you offer any time. First ask ' +
      'which service the caller needs and which day suits them; turn "tomorrow" or "next Tuesday" into a calendar date ' +
      'and say weekday and date back. Read out two or three of the times, not the whole list. If none is free, say why ' +
      'and offer those of nextAvailable. It books nothing: never say that a time is reserved, and never offer a time ' +
      'that it did not return. Call it again for another day or service. Not for an emergency: call {book_job} at once.',
    arguments: availabilityArguments,
    required: ['date', 'serviceType'],
    writes: false,
    phrases: lookUpPhrases('Let me check the schedule.'),
    run: availability,
  }),
  entry({
    voiceone: 'book_job',
    voicetwo: 'bookAppointment',
    description:
      'Books a visit, or moves the one booked in this call for the same service. Call it only after the caller chose ' +
      'a time that {check_availability} returned and confirmed service, day and time. First ask for their name, a phone ' +
      'number and the address of the job. Never say that anything is booked, and promise no time, before the answer ' +
      'says confirmed: true; then say its message. With confirmed: false say the message and offer the alternatives. ' +
      'If the caller changes their mind, call it again with the new time. Danger or damage right now (smell of gas, ' +
      'no heat in frost, water running): call it at once with urgency emergency and what you know; ask for no date. ' +
      'If the answer has a number in transferTo, use {connect_caller} next.',
    arguments: bookJobArguments,
    // Date, time and name are left out: a model that must fill them in would make them up in an emergency.
    required: ['serviceType', 'urgency'],
    writes: true,
    mayTransfer: true,
    phrases: writePhrases('One moment while I take that down.'),
    run: bookJob,
  }),
  entry({
    voiceone: 'reschedule_job',
    voicetwo: 'rescheduleAppointment',
    description:
      'Moves an appointment that the caller already has, from this call or an earlier one, to another time. Call it ' +
      'only after {check_availability} returned the new time for that service and the caller chose it. First say the old ' +
      'and the new time back. Never say that it is moved before the answer says confirmed: true; with confirmed: false ' +
      'the old appointment stays: say the message and offer the alternatives. With ambiguous_appointment ask which one ' +
      'is meant and call it again with its dispatchRequestId. It works only for the number that the caller calls from: ' +
      'with no_appointment do not ask for other numbers or ids. For a visit booked in this call {book_job} moves it ' +
      'too. If the answer has a number in transferTo, use {connect_caller} next.',
    arguments: rescheduleJobArguments,
    required: ['date', 'time'],
    writes: true,
    mayTransfer: true,
    phrases: writePhrases('One moment while I move that.'),
    run: rescheduleJob,
  }),
  entry({
    voiceone: 'cancel_job',
    voicetwo: 'cancelAppointment',
    description:
      'Cancels an appointment that the caller already has, from this call or an earlier one. Call it only after the ' +
      'caller has clearly said that they want to cancel; first offer another time once ({reschedule_job}), and say back ' +
      'which appointment it is. Never say that it is canceled before the answer says canceled: true. With ' +
      'ambiguous_appointment ask which one is meant and call it again with its dispatchRequestId. It works only for the ' +
      'number that the caller calls from: with no_appointment do not ask for other numbers or ids. If the answer has a ' +
      'number in transferTo, use {connect_caller} next.',
    arguments: cancelJobArguments,
    required: [],
    writes: true,
    mayTransfer: true,
    phrases: writePhrases('One moment while I cancel that.'),
    run: cancelJob,
  }),
  entry({
    voiceone: 'lookup_customer',
    voicetwo: 'lookupCustomer',
    description:
      'Finds who is calling, by the number they call from, with their upcoming appointments. Call it once near the ' +
      'beginning of a call, and when the caller asks about an appointment. It can look up no other number: do not ask ' +
      'for one. If found is true, greet them by firstName if there is one; do not read out customerId. It never tells ' +
      'the address: with one in sites do not ask for it again; with several ask which street it is, and send its siteId. ' +
      'openRequests are what they asked for without an appointment yet.',
    arguments: lookupCustomerArguments,
    required: [],
    writes: false,
    phrases: lookUpPhrases('Let me look up your record.'),
    run: lookupCustomer,
  }),
  entry({
    voiceone: 'create_customer',
    voicetwo: 'createCustomer',
    description:
      'Saves who is calling, or adds to what is known of them. Call it when a caller leaves their details without ' +
      'booking, such as for a call back. First ask for their name. Not needed before {book_job}, which saves them too. ' +
      'It books nothing: do not say that anyone will come.',
    arguments: createCustomerArguments,
    required: ['customerName'],
    writes: true,
    phrases: writePhrases('One moment while I save that.'),
    run: createCustomer,
  }),
  entry({
    voiceone: 'get_service_types',
    voicetwo: 'getServiceTypes',
    description:
      'Lists the services of the company and how long each takes. Call it when the caller asks what is offered, or ' +
      'when it is not clear which service they need. Name a few that fit, not the whole list. Never promise a service ' +
      'that it does not list, and no price.',
    arguments: serviceTypesArguments,
    required: [],
    writes: false,
    phrases: lookUpPhrases('Let me see what we offer.'),
    run: serviceTypes,
  }),
  entry({
    voiceone: 'get_business_hours',
    voicetwo: 'getBusinessHours',
    description:
      'Tells when the company is open, whether it is now, and what today is in its local time. Call it when the caller asks ' +
      'for the hours, or when you are not sure of the date of today. Open hours are not free times: for those call ' +
      '{check_availability}.',
    arguments: businessHoursArguments,
    required: [],
    writes: false,
    phrases: lookUpPhrases('Let me check the hours.'),
    run: businessHours,
  }),
  entry({
    voiceone: 'take_message',
    voicetwo: 'takeMessage',
    alsoKnownAs: ['leave_message', 'request_callback'],
    description:
      'Leaves a message for the office, which calls the caller back. Call it when the caller wants a call back, a price, ' +
      'help with a bill, to complain, or anything that no other function does. First ask what it is about, their name, and ' +
      'a phone number only if they want another than the one they call from. Never say that somebody calls back before the ' +
      'answer says noted: true; then say its message, with its time. It books nothing. Not for an emergency: call {book_job} at once.',
    arguments: takeMessageArguments,
    required: ['about'],
    writes: true,
    phrases: writePhrases('One moment while I note that.'),
    whenUnavailable: notNoted,
    run: takeMessage,
  }),
  entry({
    voiceone: 'transfer_call',
    voicetwo: 'transferToHuman',
    description:
      'Finds the number of the person who takes over now. Call it when the caller asks for a person, when you cannot ' +
      'help, or when a function fails twice. It does not dial: if transferTo is a number, say the message and use ' +
      '{connect_caller}; if it is null nobody can take the call: say the message, and if it asks for a number take it down ' +
      'with {take_message}. Never say the number itself, and never make one up.',
    arguments: handOverArguments,
    required: [],
    writes: true,
    mayTransfer: true,
    phrases: writePhrases('Let me see who can help.'),
    whenUnavailable: notNoted,
    run: handOver,
  }),
];

/** All names of a function. Each endpoint understands all of them. */
export const namesOf = (entry: CatalogEntry): readonly string[] => [
  ...voicePlatforms.map((platform) => entry[platform]),
  ...entry.alsoKnownAs,
];

const byName = new Map(catalog.flatMap((entry) => namesOf(entry).map((name) => [name, entry] as const)));

/** The function of that name on any platform. */
export function functionNamed(name: string): CatalogEntry | undefined {
  return byName.get(name);
}
