import * as v from 'valibot';
import type { InParts } from '../message.ts';
import { listedAppointments, listedAppointmentsAndHold } from './listed-appointments.ts';
import {
  areaFacts,
  arrivalTime,
  clock24,
  dayFacts,
  dispatchRequestId,
  dueAt,
  end,
  fee,
  flag,
  heldUntil,
  ignored,
  listOf,
  message,
  missingArguments,
  missingNames,
  nextStep,
  offer,
  offered,
  onCall,
  reason,
  searchFacts,
  sites,
  text,
  today,
  transferTo,
  unreached,
} from './parts.ts';
import { serviceRefusal } from './services.ts';

const notConfirmed = { confirmed: v.literal(false) };
const alternatives = v.pipe(listOf('Free starts instead.', offer), v.maxLength(3));
const noAlternatives = { alternatives: v.pipe(v.array(offer), v.length(0)) };

const confirmed = v.pipe(
  v.strictObject({
    confirmed: v.literal(true),
    dispatchRequestId,
    message,
    ...dayFacts,
    time: arrivalTime('The start, or the window in which the technician arrives.'),
    start: clock24('The same on a 24-hour clock.'),
    end,
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
export type Confirmed = InParts<v.InferOutput<typeof confirmed>>;

export const startRefused = v.pipe(
  v.strictObject({
    message,
    offered,
    ...notConfirmed,
    reason: reason(
      ...(['slot_taken', 'closed', 'holiday', 'past', 'too_soon', 'too_far', 'no_technician'] as const),
      ...(['not_on_grid', 'duration_exceeds_hours', 'invalid_time', 'not_skilled', 'not_in_area'] as const),
      'technician_not_in_area',
    ),
    heldUntil: v.optional(heldUntil),
    dispatchRequestId: v.optional(dispatchRequestId),
    alternatives,
    ...dayFacts,
    weekdays: areaFacts.weekdays,
    ...searchFacts,
    nextStep: v.optional(nextStep),
    ignored,
  }),
  v.description('The start is not available. If there already is an appointment, its id is included.'),
);
export type StartRefused = InParts<v.InferOutput<typeof startRefused>>;

export const choice = v.pipe(
  v.strictObject({
    message,
    offered,
    ...notConfirmed,
    reason: reason('choose_time', 'choose_date'),
    alternatives,
    ...dayFacts,
    nextStep,
  }),
  v.description('The words leave the start open: starts that match, for the caller to choose from.'),
);

export const unclearStart = v.pipe(
  v.strictObject({
    message,
    ...notConfirmed,
    reason: reason('invalid_date', 'unclear_date', 'invalid_time', 'unclear_time'),
    suggestions: v.optional(listOf('The possible values to send.', v.string())),
    nextStep,
    today,
    ...noAlternatives,
  }),
  v.description('The caller must be asked for the day or time again.'),
);

const needsPerson = v.strictObject({
  message,
  reason: v.literal('needs_human'),
  dispatchRequestId: v.optional(dispatchRequestId),
  transferTo,
  onCall,
  dueAt: v.optional(dueAt),
  missing: v.optional(missingNames),
  nextStep: v.optional(nextStep),
});
export type NeedsPerson = InParts<v.InferOutput<typeof needsPerson>>;

const personTakesOver = v.pipe(
  v.strictObject({ ...needsPerson.entries, ...notConfirmed }),
  v.description('A person must take over: it is an emergency, or not allowed by phone.'),
);

const noAppointment = v.strictObject({ message, reason: v.literal('no_appointment') });
export type NoAppointment = InParts<v.InferOutput<typeof noAppointment>>;

const ambiguousAppointment = v.strictObject({
  message,
  reason: v.literal('ambiguous_appointment'),
  appointments: listedAppointments,
  nextStep,
});
export type AmbiguousAppointment = InParts<v.InferOutput<typeof ambiguousAppointment>>;

const confirmAppointment = v.strictObject({
  message,
  reason: v.literal('confirm_appointment'),
  dispatchRequestId,
  appointments: listedAppointments,
  nextStep,
});
export type ConfirmAppointment = InParts<v.InferOutput<typeof confirmAppointment>>;

const ambiguousSite = v.strictObject({ message, reason: v.literal('ambiguous_site'), sites });
export type AmbiguousSite = InParts<v.InferOutput<typeof ambiguousSite>>;

const existingVisit = v.pipe(
  v.strictObject({
    message,
    ...notConfirmed,
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

/** Of booking. */
export const bookJobResult = v.union([
  confirmed,
  startRefused,
  choice,
  existingVisit,
  unclearStart,
  personTakesOver,
  v.strictObject({ ...missingArguments.entries, ...notConfirmed, ...noAlternatives }),
  v.strictObject({ ...serviceRefusal.entries, ...notConfirmed, ...noAlternatives }),
  v.strictObject({
    message,
    reason: v.literal('invalid_phone'),
    nextStep,
    ...notConfirmed,
    ...noAlternatives,
  }),
  v.strictObject({ ...noAppointment.entries, ...notConfirmed, ...noAlternatives }),
  v.strictObject({ ...ambiguousSite.entries, ...notConfirmed, ...noAlternatives }),
  v.strictObject({ ...unreached.entries, ...notConfirmed, ...noAlternatives }),
]);
export type BookJobResult = InParts<v.InferOutput<typeof bookJobResult>>;

/** Of moving an appointment. */
export const rescheduleJobResult = v.union([
  confirmed,
  startRefused,
  choice,
  unclearStart,
  personTakesOver,
  v.strictObject({ ...missingArguments.entries, ...notConfirmed, ...noAlternatives }),
  v.strictObject({ ...unreached.entries, ...notConfirmed, ...noAlternatives }),
  v.strictObject({ ...noAppointment.entries, ...notConfirmed }),
  v.strictObject({ ...ambiguousAppointment.entries, ...notConfirmed }),
  v.strictObject({ ...confirmAppointment.entries, ...notConfirmed }),
]);
export type RescheduleJobResult = InParts<v.InferOutput<typeof rescheduleJobResult>>;

const notCanceled = { canceled: v.literal(false) };

/** Of canceling an appointment. */
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
  v.strictObject({ ...confirmAppointment.entries, ...notCanceled }),
]);
export type CancelJobResult = InParts<v.InferOutput<typeof cancelJobResult>>;

const notUpdated = { updated: v.literal(false) };

/** Results of adding details to an appointment. */
export const updateJobResult = v.union([
  v.pipe(
    v.strictObject({ updated: v.literal(true), dispatchRequestId, message }),
    v.description('The appointment has the details.'),
  ),
  v.strictObject({ ...missingArguments.entries, ...notUpdated }),
  v.strictObject({ ...noAppointment.entries, ...notUpdated }),
  v.strictObject({ ...ambiguousAppointment.entries, ...notUpdated }),
  v.strictObject({ ...confirmAppointment.entries, ...notUpdated }),
  v.strictObject({ ...needsPerson.entries, ...notUpdated }),
]);
export type UpdateJobResult = InParts<v.InferOutput<typeof updateJobResult>>;
