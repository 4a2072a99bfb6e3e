import * as v from 'valibot';
import {
  count,
  dispatchRequestId,
  instant,
  listOf,
  localDate,
  needsReview,
  place,
  span,
  status,
  technician,
  text,
  urgency,
  version,
  when,
} from './parts.ts';

export const accountView = v.strictObject({
  accountId: text('Id of the account.'),
  name: text('Its name.'),
  timezone: text('Its time zone, such as `America/New_York`.'),
});
export type AccountView = v.InferOutput<typeof accountView>;

export const accountsView = v.strictObject({
  accounts: listOf('The accounts that the caller may see, by id.', accountView),
});

const boardAppointment = v.strictObject({
  dispatchRequestId,
  version,
  status,
  urgency,
  serviceTypeId: v.optional(text('Id of its service.')),
  serviceType: v.optional(text('Its service.')),
  customer: text('The name, or what else is known of the customer.'),
  ...place,
  ...when,
  needsReview,
});
export type BoardAppointmentView = v.InferOutput<typeof boardAppointment>;

const block = v.strictObject({
  blockId: text('Id of the block.'),
  from: text("Its beginning on the account's clocks, `YYYY-MM-DDTHH:MM`."),
  to: text('Its end, up to `T24:00`.'),
  startsAt: instant('The beginning of what is claimed.'),
  endsAt: instant('The end of what is claimed.'),
  reason: text('Why.'),
});

const unknownClaim = v.strictObject({
  holder: text('The id that claims the time, of something that is gone.'),
  startsAt: instant('Its beginning.'),
  endsAt: instant('Its end.'),
});

const heldTime = v.strictObject({
  startsAt: instant('Its beginning.'),
  endsAt: instant('Its end.'),
  heldUntil: instant('When it is free again unless the caller takes it.'),
});

export const laneView = v.strictObject({
  ...technician,
  skills: listOf('What the technician can do.', v.string()),
  hours: listOf('Working time on the date, without time off.', span),
  timeOff: listOf('Time off that touches the date.', span),
  appointments: listOf('Jobs that claim time, completed ones and no-shows.', boardAppointment),
  blocks: listOf('Blocked time.', block),
  held: listOf('Requests on hold, where their appointment was.', boardAppointment),
  unknown: listOf('Time that is claimed by something that is gone.', unknownClaim),
  holds: listOf('Time that is held for callers who are deciding.', heldTime),
  etag: text('Another one than before if anything of the lane has changed.'),
});
export type LaneView = v.InferOutput<typeof laneView>;

const waiting = (description: string) => count(`${description} 100 if there are as many or more.`);
export const countsView = v.strictObject({
  emergencies: waiting('Emergencies without an appointment, or that nobody acknowledged.'),
  messages: waiting('Messages, and refused changes, that somebody should call back about.'),
  review: waiting('Other requests that a person should look at.'),
  unscheduled: waiting('Other requests without an appointment.'),
  on_hold: waiting('Other requests on hold.'),
  unbookedCalls: count('Calls of the last three days that asked for a service and booked nothing.'),
});
export type CountsView = v.InferOutput<typeof countsView>;

const serviceView = v.strictObject({
  serviceTypeId: text('Id of the service.'),
  name: text('Its name.'),
  durationMinutes: count('How long it takes.'),
  skills: listOf('What a technician needs for it.', v.string()),
});

export const boardView = v.strictObject({
  account: accountView,
  date: localDate("The date, in the account's zone."),
  now: instant('When this was read. Not part of the `ETag`.'),
  day: v.pipe(span, v.description('From midnight to midnight; 23 or 25 hours where the clocks change.')),
  gridMinutes: count('Starts are multiples of it from midnight.'),
  bufferMinutes: count('Minutes after a job that stay free.'),
  serviceTypes: listOf('The services of the account.', serviceView),
  lanes: listOf('A lane for each technician, in the order of the account.', laneView),
  counts: countsView,
});
export type BoardView = v.InferOutput<typeof boardView>;

export const daysView = v.strictObject({
  days: listOf(
    'The days in order.',
    v.strictObject({
      date: localDate("The date, in the account's zone."),
      etag: text('What its `ETag` is now: another one than before if anything of the day has changed.'),
    }),
  ),
});
export type DaysView = v.InferOutput<typeof daysView>;
