import { list, ref, type Schema, text } from './schema.ts';

// What the results of several functions are made of.

export const message = text('What the agent can say: one line without markup.', { maxLength: 220 });
/** A clock time as it is told: `9:00 AM`. */
export const clock = (description: string) =>
  text(description, { pattern: '^(1[0-2]|[1-9]):[0-5][0-9] [AP]M$' });
export const technician = text('Name of the technician who would come.');
export const requestId = ref('DispatchRequestId');
export const transferTo: Schema = {
  type: ['string', 'null'],
  description: 'The number of the person who takes over, E.164; null where nobody can.',
};

/** Why a function did not do what was asked: one of these. */
export const reason = (...values: readonly string[]): Schema => ({
  enum: values,
  description: 'Why the function did not do what was asked.',
});

/** What is told beside a refusal of an argument. */
export const argumentFacts = {
  missing: list('With `missing_argument`: the arguments to ask the caller for.', { type: 'string' }),
  suggestions: list('With `unknown_service` and `ambiguous_service`: services that are offered.', {
    type: 'string',
  }),
};
