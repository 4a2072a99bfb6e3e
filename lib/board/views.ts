import * as v from 'valibot';
import { onCallRoles } from '../accounts/on-call-roles.ts';
import { mapFields } from '../map-fields.ts';
import { callOutcomes } from '../record/calls.ts';
import { contactFields, placeFields, recordFields } from '../record/customers/contact-fields.ts';
import { requestIdPattern } from '../record/ids.ts';
import { sources, statuses, topics, urgencies } from '../record/request.ts';
import { queueGroups } from '../record/request-queue.ts';

// What the answers of the board's API are made of. Nothing here runs in production: answers are typed by these schemas,
// and the API's document and its examples are checked by them.

const text = (description: string) => v.pipe(v.string(), v.description(description));
const count = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));
const listOf = <Item extends v.GenericSchema>(description: string, item: Item) =>
  v.pipe(v.array(item), v.readonly(), v.description(description));
const instant = (description: string) =>
  v.pipe(v.string(), v.isoTimestamp(), v.description(`${description} ISO 8601, UTC.`));
const localDate = (description: string) => v.pipe(v.string(), v.isoDate(), v.description(description));
const clock = (description: string) =>
  v.pipe(v.string(), v.regex(/^(1[0-2]|[1-9]):[0-5][0-9] [AP]M$/), v.description(description));

const dispatchRequestId = v.pipe(
  v.string(),
  v.regex(requestIdPattern),
  v.description('Id of the dispatch request.'),
);
const status = v.pipe(
  v.union([
    v.picklist(statuses),
    v.pipe(v.string(), v.description('Of a newer release: it is shown, and changes are refused.')),
  ]),
  v.description('How far it is.'),
);
const urgency = v.pipe(v.picklist(urgencies), v.description('How urgent it is.'));
const topic = v.pipe(v.picklist(topics), v.description('What a message is about.'));
const version = count('Grows with each change; what `If-Match` names.');
const group = v.pipe(v.picklist(queueGroups), v.description('Why it waits for a person.'));
const next = v.optional(text('The cursor of the next page; absent on the last one.'));

/** Half-open. */
const span = v.strictObject({ from: instant('Its beginning.'), to: instant('Its end.') });

/** Who a technician is. */
const technician = {
  technicianId: text('Id of the technician.'),
  technician: text('Name of the technician.'),
};

/** When an appointment is. */
const when = {
  date: localDate("Its date in the account's zone."),
  time: clock("When it begins, on the account's clocks."),
  startsAt: instant('Its start.'),
  endsAt: instant('Its end.'),
  promise: v.optional(
    v.pipe(
      v.strictObject({
        from: text('`HH:MM`'),
        to: text('`HH:MM`'),
        startsAt: instant('When it begins.'),
        endsAt: instant('When it ends.'),
      }),
      v.description('The window in which the customer was promised the technician, on that date.'),
    ),
  ),
};

/** Where a job is. */
const place = {
  address: v.optional(text('Street address.')),
  city: v.optional(text('City.')),
};

const needsReview = listOf('Names of what a person should look at.', v.string());

/** A request in a list. */
const requestEntry = v.strictObject({
  dispatchRequestId,
  version,
  status,
  urgency,
  kind: v.optional(v.pipe(v.literal('message'), v.description('A message to the office, which is no job.'))),
  topic: v.optional(topic),
  createdAt: instant('When it came.'),
  dueAt: v.optional(
    instant('By when somebody calls back or, if no call was promised, acknowledges the emergency.'),
  ),
  alertedAt: v.optional(instant('When people were notified of the emergency.')),
  notified: v.optional(
    listOf(
      'The people on call who were notified, in order.',
      v.strictObject({
        at: instant('When.'),
        role: v.pipe(v.picklist([...onCallRoles, 'everybody']), v.description('Their role.')),
        people: listOf('Their names.', v.string()),
      }),
    ),
  ),
  alertedWith: v.optional(
    v.pipe(v.string(), v.description('The request whose alert stands for this emergency, too.')),
  ),
  escalatesAt: v.optional(instant('When the next are told, if nobody acknowledges it.')),
  acknowledgedAt: v.optional(instant('When a person acknowledged the emergency.')),
  serviceTypeId: v.optional(text('Id of its service, if that is one of the account.')),
  serviceType: v.optional(text('Its service, or what was asked for.')),
  customer: text('The name, or what else is known of the customer.'),
  phone: v.optional(text('The number to call.')),
  ...place,
  preferredDate: v.optional(text('The date that the customer would like.')),
  preferredTime: v.optional(text('The time that the customer would like.')),
  notes: v.optional(text('What else is known.')),
  needsReview,
  toCheck: v.optional(text('What a person should look at, in words.')),
  appointment: v.optional(
    v.pipe(
      v.strictObject({
        ...when,
        ...technician,
        onCall: v.optional(
          v.pipe(v.literal(true), v.description('For an emergency, from a technician on call.')),
        ),
      }),
      v.description('The active or last appointment.'),
    ),
  ),
});
export type RequestEntry = v.InferOutput<typeof requestEntry>;

/** A call in a list. */
const callEntry = v.strictObject({
  integration: text('The platform of the call.'),
  callId: text("The platform's id of the call."),
  createdAt: instant('When the first event came.'),
  caller: v.optional(text('The number that called, as the platform names it.')),
  agentId: v.optional(text('The agent that took it.')),
  outcome: v.pipe(v.picklist(callOutcomes), v.description('How it ended.')),
  asked: v.pipe(
    v.strictObject({
      services: listOf('Services.', v.string()),
      dates: listOf('Days, as dates or in the words of the call.', v.string()),
    }),
    v.description('What the caller wanted to book, or asked the free times of.'),
  ),
  dispatchRequestIds: listOf('The requests that were made or changed in it.', v.string()),
});
export type CallEntryView = v.InferOutput<typeof callEntry>;

