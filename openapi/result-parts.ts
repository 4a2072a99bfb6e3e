import type { WantedStartRefusal } from '../lib/dispatch/booking/wanted-start.ts';
import { answer, date, list, only, ref, type Schema, text } from './schema.ts';

// Parts of the results of several functions.

export const message = text('What the agent can say: one line without markup.', { maxLength: 220 });
/** A clock time such as `9:00 AM`. */
export const clock = (description: string) =>
  text(description, { pattern: '^(1[0-2]|[1-9]):[0-5][0-9] [AP]M$' });
export const technician = text('Name of the technician who would come.');
export const requestId = ref('DispatchRequestId');
export const transferTo: Schema = {
  type: ['string', 'null'],
  description: 'The number of the person who takes over, E.164; null where nobody can.',
};

/** By when somebody calls back. */
export const dueAt = text('By when somebody calls back, ISO 8601, UTC.', { format: 'date-time' });

/** The reasons for refusing. */
export const reason = (...values: readonly string[]): Schema => ({
  enum: values,
  description: 'Why the function did not do what was asked.',
});

/** Fields of a refusal of an argument. */
export const argumentFacts = {
  missing: list('With `missing_argument`: the arguments to ask the caller for.', { type: 'string' }),
  suggestions: {
    ...list('With `ambiguous_service`: the services that may be meant, nearest first.', { type: 'string' }),
    maxItems: 4,
  },
  services: {
    ...list('With `unknown_service`: the services of the company, nearest first.', { type: 'string' }),
    maxItems: 12,
  },
};

/** The sites of a customer. */
export const sites = list(
  'Places of the customer, to choose one of by its siteId.',
  answer('A place.', {
    siteId: text('To send in place of an address.'),
    street: text('Its street, without the house number.'),
  }),
);

/** Fields of a search for other times that ended early. */
export const searchFacts = {
  searchedThrough: date('Where time or storage cut the search short: the last date that it looked at.'),
  nextStep: text('What the model should do next.'),
};

/** The text that could not be parsed. */
export const ignored = list('Arguments that were not understood and had no effect.', { type: 'string' });

const startRefusals: Readonly<Record<WantedStartRefusal, true>> = {
  not_skilled: true,
  invalid_time: true,
  past: true,
  too_soon: true,
  too_far: true,
  closed: true,
  holiday: true,
  slot_taken: true,
  no_technician: true,
  not_on_grid: true,
  duration_exceeds_hours: true,
};

/** The reasons for refusing a start. */
export const startReasons = Object.keys(startRefusals);

export const confirmed = answer(
  'The current appointment.',
  {
    confirmed: only(true),
    dispatchRequestId: requestId,
    message,
    date: date('Its date.'),
    time: clock('When it begins.'),
    technician,
  },
  { ignored },
);

export const alternative = answer('Another start that can be booked.', {
  date: date('Its date.'),
  time: clock('When it begins.'),
  technician,
});
