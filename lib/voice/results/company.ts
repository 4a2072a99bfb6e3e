import * as v from 'valibot';
import type { InParts } from '../message.ts';
import {
  clock,
  dayFacts,
  dispatchRequestId,
  dueAt,
  flag,
  listOf,
  message,
  missingNames,
  nextStep,
  onCall,
  reason,
  text,
  today,
  transferTo,
} from './parts.ts';

const hours = listOf(
  'A day with a break has two entries, a closed one none.',
  v.strictObject({
    day: text('The weekday.'),
    open: clock('When it opens.'),
    close: clock('When it closes.'),
  }),
);

/** Of the business hours. */
export const businessHoursResult = v.pipe(
  v.strictObject({
    timezone: text("IANA name of the company's time zone."),
    openNow: flag('Whether it is open now.'),
    hours,
    ...v.partial(v.object(dayFacts)).entries,
    today: v.strictObject({ ...today.entries, hours }),
    message,
    reason: v.optional(reason('invalid_date')),
    nextStep: v.optional(nextStep),
  }),
  v.description('When the company is open.'),
);
export type BusinessHoursResult = InParts<v.InferOutput<typeof businessHoursResult>>;

/** Of handing over to a person. */
export const handOverResult = v.pipe(
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
export type HandOverResult = InParts<v.InferOutput<typeof handOverResult>>;
