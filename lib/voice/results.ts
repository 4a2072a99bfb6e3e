import * as v from 'valibot';
import { dangers } from '../accounts/account.ts';
import { noneReasons } from '../booking/openings.ts';
import { MAX_ALTERNATIVES, requestedStartReasons } from '../booking/requested-start.ts';
import { faultCodes } from '../record/faults.ts';
import { requestIdPattern, requestOrHoldIdPattern } from '../record/ids.ts';
import { MAX_MESSAGE } from '../wording/speech.ts';
import type { InParts } from './message.ts';

// These schemas type the results of all functions and check the API's document and its examples. Nothing here runs in
// production.

const message = v.pipe(
  v.string(),
  v.maxLength(MAX_MESSAGE),
  v.description('What the agent says to the caller, word for word: one line without markup.'),
);
const text = (description: string) => v.pipe(v.string(), v.description(description));
const flag = (description: string) => v.pipe(v.boolean(), v.description(description));
const localDate = (description: string) => v.pipe(v.string(), v.isoDate(), v.description(description));
const timestamp = (description: string) => v.pipe(v.string(), v.isoTimestamp(), v.description(description));
const listOf = <Item extends v.GenericSchema>(description: string, item: Item) =>
  v.pipe(v.array(item), v.readonly(), v.description(description));
const matching = (pattern: RegExp, description: string) =>
  v.pipe(v.string(), v.regex(pattern), v.description(description));

/** Matches a clock time: `9:00 AM`. */
const clock = (description: string) => matching(/^(1[0-2]|[1-9]):[0-5][0-9] [AP]M$/, description);

/** Matches a time on a 24-hour clock: `09:00`. */
const clock24 = (description: string) => matching(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, description);

/** Matches a start, or the window that is promised in place of the start: `9:00 AM`, `8:00 AM – 10:00 AM`. */
const arrivalTime = (description: string) =>
  matching(/^(1[0-2]|[1-9]):[0-5][0-9] [AP]M( – (1[0-2]|[1-9]):[0-5][0-9] [AP]M)?$/, description);

const end = v.optional(matching(/^([01][0-9]|2[0-4]):[0-5][0-9]$/, 'The end of the window.'));
const nextStep = text('What the model should do next. The caller does not hear it.');

const reason = <const Reasons extends readonly string[]>(...reasons: Reasons) =>
  v.pipe(v.picklist(reasons), v.description('Why the function did not do what was asked.'));

export const dispatchRequestId = matching(requestIdPattern, 'Id of the dispatch request.');
const transferTo = v.pipe(
  v.nullable(v.string()),
  v.description('The number of the person who takes over, E.164; null if nobody can.'),
);
const onCall = v.optional(text('Name of the person on call who has that number.'));
const dueAt = timestamp('By when someone calls back, ISO 8601, UTC.');
const heldUntil = timestamp('Until when the time is held, ISO 8601, UTC.');
const missingNames = listOf('The arguments to ask the caller for.', v.string());
const fee = v.optional(text('What the visit costs, as the message says it.'));

/** Functions that take the caller's own words add these fields to their results. */
export const dangerFacts = {
  danger: v.optional(
    v.pipe(
      v.picklist(dangers),
      v.description('The danger that the caller reports: the safety sentence comes first in `message`.'),
    ),
  ),
  transferTo: v.optional(transferTo),
  onCall,
};

const ignoredArgument = v.strictObject({
  argument: text('Its name.'),
  why: v.pipe(
    v.picklist(['not_understood', 'unknown', 'not_as_chosen', 'not_asked', 'not_stored']),
    v.description(
      '`unknown`: the company has nothing of that name. `not_as_chosen`: the caller chose something else. `not_asked`: it contradicts the days that were asked for. `not_stored`: it could not be stored just now.',
    ),
  ),
});
export type Ignored = v.InferOutput<typeof ignoredArgument>;

export const ignored = v.optional(listOf('Arguments that had no effect.', ignoredArgument));

const weekday = text('The weekday of the date: `Monday`.');
const technician = text('Name of the technician who would come.');

const slot = v.strictObject({
  time: arrivalTime('The start, or the window in which the technician arrives. Functions accept either.'),
  start: clock24('The start, or the beginning of the window, on a 24-hour clock.'),
  end,
  technician,
});
const offer = v.strictObject({ date: localDate('Its date.'), weekday, ...slot.entries });
const offered = listOf('The starts that `message` mentions.', offer);
const alternatives = v.pipe(listOf('Free starts instead.', offer), v.maxLength(MAX_ALTERNATIVES));
const noAlternatives = { alternatives: v.pipe(v.array(offer), v.length(0)) };

