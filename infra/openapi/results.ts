import type { ErrorCode } from '../../lib/voice/run-function.ts';
import { answer, date, list, only, ref, type Schema, type Schemas, text, truth } from './schema.ts';

const message = text('What the agent can say: one line without markup.', { maxLength: 220 });
const clock = (description: string) => text(description, { pattern: '^(1[0-2]|[1-9]):[0-5][0-9] [AP]M$' });
const technician = text('Name of the technician who would come.');
const requestId = ref('DispatchRequestId');
const transferTo: Schema = {
  type: ['string', 'null'],
  description: 'The number of the person who takes over, E.164; null where nobody can.',
};

const reason = (...values: readonly string[]): Schema => ({
  enum: values,
  description: 'Why the function did not do what was asked.',
});

const dayRefusals = ['past', 'too_soon', 'too_far', 'closed', 'holiday', 'fully_booked', 'no_technician'];
const argumentRefusals = ['missing_argument', 'unknown_service', 'ambiguous_service', 'invalid_date'];

const argumentFacts = {
  missing: list('With `missing_argument`: the arguments to ask the caller for.', { type: 'string' }),
  suggestions: list('With `unknown_service` and `ambiguous_service`: services that are offered.', {
    type: 'string',
  }),
};

const slot = answer('A start that can be booked.', { time: clock('When it begins.'), technician });

const availability = answer(
  'What is free on a date for a service.',
  { availableSlots: list('In order of time, one for each start.', slot), message },
  {
    date: date('The date that was asked for.'),
    serviceType: text('The service as it is listed.'),
    reason: reason(...argumentRefusals, ...dayRefusals, 'duration_exceeds_hours'),
    nextAvailable: answer('The nearest free times, where the date has none.', {
      date: date('Their date.'),
      slots: { ...list('The first ones of that date.', slot), maxItems: 3 },
    }),
    ...argumentFacts,
  },
);

const confirmed = answer('The appointment as it stands.', {
  confirmed: only(true),
  dispatchRequestId: requestId,
  message,
  date: date('Its date.'),
  time: clock('When it begins.'),
  technician,
});

const alternative = answer('Another start that can be booked.', {
  date: date('Its date.'),
  time: clock('When it begins.'),
  technician,
});

const refused = answer(
  'Nothing new was booked; an appointment that stands already is named.',
  {
    confirmed: only(false),
    reason: reason(
      ...['slot_taken', 'not_on_grid', 'duration_exceeds_hours', 'invalid_time', 'invalid_phone'],
      ...argumentRefusals,
      ...dayRefusals,
    ),
    message,
    alternatives: { ...list('What can be had instead.', alternative), maxItems: 3 },
  },
  { dispatchRequestId: requestId, ...argumentFacts },
);

const handedOver = answer(
  'A person has to take this on: an emergency, or more than may be booked by phone.',
  { confirmed: only(false), reason: only('needs_human'), transferTo, message },
  { dispatchRequestId: requestId },
);

const customer = answer(
  'Who is calling.',
  { found: truth('Whether the number of the caller is known.'), message },
  {
    reason: reason('number_not_verified'),
    customer: answer('Never the address itself: a number can be forged.', {
      customerId: text('Their id.'),
      firstName: text('How to greet them.'),
      name: text('Their name.'),
      addressOnFile: truth('Whether an address is known.'),
    }),
    upcoming: list(
      'Their appointments to come.',
      answer('An appointment.', {
        dispatchRequestId: requestId,
        date: date('Its date.'),
        time: clock('When it begins.'),
        serviceType: text('What for.'),
      }),
    ),
  },
);

const savedCustomer = {
  anyOf: [
    answer('Saved.', {
      customerId: text('The same for every call from that number.'),
      created: truth('False where the number was known already.'),
      message,
    }),
    answer(
      'Not saved.',
      { reason: reason('missing_argument', 'invalid_phone'), message },
      {
        missing: argumentFacts.missing,
      },
    ),
  ],
};

const serviceTypes = answer('What the company does.', {
  serviceTypes: list(
    'All services.',
    answer(
      'A service.',
      { name: text('Its name.'), durationMinutes: { type: 'integer', minimum: 1 } },
      { description: text('What it is.') },
    ),
  ),
  message,
});

const hours = list(
  'A day with a break has two entries, a closed one none.',
  answer('A stretch of a day.', {
    day: text('Its weekday.'),
    open: clock('From.'),
    close: clock('To.'),
  }),
);

const businessHours = answer(
  'When the company is open.',
  {
    timezone: text('IANA name of its time zone.'),
    openNow: truth('Whether it is open now.'),
    hours,
    today: answer('The date there now, with its hours.', {
      date: date('The date.'),
      day: text('Its weekday.'),
      hours,
    }),
    message,
  },
  { reason: reason('invalid_date') },
);

const errorCodes: Readonly<Record<ErrorCode, true>> = {
  unknown_function: true,
  unknown_account: true,
  assistant_id_missing: true,
  temporarily_unavailable: true,
  outcome_unknown: true,
  internal: true,
};

/** What each function answers, by its name on platform one. */
export const resultOf: Readonly<Record<string, string>> = {
  check_availability: 'AvailabilityResult',
  book_job: 'BookingResult',
  lookup_customer: 'CustomerResult',
  create_customer: 'SavedCustomerResult',
  get_service_types: 'ServiceTypesResult',
  get_business_hours: 'BusinessHoursResult',
  transfer_call: 'TransferResult',
};

export const resultSchemas: Schemas = {
  DispatchRequestId: text('Id of a dispatch request.', {
    pattern: '^dr_[0-9abcdefghjkmnpqrstvwxyz]{20}$',
  }),
  AvailabilityResult: availability,
  BookingResult: { anyOf: [confirmed, refused, handedOver] },
  CustomerResult: customer,
  SavedCustomerResult: savedCustomer,
  ServiceTypesResult: serviceTypes,
  BusinessHoursResult: businessHours,
  TransferResult: answer('Who takes over.', { transferTo, message }),
  FaultResult: answer('What went wrong, with words for the caller.', {
    error: answer('The fault.', {
      code: {
        enum: Object.keys(errorCodes),
        description:
          '`temporarily_unavailable`: nothing was stored. `outcome_unknown`: repeating it is safe.',
      },
      message,
    }),
  }),
  FunctionResult: {
    description: 'The result of one function, or a fault.',
    anyOf: [...new Set(Object.values(resultOf)), 'FaultResult'].map(ref),
  },
};
