import * as v from 'valibot';
import { dangers } from '../../accounts/dangers.ts';
import type { InParts } from '../message.ts';

// Parts of the functions' results. Nothing here runs in production: these schemas type the results and check the API's
// document and its examples.

export const message = v.pipe(
  v.string(),
  v.maxLength(220),
  v.description('What the agent says to the caller, word for word: one line without markup.'),
);

export const nextStep = v.pipe(
  v.string(),
  v.description('What the model should do next. The caller does not hear it.'),
);

export const text = (description: string) => v.pipe(v.string(), v.description(description));
export const flag = (description: string) => v.pipe(v.boolean(), v.description(description));
export const localDate = (description: string) => v.pipe(v.string(), v.isoDate(), v.description(description));

/** A clock time: `9:00 AM`. */
export const clock = (description: string) =>
  v.pipe(v.string(), v.regex(/^(1[0-2]|[1-9]):[0-5][0-9] [AP]M$/), v.description(description));

/** With a window. */
export const end = v.optional(
  v.pipe(v.string(), v.regex(/^([01][0-9]|2[0-4]):[0-5][0-9]$/), v.description('The end of the window.')),
);

/** A start, or the window that is promised in place of it: `9:00 AM`, `8:00 AM – 10:00 AM`. */
export const arrivalTime = (description: string) =>
  v.pipe(
    v.string(),
    v.regex(/^(1[0-2]|[1-9]):[0-5][0-9] [AP]M( – (1[0-2]|[1-9]):[0-5][0-9] [AP]M)?$/),
    v.description(description),
  );

/** The same on a 24-hour clock: `09:00`. */
export const clock24 = (description: string) =>
  v.pipe(v.string(), v.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/), v.description(description));

export const listOf = <Item extends v.GenericSchema>(description: string, item: Item) =>
  v.pipe(v.array(item), v.readonly(), v.description(description));

/** Why a function did not do what was asked. */
export const reason = <const Reasons extends readonly string[]>(...reasons: Reasons) =>
  v.pipe(v.picklist(reasons), v.description('Why the function did not do what was asked.'));

export const dispatchRequestId = v.pipe(
  v.string(),
  v.regex(/^dr_[0-9abcdefghjkmnpqrstvwxyz]{20}$/),
  v.description('Id of the dispatch request.'),
);

export const transferTo = v.pipe(
  v.nullable(v.string()),
  v.description('The number of the person who takes over, E.164; null if nobody can.'),
);

/** For a transfer to someone on call. */
export const onCall = v.optional(text('Name of the person on call who has that number.'));

/** Additional fields in the results of functions that take the caller's own words. */
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

/** With a stored callback. */
export const dueAt = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.description('By when someone calls back, ISO 8601, UTC.'),
);

/** When a held time is free again, unless it is booked before. */
export const heldUntil = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.description('Until when the time is held, ISO 8601, UTC.'),
);

/** For a refusal: the arguments to ask the caller for. */
export const missingNames = listOf('The arguments to ask the caller for.', v.string());

const weekday = text('The weekday of the date: `Monday`.');
const technician = text('Name of the technician who would come.');

/** A start whose day is given separately. */
export const slot = v.strictObject({
  time: arrivalTime('The start, or the window in which the technician arrives. Functions accept either.'),
  start: clock24('The start, or the beginning of the window, on a 24-hour clock.'),
  end,
  technician,
});

/** A start with its date. */
export const offer = v.strictObject({ date: localDate('Its date.'), weekday, ...slot.entries });

export const offered = listOf('The starts that `message` mentions.', offer);

/** The current time in every answer. */
export const today = v.pipe(
  v.strictObject({
    date: localDate("The company's local date."),
    weekday,
    time: clock24("The company's local time."),
  }),
  v.description("Now, in the company's time zone."),
);

/** The facts in every answer about a day. */
export const dayFacts = {
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

/** Additional fields after an incomplete search. */
export const searchFacts = {
  searchedThrough: v.optional(
    localDate('The last date that was searched, if time or storage cut the search short.'),
  ),
};

export const ignored = v.optional(
  listOf('Arguments that were not understood and had no effect.', v.string()),
);

/** Arguments that are missing. */
export const missingArguments = v.strictObject({
  message,
  reason: v.literal('missing_argument'),
  missing: missingNames,
  nextStep,
});

export type MissingArguments = InParts<v.InferOutput<typeof missingArguments>>;

/** The sites of a customer. */
export const sites = listOf(
  'Places of the customer, to choose one of by its siteId.',
  v.strictObject({
    siteId: text('Send it instead of an address.'),
    street: text('Its street, without the house number.'),
  }),
);

/** With `not_in_area`: the areas or weekdays that are covered. */
export const areaFacts = {
  areas: v.optional(listOf('Names of the areas in which the service is available.', v.string())),
  weekdays: v.optional(listOf('The weekdays on which the company comes to that postal code.', v.string())),
};

/** The place is not covered for the service. */
export const unreached = v.strictObject({
  message,
  reason: reason('outside_area', 'not_in_area'),
  areas: areaFacts.areas,
});

/** The fee of a visit, if the account has fees. */
export const fee = v.optional(text('What the visit costs, as the message says it.'));
