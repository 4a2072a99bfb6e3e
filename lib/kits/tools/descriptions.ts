import type { Account } from '../../accounts/account.ts';
import { offersTimes } from '../../accounts/notify.ts';
import { type CatalogedFunction, catalog } from '../../voice/catalog.ts';

interface Description<Argument extends string = string> {
  /**
   * Tells the model, in at most 999 characters, when to call the function, what to ask first and what not to do.
   * Names of functions on platform one are in braces; `{connect_caller}` is the platform's own tool that dials.
   */
  readonly description: string;
  /** The model must have these arguments before it calls the function. A call without them is answered, too. */
  readonly required: readonly Argument[];
  /** True if the result may hold `transferTo`, the number of a person to dial. */
  readonly mayTransfer?: true;
  /** Tells whether an account has the function. Without this test, all accounts have it. */
  readonly isOffered?: (account: Account) => boolean;
}

type Descriptions = {
  readonly [Entry in CatalogedFunction as Entry['voiceone']]: Description<
    keyof Entry['arguments']['entries'] & string
  >;
};

/** Functions have their names on platform one. */
const descriptions: Descriptions = {
  check_availability: {
    description:
      'Lists what is free for a service: on a day, from a day to another, or the earliest times. Call it before you offer ' +
      'any time, with the service and the date that you worked out yourself and with what the caller wishes, each in its ' +
      'argument. Offer the times of its message, with their weekday and date. The caller may also take any other start of ' +
      'availableSlots or nextAvailable, which you can hold and book. It books nothing: never say that a time is reserved, ' +
      'and never offer a time that it did not return. Call it again for a day, a time or a service that no answer has. ' +
      'Not for an emergency: call {book_job} at once. If the answer has a number in transferTo, say its message and use ' +
      '{connect_caller} next.',
    required: ['serviceType'],
    mayTransfer: true,
  },
  hold_time: {
    description:
      'Sets one time aside for a few minutes, so that nobody else takes it while the caller decides or gives their name ' +
      'and address. Call it when the caller leans toward a time that {check_availability} returned and you still need ' +
      'details. It books nothing: never say that anything is booked. With held: true say its message, ask for what is ' +
      'missing, and call {book_job} with the same date and start. With held: false say the message and offer the ' +
      'alternatives. It holds one time: calling it again for another time releases the one before. Not needed when ' +
      'you have all details: then call {book_job} at once.',
    required: ['date', 'time', 'serviceType'],
    isOffered: ({ booking }) => booking.hold !== undefined,
  },
  book_job: {
    description:
      'Books a visit, or moves the one booked in this call for the same service. Call it only after the caller chose ' +
      'a time that {check_availability} returned and confirmed service, day and time. First ask for the name and the ' +
      'address of the job, unless they are known. Never say that anything is booked before the answer says confirmed: ' +
      'true; then say its message. With confirmed: false say the message and offer the alternatives. If the caller ' +
      'changes their mind, call it again with the new time. In danger, or while damage goes on: call it at once with ' +
      'urgency emergency, danger and what you know; ask for nothing first. If the answer has a number in transferTo, use ' +
      '{connect_caller} next.',
    // Date, time and name are left out: a model that must fill them in would make them up in an emergency.
    required: ['serviceType', 'urgency'],
    mayTransfer: true,
  },
  reschedule_job: {
    description:
      'Moves an appointment that the caller already has, from this call or an earlier one, to another time. Call it ' +
      'only after {check_availability} returned the new time for that service and the caller chose it. First say the old ' +
      'and the new time back. Never say that it is moved before the answer says confirmed: true; with confirmed: false ' +
      'the old appointment stays: say the message and offer the alternatives. It works only for the number that the ' +
      'caller calls from: with no_appointment do not ask for other numbers or ids. For a visit booked in this call ' +
      '{book_job} moves it too. If the answer has a number in transferTo, use {connect_caller} next.',
    required: ['date', 'time'],
    mayTransfer: true,
  },
  update_job: {
    description:
      'Adds to an appointment that the caller already has, or corrects it: a gate code, what the technician should know, ' +
      'another address, a name, who is there. Call it when the caller says more about a booked visit, in this call or an ' +
      'earlier one; send only what is new. Never say that it is noted before the answer says updated: true. It works only ' +
      'for the number that the caller calls from: with no_appointment do not ask for other numbers or ids. ' +
      'For another day or time call {reschedule_job}.',
    required: [],
  },
  wait_list: {
    description:
      'Puts the caller on the waiting list: they get a text when an earlier time than theirs, or any time if they have ' +
      'none, becomes free. Call it when they want to come earlier than what is free, or when no free time suits them, ' +
      'after you have offered what is free and, if a visit suits at all, booked it. First ask "May we text you if an ' +
      'earlier time opens up?". It books nothing and promises no time. Never say that they are on the list before the ' +
      'answer says waiting: true; then say its message.',
    required: [],
    isOffered: offersTimes,
  },
  cancel_job: {
    description:
      'Cancels an appointment that the caller already has, from this call or an earlier one. Call it only after the ' +
      'caller has clearly said that they want to cancel, and after you have said back which appointment it is. Only if ' +
      'the time is the reason, first offer another one ({reschedule_job}). Never say that it is canceled before the answer says canceled: true. It works only for the ' +
      'number that the caller calls from: with no_appointment do not ask for other numbers or ids. If the answer has a ' +
      'number in transferTo, use {connect_caller} next.',
    required: [],
    mayTransfer: true,
  },
  lookup_customer: {
    description:
      'Finds who is calling, by the number they call from, with their upcoming appointments and places. Call it once near ' +
      'the beginning of a call if that is not known before hello. It can look up no other number. If found is true, ask ' +
      'before you book whether it is firstName who speaks: others may use the same number. With a place in sites do not ask for the address again; ' +
      'with several ask which one it is, and send its siteId. openRequests are what they asked for without an appointment ' +
      'yet.',
    required: [],
  },
  create_customer: {
    description:
      'Saves who is calling, or adds to what is known of them. Call it when a caller leaves their details without ' +
      'booking, such as for a callback. First ask for their name. Not needed before {book_job}, which saves them too. ' +
      'It books nothing: do not say that anyone will come.',
    required: ['customerName'],
  },
  get_service_types: {
    description:
      'Lists the services of the company and how long each takes. Call it when the caller asks what is offered. Name a ' +
      'few that fit, not the whole list. Never promise a service that it does not list, and no price.',
    required: [],
  },
  get_business_hours: {
    description:
      "Says when the company is open, whether it is open now, and today's date in its local time. Call it when the " +
      "caller asks for hours that the calendar doesn't have, or when you are not sure of today's date. Open hours are not " +
      'free times: for those call {check_availability}.',
    required: [],
  },
  take_message: {
    description:
      'Leaves a message for the office, which calls the caller back unless callBack is false. Call it when the caller wants a callback, a price, ' +
      'help with a bill, to complain, or anything that no other function does. First ask what it is about, their name, and ' +
      "a phone number only if it isn't the one they are calling from. " +
      'Never say that somebody calls back before the ' +
      'answer says noted: true; then say its message, with its time. It books nothing. Not for an emergency: call {book_job} at once. ' +
      'If the answer has a number in transferTo, say its message and use {connect_caller} next.',
    required: ['about'],
    mayTransfer: true,
  },
  transfer_call: {
    description:
      'Finds the number of the person who takes over now. Call it when the caller asks for a person, when you cannot ' +
      'help, or when a function fails twice. It does not dial: if transferTo is a number, say the message and use ' +
      '{connect_caller}; if it is null nobody can take the call: say the message, and if it asks for a number take it down ' +
      'with {take_message}. Never say the number itself, and never make one up.',
    required: [],
    mayTransfer: true,
  },
};

/** Returns the functions that an agent gets: those that the account has, or all if no account is given. */
export const offeredTo = (account: Account | undefined): readonly CatalogedFunction[] =>
  catalog.filter((entry) => account === undefined || (descriptionOf(entry).isOffered?.(account) ?? true));

export const descriptionOf = (entry: CatalogedFunction): Description => descriptions[entry.voiceone];

/** Lambda stops after 10 seconds. A platform that waits longer never reports a successful write as failed. */
const WRITE_SECONDS = 15;
const LOOK_UP_SECONDS = 10;

/** Returns how long the platform should wait for a function. */
export const timeoutSeconds = ({ writes }: CatalogedFunction): number =>
  writes ? WRITE_SECONDS : LOOK_UP_SECONDS;
