import type { DayRefusal } from '../lib/scheduling/engine.ts';
import {
  alternative,
  argumentFacts,
  clock,
  confirmed,
  dueAt,
  ignored,
  message,
  reason,
  requestId,
  searchFacts,
  sites,
  startReasons,
  technician,
  transferTo,
} from './result-parts.ts';
import { answer, date, list, only, type Schema, text } from './schema.ts';

const argumentRefusals = [
  'missing_argument',
  'unknown_service',
  'ambiguous_service',
  'not_offered',
  'invalid_date',
];

const dayRefusals: Readonly<Record<DayRefusal, true>> = {
  past: true,
  too_soon: true,
  too_far: true,
  closed: true,
  holiday: true,
  fully_booked: true,
  no_technician: true,
  duration_exceeds_hours: true,
};

const slot = answer('A start that can be booked.', { time: clock('When it begins.'), technician });

/** Of availability. */
export const availabilityResult = answer(
  'What is free on a date for a service.',
  { availableSlots: list('In order of time, one for each start.', slot), message },
  {
    date: date('The date that was asked for.'),
    serviceType: text('The service as it is listed.'),
    reason: reason(...argumentRefusals, ...Object.keys(dayRefusals)),
    nextAvailable: answer('The nearest free times, where the date has none.', {
      date: date('Their date.'),
      slots: { ...list('The first ones of that date.', slot), maxItems: 3 },
    }),
    ignored,
    ...searchFacts,
    ...argumentFacts,
  },
);

const refused = answer(
  'Nothing new was booked; names the existing appointment.',
  {
    confirmed: only(false),
    reason: reason('invalid_phone', 'no_appointment', 'ambiguous_site', ...argumentRefusals, ...startReasons),
    message,
    alternatives: { ...list('What can be had instead.', alternative), maxItems: 3 },
  },
  { dispatchRequestId: requestId, sites, ignored, ...searchFacts, ...argumentFacts },
);

const handedOver = answer(
  'A person has to take this on: an emergency, or more than may be booked by phone.',
  { confirmed: only(false), reason: only('needs_human'), transferTo, message },
  { dispatchRequestId: requestId, dueAt, missing: argumentFacts.missing },
);

/** Of booking. */
export const bookingResult: Schema = { anyOf: [confirmed, refused, handedOver] };
