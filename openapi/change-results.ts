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
  startReasons,
  transferTo,
} from './result-parts.ts';
import { answer, date, list, only, type Schema, text } from './schema.ts';

/** The fields that distinguish the caller's appointments. */
const appointments = list(
  'With `ambiguous_appointment`: those that may be meant.',
  answer(
    'An appointment of the caller.',
    {
      dispatchRequestId: requestId,
      serviceType: text('What for.'),
    },
    { date: date('Its date, where it has one.'), time: clock('When it begins.') },
  ),
);

const notMoved = answer(
  'Nothing was changed; the appointment that stands is named where it is the caller’s.',
  {
    confirmed: only(false),
    reason: reason(
      'missing_argument',
      'invalid_date',
      'no_appointment',
      'ambiguous_appointment',
      ...startReasons,
    ),
    message,
  },
  {
    dispatchRequestId: requestId,
    alternatives: { ...list('What can be had instead.', alternative), maxItems: 3 },
    appointments,
    missing: argumentFacts.missing,
    ignored,
    ...searchFacts,
  },
);

const notMovedByPhone = answer(
  'A person has to decide: it begins within the notice, or the job is under way.',
  { confirmed: only(false), reason: only('needs_human'), transferTo, message },
  { dispatchRequestId: requestId, dueAt },
);

/** Of moving an appointment. */
export const rescheduleResult: Schema = { anyOf: [confirmed, notMoved, notMovedByPhone] };

const canceled = answer('Canceled, now or before in this call.', {
  canceled: only(true),
  dispatchRequestId: requestId,
  message,
});

const notCanceled = answer(
  'Nothing was changed. Without a reason: a late repeat of what a later booking has undone.',
  { canceled: only(false), message },
  {
    reason: reason('no_appointment', 'ambiguous_appointment'),
    dispatchRequestId: requestId,
    appointments,
  },
);

const notCanceledByPhone = answer(
  'A person has to decide: it begins within the notice, or the job is under way.',
  { canceled: only(false), reason: only('needs_human'), transferTo, message },
  { dispatchRequestId: requestId, dueAt },
);

/** Of canceling an appointment. */
export const cancellationResult: Schema = { anyOf: [canceled, notCanceled, notCanceledByPhone] };