const repairSchema = v.pipe(
  v.strictObject({
    argument: text('The argument that could not be used.'),
    sent: text('What was sent, without markup and cut to 60 characters.'),
    expected: text('What the argument has to be.'),
    choices: v.optional(
      v.pipe(
        listOf(
          'The values to choose from, with what tells them apart.',
          v.union([
            v.string(),
            v.strictObject({ serviceType: v.string(), description: v.string() }),
            v.strictObject({ date: v.string(), weekday: v.string() }),
            v.strictObject({ date: v.string(), time: v.string(), start: v.string() }),
            v.strictObject({
              dispatchRequestId: v.string(),
              serviceType: v.string(),
              date: v.optional(v.string()),
              time: v.optional(v.string()),
            }),
            v.strictObject({ siteId: v.string(), street: v.string(), label: v.optional(v.string()) }),
          ]),
        ),
        v.maxLength(40),
      ),
    ),
  }),
  v.description('How the model can repair the function call, if possible without asking the caller.'),
);
export type Repair = v.InferOutput<typeof repairSchema>;

const repair = v.optional(repairSchema);

/** Functions with enumerations add these fields to their results. */
export const repairFacts = { repair, nextStep: v.optional(nextStep) };

const today = v.pipe(
  v.strictObject({
    date: localDate("The company's local date."),
    weekday,
    time: clock24("The company's local time."),
  }),
  v.description("Now, in the company's time zone."),
);

/** Every answer about a day has these facts. */
const dayFacts = {
  date: localDate('The day of the answer, or the first of several.'),
  weekday,
  understood: v.pipe(
    v.strictObject({
      from: localDate('The first day.'),
      to: localDate('The last day.'),
      certain: flag('False if the words may also mean other days.'),
    }),
    v.description('How the words for the day were understood.'),
  ),
  today,
};

const startFacts = {
  time: arrivalTime('The start, or the window in which the technician arrives.'),
  start: clock24('The same on a 24-hour clock.'),
  end,
};

const searchFacts = {
  searchedThrough: v.optional(
    localDate('The last date that was searched, if time or storage cut the search short.'),
  ),
};

const missingArguments = v.strictObject({
  message,
  reason: v.literal('missing_argument'),
  missing: missingNames,
  nextStep,
});
export type MissingArguments = InParts<v.InferOutput<typeof missingArguments>>;

const invalidPhone = v.strictObject({ message, reason: reason('invalid_phone'), repair, nextStep });
export type InvalidPhone = InParts<v.InferOutput<typeof invalidPhone>>;

/** The caller's words match no service, or several. */
const serviceRefusal = v.strictObject({
  message,
  reason: reason('unknown_service', 'ambiguous_service', 'not_offered'),
  suggestions: v.optional(
    v.pipe(
      listOf('With `ambiguous_service`: the services that may be meant, nearest first.', v.string()),
      v.maxLength(4),
    ),
  ),
  services: v.optional(
    v.pipe(
      listOf('With `unknown_service`: the services of the company, nearest first.', v.string()),
      v.maxLength(12),
    ),
  ),
  repair,
  nextStep: v.optional(nextStep),
});
export type ServiceRefusal = InParts<v.InferOutput<typeof serviceRefusal>>;

const areaFacts = {
  areas: v.optional(listOf('Names of the areas in which the service is available.', v.string())),
  weekdays: v.optional(listOf('The weekdays on which the company comes to that postal code.', v.string())),
};

/** The place is not covered for the service. */
const unreached = v.strictObject({
  message,
  reason: reason('outside_area', 'not_in_area'),
  areas: areaFacts.areas,
});

const sites = listOf(
  'Places of the customer, to choose one of by its siteId.',
  v.strictObject({
    siteId: text('Send it instead of an address.'),
    street: text('Its street. Has the house number only if several places are in one street.'),
    label: v.optional(text('What the customer calls it.')),
  }),
);

const notBooked = { confirmed: v.literal(false) };

const booked = v.pipe(
  v.strictObject({
    confirmed: v.literal(true),
    dispatchRequestId,
    message,
    ...dayFacts,
    ...startFacts,
    technician: text('Name of the technician who comes.'),
    fee,
    ignored,
    missing: v.optional(missingNames),
    nextStep: v.optional(nextStep),
    transferTo: v.optional(transferTo),
    onCall,
    dueAt: v.optional(dueAt),
  }),
  v.description('The appointment. An emergency may also be put through to someone.'),
);
export type Booked = InParts<v.InferOutput<typeof booked>>;

