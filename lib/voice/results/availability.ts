import * as v from 'valibot';
import type { InParts } from '../message.ts';
import {
  areaFacts,
  dayFacts,
  fee,
  ignored,
  listOf,
  localDate,
  message,
  missingArguments,
  nextStep,
  offered,
  reason,
  searchFacts,
  slot,
  text,
  today,
  unreached,
} from './parts.ts';
import { serviceRefusal } from './services.ts';

/** A slot whose fee differs from that of the offered ones. */
const slotWithFee = v.strictObject({ ...slot.entries, fee });
const none = { availableSlots: v.pipe(v.array(slot), v.length(0)), today, ignored };

const slots = listOf('The starts of the first day, in order.', slotWithFee);
const serviceType = text('The name of the service.');
const day = v.strictObject({
  date: dayFacts.date,
  weekday: dayFacts.weekday,
  slots: listOf('All starts of the day.', slotWithFee),
});

/** Days with their free times. */
const openingsResult = v.pipe(
  v.strictObject({
    message,
    offered,
    fee,
    days: v.pipe(listOf('Days with free starts, in order.', day), v.maxLength(7)),
    availableSlots: slots,
    ...dayFacts,
    serviceType,
    more: v.optional(
      v.pipe(
        v.strictObject({ from: localDate('Ask again from this day.') }),
        v.description('Present if days were left out to keep the answer short.'),
      ),
    ),
    ...searchFacts,
    nextStep: v.optional(nextStep),
    ignored,
  }),
  v.description('The free starts.'),
);

/** Nothing is free as requested. */
const noOpeningsResult = v.pipe(
  v.strictObject({
    message,
    offered,
    fee,
    availableSlots: none.availableSlots,
    ...dayFacts,
    serviceType,
    reason: reason(
      ...(['past', 'too_soon', 'too_far', 'closed', 'holiday'] as const),
      ...(['fully_booked', 'no_technician', 'duration_exceeds_hours', 'not_in_area'] as const),
    ),
    nextAvailable: v.optional(
      v.pipe(
        v.strictObject({
          date: localDate('Their date.'),
          slots: v.pipe(
            listOf('Some starts of that date, spread over the day.', slotWithFee),
            v.maxLength(3),
          ),
        }),
        v.description('The nearest free times.'),
      ),
    ),
    weekdays: areaFacts.weekdays,
    ...searchFacts,
    nextStep: v.optional(nextStep),
    ignored,
  }),
  v.description('Nothing matches, and what is free instead.'),
);

/** Of availability. */
export const availabilityResult = v.union([
  openingsResult,
  noOpeningsResult,
  v.strictObject({ ...missingArguments.entries, ...none }),
  v.strictObject({ ...serviceRefusal.entries, ...none }),
  v.strictObject({ message, reason: reason('invalid_date'), nextStep, ...none }),
  v.strictObject({ ...unreached.entries, ...none }),
]);
export type AvailabilityResult = InParts<v.InferOutput<typeof availabilityResult>>;