const accountView = v.strictObject({
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

const laneView = v.strictObject({
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
const countsView = v.strictObject({
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

const historyLine = v.strictObject({
  at: instant('When.'),
  from: v.optional(status),
  to: status,
  by: text('Who: `caller`, `crm`, `dispatcher:<name>`, or `several` for merged lines.'),
  folded: v.optional(count('The number of older changes that a merged line counts.')),
  why: v.optional(text('What changed, or why.')),
  callId: v.optional(text('The call that made the change, as `<platform>:<call id>`.')),
});

export const callView = v.strictObject({
  ...callEntry.entries,
  createdAt: v.optional(instant('When the first event came.')),
  events: listOf('The events that were reported.', v.string()),
  startedAt: v.optional(text('When it began, as the platform says.')),
  endedAt: v.optional(text('When it ended, as the platform says.')),
  endedReason: v.optional(text('Why it ended.')),
  transcript: v.optional(text('Every turn, as text.')),
  recordingUrl: v.optional(text('Where the recording is.')),
  summary: v.optional(text("The platform's summary.")),
});
export type CallView = v.InferOutput<typeof callView>;

/** The present state of a request. */
export const requestView = v.strictObject({
  ...v.omit(requestEntry, ['customer', 'phone', 'address', 'city']).entries,
  accountId: text('Id of its account.'),
  topic: v.optional(topic),
  urgency,
  source: v.pipe(v.picklist(sources), v.description('Where it came from.')),
  updatedAt: instant('When it changed last.'),
  regarding: v.optional(text('The request that a message is about, as the caller named it.')),
  customer: v.pipe(
    v.strictObject(mapFields(contactFields, () => v.optional(v.string()))),
    v.description('The person and the site, as they were given.'),
  ),
  callId: v.optional(text('The call that made it.')),
  caller: v.optional(text('The number that it was made from.')),
  merged: v.optional(
    listOf(
      'Requests that became one with it, oldest first; `split` separates the last.',
      v.strictObject({ source: v.picklist(sources), createdAt: instant('When it came.') }),
    ),
  ),
  erasedAt: v.optional(instant('When the data of the person was erased.')),
  history: listOf('Every change, oldest first.', historyLine),
  allowed: listOf('The statuses that may follow.', v.picklist(statuses)),
});
export type RequestView = v.InferOutput<typeof requestView>;

/** A request with the calls that it came from. */
export const requestWithCallsView = v.strictObject({
  request: requestView,
  calls: listOf('The calls that made or changed it, at most five.', callView),
});
export type RequestWithCallsView = v.InferOutput<typeof requestWithCallsView>;

const queueEntry = v.strictObject({ group, ...requestEntry.entries });
export type QueueEntryView = v.InferOutput<typeof queueEntry>;

export const queueView = v.strictObject({
  now: instant('When this was read. Not part of the `ETag`.'),
  requests: listOf('What waits for a person, most pressing first.', queueEntry),
  unbookedCalls: listOf(
    'Calls of the last three days that asked for a service and booked nothing, newest first. On the first page only.',
    callEntry,
  ),
  counts: countsView,
  next,
});
export type QueueView = v.InferOutput<typeof queueView>;

export const startsView = v.strictObject({
  dispatchRequestId,
  date: localDate('The date that was asked for.'),
  serviceType: text('The service that they are for.'),
  durationMinutes: count('How long it takes.'),
  technicians: listOf(
    'Each technician who could do the job, with the starts that would be accepted.',
    v.strictObject({
      ...technician,
      starts: listOf(
        'In order of time.',
        v.strictObject({ time: when.time, startsAt: instant('The start.'), endsAt: instant('The end.') }),
      ),
    }),
  ),
});
export type StartsView = v.InferOutput<typeof startsView>;

export const callsView = v.strictObject({ calls: listOf('Newest first.', callEntry), next });
export type CallsView = v.InferOutput<typeof callsView>;

const site = v.strictObject({
  siteId: text('Id of the site.'),
  ...mapFields(placeFields, () => v.optional(v.string())),
  address: text('Street address.'),
  label: v.optional(text('What the customer calls it.')),
});

export const customerView = v.strictObject({
  phone: text('The number in E.164.'),
  customer: v.optional(
    v.pipe(
      v.strictObject({
        customerId: text('Id of the customer.'),
        ...mapFields(recordFields, () => v.optional(v.string())),
        sites: listOf('Where they need jobs done.', site),
      }),
      v.description('Absent where only requests or calls are known.'),
    ),
  ),
  requests: listOf('Requests for the number or from it, newest first.', requestEntry),
  calls: listOf('Calls from the number, newest first.', callEntry),
});
export type CustomerView = v.InferOutput<typeof customerView>;

export const blockView = v.strictObject({
  blockId: text('Id of the block.'),
  ...technician,
  from: text("Its beginning on the account's clocks, `YYYY-MM-DDTHH:MM`."),
  to: text('Its end, up to `T24:00`.'),
  startsAt: instant('The beginning of what is claimed.'),
  endsAt: instant('The end of what is claimed.'),
  reason: text('Why.'),
  by: text('Who blocked it.'),
});
export type BlockView = v.InferOutput<typeof blockView>;