const startRefused = v.strictObject({
  message,
  offered,
  ...notBooked,
  reason: reason(...requestedStartReasons),
  heldUntil: v.optional(heldUntil),
  dispatchRequestId: v.optional(dispatchRequestId),
  alternatives,
  ...dayFacts,
  weekdays: areaFacts.weekdays,
  ...searchFacts,
  nextStep: v.optional(nextStep),
  repair,
  ignored,
});
export type StartRefused = InParts<v.InferOutput<typeof startRefused>>;

const choice = v.strictObject({
  message,
  offered,
  reason: reason('choose_time', 'choose_date', 'invalid_time'),
  alternatives,
  repair,
  ignored,
  ...dayFacts,
  nextStep,
});

const startQuestion = v.strictObject({
  message,
  repair,
  reason: reason('invalid_date', 'unclear_date', 'unclear_time'),
  suggestions: v.optional(listOf('The possible values to send.', v.string())),
  nextStep,
});
export type StartQuestion = InParts<v.InferOutput<typeof startQuestion>>;

/** The day that was understood, although the time was not. */
const understoodDay = v.partial(v.strictObject(dayFacts)).entries;

/** Booking, moving and holding have these refusals in common. */
const startRefusals = <Entries extends v.ObjectEntries>(not: Entries) =>
  [
    v.pipe(
      v.strictObject({ ...choice.entries, ...not }),
      v.description(
        'The start is open, or its time was not understood: starts for the caller to choose from.',
      ),
    ),
    v.pipe(
      v.strictObject({ ...startQuestion.entries, ...not, ...understoodDay, today, ...noAlternatives }),
      v.description('The caller must be asked for the day or time again.'),
    ),
    v.strictObject({ ...missingArguments.entries, ...not, ...noAlternatives }),
    v.strictObject({ ...unreached.entries, ...not, ...noAlternatives }),
  ] as const;

const needsPerson = v.strictObject({
  message,
  reason: v.literal('needs_human'),
  dispatchRequestId: v.optional(dispatchRequestId),
  transferTo,
  onCall,
  dueAt: v.optional(dueAt),
  missing: v.optional(missingNames),
  offered: v.optional(offered),
  nextStep: v.optional(nextStep),
});
export type NeedsPerson = InParts<v.InferOutput<typeof needsPerson>>;

const noAppointment = v.strictObject({ message, reason: v.literal('no_appointment') });
export type NoAppointment = InParts<v.InferOutput<typeof noAppointment>>;

/** These fields distinguish several appointments of a caller. */
const listed = {
  dispatchRequestId,
  serviceType: text('The service.'),
  date: v.optional(localDate('Its date, if it has one.')),
  time: v.optional(arrivalTime('Its start, if it has one.')),
};
const listedAppointments = listOf('Those that may be meant.', v.strictObject(listed));

const listedAppointmentsAndHold = listOf(
  'Those that may be meant, and the time that the call holds.',
  v.strictObject({
    ...listed,
    dispatchRequestId: matching(requestOrHoldIdPattern, 'Id of the dispatch request, or of the held time.'),
  }),
);

const ambiguousAppointment = v.strictObject({
  message,
  repair,
  reason: v.literal('ambiguous_appointment'),
  appointments: listedAppointments,
  nextStep,
});
export type AmbiguousAppointment = InParts<v.InferOutput<typeof ambiguousAppointment>>;

const doubtfulAppointment = v.strictObject({
  message,
  repair,
  reason: v.literal('confirm_appointment'),
  dispatchRequestId,
  appointments: listedAppointments,
  nextStep,
});
export type DoubtfulAppointment = InParts<v.InferOutput<typeof doubtfulAppointment>>;

const ambiguousSite = v.strictObject({
  message,
  reason: v.literal('ambiguous_site'),
  sites,
  repair,
  nextStep: v.optional(nextStep),
});
export type AmbiguousSite = InParts<v.InferOutput<typeof ambiguousSite>>;

const existingVisit = v.pipe(
  v.strictObject({
    message,
    ...notBooked,
    reason: reason('already_booked', 'another_address'),
    dispatchRequestId,
    appointments: listedAppointments,
    ...noAlternatives,
    ...dayFacts,
    nextStep,
  }),
  v.description('The service is booked already: the caller has to say whether this is another visit.'),
);
export type ExistingVisit = InParts<v.InferOutput<typeof existingVisit>>;

