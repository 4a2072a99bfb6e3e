import type { ErrorCode } from '../lib/voice/run-function.ts';
import { availabilityResult, bookingResult } from './booking-results.ts';
import { cancellationResult, rescheduleResult } from './change-results.ts';
import {
  argumentFacts,
  clock,
  dueAt,
  message,
  reason,
  requestId,
  sites,
  transferTo,
} from './result-parts.ts';
import { answer, date, list, only, ref, type Schemas, text, truth } from './schema.ts';

const service = text('What for.');

const customer = answer(
  'Who is calling.',
  { found: truth('Whether the number of the caller is known, if only from a request.'), message },
  {
    reason: reason('number_not_verified'),
    customer: answer(
      'Never the address itself: a number can be forged.',
      {
        addressOnFile: truth('Whether an address is known.'),
        sites,
      },
      {
        customerId: text('Their id. Absent for someone who only left a request.'),
        firstName: text('How to greet them. Absent where it is not certain.'),
        name: text('Their name.'),
      },
    ),
    upcoming: list(
      'Their appointments to come, the next one first.',
      answer(
        'An appointment.',
        {
          dispatchRequestId: requestId,
          date: date('Its date.'),
          time: clock('When it begins.'),
          service,
          serviceType: service,
          technician: text('Who comes.'),
          status: text('How far it is.'),
        },
        { street: text('Where, without the house number.') },
      ),
    ),
    openRequests: list(
      'Their requests without an appointment.',
      answer('A request.', { dispatchRequestId: requestId, status: text('How far it is.'), service }),
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

const messageResult = {
  anyOf: [
    answer('Stored for the office.', {
      noted: only(true),
      dispatchRequestId: requestId,
      dueAt: dueAt,
      message,
    }),
    answer(
      'Not stored.',
      { noted: only(false), reason: reason('missing_argument', 'invalid_phone'), message },
      { missing: argumentFacts.missing },
    ),
  ],
};

const errorCodes: Readonly<Record<ErrorCode, true>> = {
  unknown_function: true,
  unknown_account: true,
  assistant_id_missing: true,
  temporarily_unavailable: true,
  outcome_unknown: true,
  internal: true,
};

/** The result of each function, by its name on platform one. */
export const resultOf: Readonly<Record<string, string>> = {
  check_availability: 'AvailabilityResult',
  book_job: 'BookingResult',
  reschedule_job: 'RescheduleResult',
  cancel_job: 'CancellationResult',
  lookup_customer: 'CustomerResult',
  create_customer: 'SavedCustomerResult',
  get_service_types: 'ServiceTypesResult',
  get_business_hours: 'BusinessHoursResult',
  take_message: 'MessageResult',
  transfer_call: 'TransferResult',
};

export const resultSchemas: Schemas = {
  DispatchRequestId: text('Id of a dispatch request.', {
    pattern: '^dr_[0-9abcdefghjkmnpqrstvwxyz]{20}$',
  }),
  AvailabilityResult: availabilityResult,
  BookingResult: bookingResult,
  RescheduleResult: rescheduleResult,
  CancellationResult: cancellationResult,
  CustomerResult: customer,
  SavedCustomerResult: savedCustomer,
  ServiceTypesResult: serviceTypes,
  BusinessHoursResult: businessHours,
  MessageResult: messageResult,
  TransferResult: answer(
    'Who takes over. Where nobody can, a message was stored for whoever calls back.',
    { transferTo, message },
    { dispatchRequestId: requestId, dueAt, missing: argumentFacts.missing },
  ),
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
