import * as v from 'valibot';
import {
  clock,
  dayFacts,
  dispatchRequestId,
  dueAt,
  isSo,
  listOf,
  message,
  missingNames,
  nextStep,
  reason,
  today,
  told,
  transferTo,
} from './parts.ts';

const hours = listOf(
  'A day with a break has two entries, a closed one none.',
  v.strictObject({ day: told('Its weekday.'), open: clock('From.'), close: clock('To.') }),
);

/** Of the business hours. */
export const businessHoursResult = v.pipe(
  v.strictObject({
    timezone: told('IANA name of its time zone.'),
    openNow: isSo('Whether it is open now.'),
    hours,
    ...v.partial(v.object(dayFacts)).entries,
    today: v.strictObject({ ...today.entries, hours }),
    message,
    reason: v.optional(reason('invalid_date')),
    nextStep: v.optional(nextStep),
  }),
  v.description('When the company is open.'),
);
export type BusinessHoursResult = v.InferOutput<typeof businessHoursResult>;

/** Of handing over to a person. */
export const handOverResult = v.pipe(
  v.strictObject({
    transferTo,
    message,
    dispatchRequestId: v.optional(dispatchRequestId),
    dueAt: v.optional(dueAt),
    missing: v.optional(missingNames),
  }),
  v.description('Who takes over. Where nobody can, a message was stored for whoever calls back.'),
);
export type HandOverResult = v.InferOutput<typeof handOverResult>;