const startNotBooked = [
  v.pipe(
    startRefused,
    v.description('The start is not available. If there already is an appointment, its id is included.'),
  ),
  v.pipe(
    v.strictObject({ ...needsPerson.entries, ...notBooked }),
    v.description('A person must take over: it is an emergency, or not allowed by phone.'),
  ),
  ...startRefusals(notBooked),
] as const;

export const bookJobResult = v.union([
  booked,
  ...startNotBooked,
  existingVisit,
  v.strictObject({ ...serviceRefusal.entries, ...notBooked, ...noAlternatives }),
  v.strictObject({ ...invalidPhone.entries, ...notBooked, ...noAlternatives }),
  v.strictObject({ ...noAppointment.entries, ...notBooked, ...noAlternatives }),
  v.strictObject({ ...ambiguousSite.entries, ...notBooked, ...noAlternatives }),
]);
export type BookJobResult = InParts<v.InferOutput<typeof bookJobResult>>;

export const rescheduleJobResult = v.union([
  booked,
  ...startNotBooked,
  v.strictObject({ ...noAppointment.entries, ...notBooked }),
  v.strictObject({ ...ambiguousAppointment.entries, ...notBooked }),
  v.strictObject({ ...doubtfulAppointment.entries, ...notBooked }),
]);
export type RescheduleJobResult = InParts<v.InferOutput<typeof rescheduleJobResult>>;

const notHeld = { held: v.literal(false) };
const { confirmed: _, ...startNotHeld } = startRefused.entries;

export const holdTimeResult = v.union([
  v.pipe(
    v.strictObject({
      held: v.literal(true),
      heldUntil,
      message,
      ...dayFacts,
      ...startFacts,
      technician,
      missing: v.optional(missingNames),
      nextStep,
      ignored,
    }),
    v.description('The time is held until the call ends, or until `heldUntil`.'),
  ),
  v.pipe(
    v.strictObject({ ...startNotHeld, ...notHeld }),
    v.description('The start is not available. Nothing changes.'),
  ),
  ...startRefusals(notHeld),
  v.strictObject({ ...serviceRefusal.entries, ...notHeld, ...noAlternatives }),
  v.pipe(
    v.strictObject({
      message,
      ...notHeld,
      reason: reason('hold_limit', 'no_call', 'call_ended', 'released', 'not_held_here'),
      nextStep: v.optional(nextStep),
      ...noAlternatives,
    }),
    v.description(
      'No time is held: too many are, the call has no id or has ended, it is a repeat after the hold was released or has ended, or the company holds none.',
    ),
  ),
]);
export type HoldTimeResult = InParts<v.InferOutput<typeof holdTimeResult>>;

const notCanceled = { canceled: v.literal(false) };

export const cancelJobResult = v.union([
  v.pipe(
    v.strictObject({
      canceled: flag('False for a late repeat after a new booking.'),
      dispatchRequestId,
      message,
    }),
    v.description('The canceled appointment.'),
  ),
  v.pipe(
    v.strictObject({ message, reason: v.literal('released'), ...notCanceled }),
    v.description('The call held a time, which is released.'),
  ),
  v.strictObject({ ...needsPerson.entries, ...notCanceled }),
  v.strictObject({ ...noAppointment.entries, ...notCanceled }),
  v.strictObject({
    ...ambiguousAppointment.entries,
    appointments: listedAppointmentsAndHold,
    ...notCanceled,
  }),
  v.strictObject({ ...doubtfulAppointment.entries, ...notCanceled }),
]);
export type CancelJobResult = InParts<v.InferOutput<typeof cancelJobResult>>;

const notUpdated = { updated: v.literal(false) };

export const updateJobResult = v.union([
  v.pipe(
    v.strictObject({
      updated: v.literal(true),
      dispatchRequestId,
      message,
      missing: v.optional(missingNames),
      nextStep: v.optional(nextStep),
    }),
    v.description('The appointment has the details.'),
  ),
  v.strictObject({ ...missingArguments.entries, ...notUpdated }),
  v.strictObject({ ...noAppointment.entries, ...notUpdated }),
  v.strictObject({ ...ambiguousAppointment.entries, ...notUpdated }),
  v.strictObject({ ...doubtfulAppointment.entries, ...notUpdated }),
  v.strictObject({ ...needsPerson.entries, ...notUpdated }),
]);
export type UpdateJobResult = InParts<v.InferOutput<typeof updateJobResult>>;

const notWaiting = { waiting: v.literal(false) };

export const waitListResult = v.union([
  v.pipe(
    v.strictObject({ waiting: v.literal(true), dispatchRequestId, message }),
    v.description('The caller hears by text if an earlier time is free.'),
  ),
  v.pipe(
    v.strictObject({
      message,
      ...notWaiting,
      reason: reason('needs_consent', 'no_call'),
      nextStep: v.optional(nextStep),
    }),
    v.description('Nobody waits: the caller must agree to texts, or the call has no id.'),
  ),
  v.strictObject({
    message,
    ...notWaiting,
    reason: v.literal('invalid_date'),
    repair,
    nextStep: v.optional(nextStep),
  }),
  v.strictObject({ ...missingArguments.entries, ...notWaiting }),
  v.strictObject({ ...serviceRefusal.entries, ...notWaiting }),
  v.strictObject({ ...noAppointment.entries, ...notWaiting }),
  v.strictObject({ ...ambiguousAppointment.entries, ...notWaiting }),
  v.strictObject({ ...doubtfulAppointment.entries, ...notWaiting }),
]);
export type WaitListResult = InParts<v.InferOutput<typeof waitListResult>>;

/** The fee of this slot differs from that of the offered slots. */
const slotWithFee = v.strictObject({ ...slot.entries, fee });
const datedSlot = v.strictObject({ date: localDate('Its date.'), ...slotWithFee.entries });
const noSlots = { availableSlots: v.pipe(v.array(datedSlot), v.length(0)), today, ignored };

const searchedDays = {
  message,
  offered,
  fee,
  ...dayFacts,
  serviceType: text('The name of the service.'),
  ...searchFacts,
  missing: v.optional(missingNames),
  nextStep: v.optional(nextStep),
  repair,
  ignored,
};

const freeDays = v.strictObject({
  ...searchedDays,
  availableSlots: listOf('All free starts as requested, in order, of at most seven days.', datedSlot),
  more: v.optional(
    v.pipe(
      v.strictObject({ from: localDate('Ask again from this day.') }),
      v.description('Present if days were left out to keep the answer short.'),
    ),
  ),
});

const nothingFree = v.strictObject({
  ...searchedDays,
  availableSlots: noSlots.availableSlots,
  reason: reason(...noneReasons),
  nextAvailable: v.optional(
    v.pipe(
      v.strictObject({
        date: localDate('Their date.'),
        slots: listOf('All starts of that date.', slotWithFee),
      }),
      v.description('The nearest free times.'),
    ),
  ),
  weekdays: areaFacts.weekdays,
});

export const checkAvailabilityResult = v.union([
  v.pipe(freeDays, v.description('The free starts.')),
  v.pipe(nothingFree, v.description('Nothing matches, and what is free instead.')),
  v.strictObject({ ...missingArguments.entries, ...noSlots }),
  v.strictObject({ ...serviceRefusal.entries, ...noSlots }),
  v.strictObject({ ...startQuestion.entries, ...noSlots }),
  v.strictObject({ ...unreached.entries, ...noSlots }),
]);
export type CheckAvailabilityResult = InParts<v.InferOutput<typeof checkAvailabilityResult>>;

const status = text('Its status.');

export const lookupCustomerResult = v.pipe(
  v.strictObject({
    found: flag('Whether the number of the caller is known, if only from a request.'),
    message,
    reason: v.optional(reason('number_not_verified')),
    texts: v.optional(
      v.pipe(
        v.picklist(['ask', 'yes', 'no']),
        v.description('Whether they want texts: `ask` if nobody knows. Absent if the company sends none.'),
      ),
    ),
    missing: v.optional(missingNames),
    nextStep: v.optional(nextStep),
    customer: v.optional(
      v.pipe(
        v.strictObject({
          customerId: v.optional(text('Their id. Absent for a caller who only left a request.')),
          firstName: v.optional(text('How to greet them. Absent if it is not certain.')),
          name: v.optional(text('Their name.')),
          people: v.optional(
            listOf('The people who use the number if there are several: ask who it is.', v.string()),
          ),
          addressOnFile: flag('Whether an address is known.'),
          sites,
        }),
        v.description('Never includes a whole address, because numbers can be forged.'),
      ),
    ),
    upcoming: v.optional(
      listOf(
        'Their upcoming appointments, the next one first.',
        v.strictObject({
          dispatchRequestId,
          date: localDate('The date.'),
          time: arrivalTime('The start.'),
          service: text('The service.'),
          serviceType: text('The same.'),
          technician: text('The technician.'),
          status,
          street: v.optional(text('The street, without the house number.')),
        }),
      ),
    ),
    openRequests: v.optional(
      listOf(
        'Their requests without an appointment.',
        v.strictObject({
          dispatchRequestId,
          status,
          service: v.optional(text('The service, if it is one of the company.')),
        }),
      ),
    ),
  }),
  v.description('The caller.'),
);
export type LookupCustomerResult = InParts<v.InferOutput<typeof lookupCustomerResult>>;

export const createCustomerResult = v.union([
  v.strictObject({
    customerId: text('The same for every call from that number.'),
    created: flag('False if the number was already known.'),
    message,
  }),
  missingArguments,
  invalidPhone,
]);
export type CreateCustomerResult = InParts<v.InferOutput<typeof createCustomerResult>>;

export const getServiceTypesResult = v.pipe(
  v.strictObject({
    serviceTypes: listOf(
      'All services.',
      v.strictObject({
        name: text('Its name.'),
        durationMinutes: v.pipe(v.number(), v.integer(), v.minValue(1)),
        description: v.optional(text('Its description.')),
      }),
    ),
    message,
  }),
  v.description('The services of the company.'),
);
export type GetServiceTypesResult = InParts<v.InferOutput<typeof getServiceTypesResult>>;

const hours = listOf(
  'A day with a break has two entries, a closed one none.',
  v.strictObject({
    day: text('The weekday.'),
    open: clock('When it opens.'),
    close: clock('When it closes.'),
  }),
);

export const getBusinessHoursResult = v.pipe(
  v.strictObject({
    timezone: text("IANA name of the company's time zone."),
    openNow: flag('Whether it is open now.'),
    hours,
    ...v.partial(v.object(dayFacts)).entries,
    today: v.strictObject({ ...today.entries, hours }),
    message,
    reason: v.optional(reason('invalid_date')),
    repair,
    nextStep: v.optional(nextStep),
  }),
  v.description('When the company is open.'),
);
export type GetBusinessHoursResult = InParts<v.InferOutput<typeof getBusinessHoursResult>>;

export const takeMessageResult = v.union([
  v.pipe(
    v.strictObject({ noted: v.literal(true), dispatchRequestId, dueAt: v.optional(dueAt), message }),
    v.description(
      'Stored for the office. Without `dueAt`, nobody calls back, because the caller wants no call.',
    ),
  ),
  v.pipe(
    v.strictObject({
      noted: v.literal(false),
      textsEnded: v.pipe(v.literal(true), v.description('The number of the caller gets no more texts.')),
      message,
    }),
    v.description('A wish for no more texts, which needs no person.'),
  ),
  v.pipe(
    v.strictObject({
      noted: v.literal(false),
      reason: reason('missing_argument', 'invalid_phone'),
      repair,
      nextStep: v.optional(nextStep),
      message,
      missing: v.optional(missingNames),
    }),
    v.description('Not stored.'),
  ),
]);
export type TakeMessageResult = InParts<v.InferOutput<typeof takeMessageResult>>;

export const transferCallResult = v.pipe(
  v.strictObject({
    transferTo,
    onCall,
    message,
    dispatchRequestId: v.optional(dispatchRequestId),
    dueAt: v.optional(dueAt),
    missing: v.optional(missingNames),
  }),
  v.description('The person who takes over. If nobody can, a message was stored and someone calls back.'),
);
export type TransferCallResult = InParts<v.InferOutput<typeof transferCallResult>>;

/**
 * Answers a fault as a result, because platforms ignore answers without status 200, and the caller would hear
 * silence.
 */
export const faultResult = v.pipe(
  v.strictObject({
    error: v.strictObject({
      code: v.pipe(
        v.picklist(['unknown_function', 'unknown_account', 'assistant_id_missing', ...faultCodes]),
        v.description(
          '`temporarily_unavailable`: nothing was stored. `outcome_unknown`: repeating it is safe.',
        ),
      ),
      message,
    }),
    ...dangerFacts,
  }),
  v.description('What went wrong, with a message for the caller; in an emergency, also whom to dial.'),
);
export type FaultResult = v.InferOutput<typeof faultResult>;
export type ErrorCode = FaultResult['error']['code'];
