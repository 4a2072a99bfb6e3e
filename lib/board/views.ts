import * as v from 'valibot';
import { onCallRoles, urgencies } from '../accounts/account.ts';
import { channels } from '../accounts/notify.ts';
import { mapFields } from '../map-fields.ts';
import { queueGroups } from '../record/attention.ts';
import { callOutcomes } from '../record/calls.ts';
import { contactFields, placeFields, recordFields } from '../record/customers/contact.ts';
import { requestIdPattern } from '../record/ids.ts';
import { audiences, messageStatuses } from '../record/outbox/message.ts';
import { sources, statuses, topics } from '../record/request.ts';
import { weekdays } from '../scheduling/calendar.ts';
import { partsOfDay } from '../scheduling/time-of-day.ts';

// The answers of the board's API. The schemas don't run in production: they give answers their types, describe them in
// `docs/openapi.json`, and check its examples.

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
    v.pipe(v.string(), v.description('A status of a newer release. Changes of the request are refused.')),
  ]),
  v.description('Status of the request.'),
);
const urgency = v.pipe(v.picklist(urgencies), v.description('Urgency of the request.'));
const topic = v.pipe(v.picklist(topics), v.description('Subject of the message.'));
const version = count('Version of the request, which grows with each change. Send it as `If-Match`.');
const group = v.pipe(v.picklist(queueGroups), v.description('Why the request waits for a person.'));
const next = v.optional(text('Cursor of the next page; absent on the last page.'));

const span = v.strictObject({
  from: instant('Beginning of the span.'),
  to: instant('End of the span, exclusive.'),
});

const technician = {
  technicianId: text('Id of the technician.'),
  technician: text('Name of the technician.'),
};

/** Everybody else who comes to a visit. */
const crew = v.optional(listOf('Technicians who come with this one.', v.strictObject(technician)));

const when = {
  date: localDate("Date of the appointment in the account's zone."),
  time: clock("Start of the appointment in the account's zone."),
  startsAt: instant('Start of the appointment.'),
  endsAt: instant('End of the appointment.'),
  promise: v.optional(
    v.pipe(
      v.strictObject({
        from: text('`HH:MM`'),
        to: text('`HH:MM`'),
        startsAt: instant('Beginning of the window.'),
        endsAt: instant('End of the window.'),
      }),
      v.description('Window on that date in which the technician was promised to arrive.'),
    ),
  ),
};

const override = v.optional(
  v.pipe(
    v.strictObject({
      reason: text('Why, in the words of a dispatcher.'),
      by: text('Author: `dispatcher:<name>`.'),
      at: instant('When the visit was placed.'),
      rules: listOf('What would have refused the start, `double` or `over_hold`.', v.string()),
    }),
    v.description('Present if a dispatcher placed the visit in spite of rules.'),
  ),
);

const place = {
  address: v.optional(text('Street address.')),
  city: v.optional(text('City.')),
};

const coordinates = {
  latitude: v.pipe(v.number(), v.description('Degrees north.')),
  longitude: v.pipe(v.number(), v.description('Degrees east.')),
};

const needsReview = listOf('Flags that a person should look at.', v.string());

/** A request in a list. */
const requestEntry = v.strictObject({
  dispatchRequestId,
  version,
  status,
  urgency,
  kind: v.optional(
    v.pipe(v.literal('message'), v.description('Present for a message to the office, which is not a job.')),
  ),
  topic: v.optional(topic),
  createdAt: instant('When the request came in.'),
  dueAt: v.optional(
    instant(
      'Time by which somebody should call back or, if no call was promised, acknowledge the emergency.',
    ),
  ),
  alertedAt: v.optional(instant('When people were notified of the emergency.')),
  notified: v.optional(
    listOf(
      'The people on call who were notified, in order.',
      v.strictObject({
        at: instant('When these people were notified.'),
        role: v.pipe(v.picklist([...onCallRoles, 'everybody']), v.description('Role of these people.')),
        people: listOf('Names of these people.', v.string()),
      }),
    ),
  ),
  alertedWith: v.optional(
    v.pipe(v.string(), v.description('Id of the request whose alert also covers this emergency.')),
  ),
  escalatesAt: v.optional(instant('When the next people are notified if nobody acknowledges the emergency.')),
  acknowledgedAt: v.optional(instant('When a person acknowledged the emergency.')),
  acknowledgedBy: v.optional(text('Who acknowledged it, such as `dispatcher:<name>`.')),
  confirmedAt: v.optional(instant('When the customer confirmed the appointment.')),
  waitlist: v.optional(
    v.pipe(
      v.strictObject({
        services: listOf('Ids of the services, of which any will do.', v.string()),
        from: v.optional(text('The first day that suits.')),
        to: v.optional(text('The last day that suits.')),
        parts: listOf('The parts of the day that suit; empty if all do.', v.picklist(partsOfDay)),
        since: instant('When the customer began to wait.'),
      }),
      v.description('Present while the customer waits for an earlier time.'),
    ),
  ),
  serviceTypeId: v.optional(text('Id of the service, if the account offers it.')),
  serviceType: v.optional(text('Name of the service, or what the customer asked for.')),
  customer: text('Name of the customer, or what else is known about the customer.'),
  phone: v.optional(text('Number to call.')),
  ...place,
  preferredDate: v.optional(text('Date that the customer prefers.')),
  preferredTime: v.optional(text('Time that the customer prefers.')),
  notes: v.optional(text('Notes on the request.')),
  needsReview,
  toCheck: v.optional(text('What a person should look at, as text.')),
  appointment: v.optional(
    v.pipe(
      v.strictObject({
        ...when,
        ...technician,
        override,
        crew,
        visits: v.optional(
          listOf(
            'The job goes on at these visits, numbered from 2.',
            v.strictObject({
              ...v.omit(v.strictObject(when), ['promise']).entries,
              ...technician,
              crew,
              override,
            }),
          ),
        ),
        onCall: v.optional(
          v.pipe(v.literal(true), v.description('Present if a technician on call takes an emergency.')),
        ),
      }),
      v.description('First visit of the active or last appointment, and what goes with it.'),
    ),
  ),
});
export type RequestEntry = v.InferOutput<typeof requestEntry>;

/** A call in a list. */
const callEntry = v.strictObject({
  integration: text('Platform of the call.'),
  callId: text("The platform's id of the call."),
  createdAt: instant('When the first event of the call came in.'),
  caller: v.optional(text('Number that called, as the platform reports it.')),
  agentId: v.optional(text('Id of the agent that took the call.')),
  outcome: v.pipe(v.picklist(callOutcomes), v.description('Outcome of the call.')),
  asked: v.pipe(
    v.strictObject({
      services: listOf('Names of services.', v.string()),
      dates: listOf('Days, as dates or in the words of the call.', v.string()),
    }),
    v.description('What the caller wanted to book, or asked about free times for.'),
  ),
  dispatchRequestIds: listOf('Ids of the requests that the call made or changed.', v.string()),
});
export type CallEntryView = v.InferOutput<typeof callEntry>;

const accountView = v.strictObject({
  accountId: text('Id of the account.'),
  name: text('Name of the account.'),
  timezone: text('Time zone of the account, such as `America/New_York`.'),
});
export type AccountView = v.InferOutput<typeof accountView>;

export const accountsView = v.strictObject({
  accounts: listOf('Accounts that the token may see, by id.', accountView),
});

const boardAppointment = v.strictObject({
  dispatchRequestId,
  version,
  status,
  urgency,
  serviceTypeId: v.optional(text('Id of the service.')),
  serviceType: v.optional(text('Name of the service.')),
  customer: text('Name of the customer, or what else is known about the customer.'),
  ...place,
  zip: v.optional(text('Postal code.')),
  ...when,
  override,
  technicianId: v.optional(text('Id of the technician in front; present if there is a crew.')),
  technician: v.optional(text('Name of the technician in front; present if there is a crew.')),
  crew,
  visit: v.optional(count('Number of this visit, from 1; present if the job has several.')),
  visits: v.optional(count('How many visits the job has; present if there are several.')),
  needsReview,
  waits: v.optional(
    v.pipe(v.literal(true), v.description('Present while the customer waits for an earlier time.')),
  ),
});
export type BoardAppointmentView = v.InferOutput<typeof boardAppointment>;

/** Time of a technician that something claims. */
const claimed = {
  startsAt: instant('Beginning of the claimed time.'),
  endsAt: instant('End of the claimed time.'),
};

const block = v.strictObject({
  blockId: text('Id of the block.'),
  from: text("Beginning of the block in the account's zone, `YYYY-MM-DDTHH:MM`."),
  to: text('End of the block, up to `T24:00`.'),
  ...claimed,
  reason: text('Reason for the block.'),
  repeat: v.optional(
    v.pipe(
      v.strictObject({
        from: text('Beginning of the first block, as it was asked for.'),
        to: text('Its end.'),
        weekdays: listOf('Weekdays on which a block begins.', v.picklist(weekdays)),
        until: localDate('Last date on which a block may begin.'),
      }),
      v.description('Present if the block is one of a series.'),
    ),
  ),
});

const blockConflict = v.strictObject({
  from: text('Beginning of the block that could not be made.'),
  to: text('Its end.'),
  reason: v.picklist(['occupied', 'past', 'ends_before_start', 'too_long']),
  jobs: listOf(
    'Jobs in its time.',
    v.strictObject({
      dispatchRequestId,
      date: localDate('Date of the visit.'),
      time: clock('Start of the visit.'),
      customer: text('Name of the customer.'),
    }),
  ),
  blocks: listOf(
    'Blocks in its time.',
    v.strictObject({ ...v.pick(block, ['blockId', 'from', 'to', 'reason']).entries }),
  ),
  holds: listOf(
    'Time in it that is held for callers.',
    v.strictObject({ ...claimed, heldUntil: instant('When the time is free again.') }),
  ),
});
export type BlockConflictView = v.InferOutput<typeof blockConflict>;

const laneView = v.strictObject({
  ...technician,
  skills: listOf('Skills of the technician.', v.string()),
  hours: listOf('Working time on the date, without time off.', span),
  timeOff: listOf('Time off that touches the date.', span),
  appointments: listOf('Jobs that claim time, completed jobs and no-shows.', boardAppointment),
  blocks: listOf('Blocked time.', block),
  held: listOf('Requests on hold, at the time of their former appointment.', boardAppointment),
  unknown: listOf(
    'Time that is claimed under an id that no longer exists.',
    v.strictObject({ holder: text('The id that claims the time.'), ...claimed }),
  ),
  holds: listOf(
    'Time that is held for callers who are deciding.',
    v.strictObject({
      ...claimed,
      heldUntil: instant('When the time is free again unless the caller takes it.'),
    }),
  ),
  etag: text('Changes whenever anything in the lane does.'),
});
export type LaneView = v.InferOutput<typeof laneView>;

const countsView = v.strictObject({
  emergencies: count('Emergencies that have no appointment or that nobody acknowledged.'),
  messages: count('Messages and refused changes that somebody should call back about.'),
  review: count('Other requests that a person should look at.'),
  unscheduled: count('Other requests without an appointment.'),
  on_hold: count('Other requests on hold.'),
  unbookedCalls: count('Calls of the last three days that asked for a service and booked nothing.'),
});
export type CountsView = v.InferOutput<typeof countsView>;

const serviceView = v.strictObject({
  serviceTypeId: text('Id of the service.'),
  name: text('Name of the service.'),
  durationMinutes: count('Minutes that a job takes.'),
  skills: listOf('Skills that a technician needs.', v.string()),
});

export const boardView = v.strictObject({
  account: accountView,
  date: localDate("Date in the account's zone."),
  now: instant('When the answer was read. The `ETag` leaves it out.'),
  day: v.pipe(
    span,
    v.description('The day from midnight to midnight: 23 or 25 hours long if the clocks change.'),
  ),
  gridMinutes: count('Minutes between possible starts, counted from midnight.'),
  bufferMinutes: count('Minutes that stay free after each job.'),
  serviceTypes: listOf('Services of the account.', serviceView),
  lanes: listOf('A lane for each technician, in the order of the account document.', laneView),
  counts: countsView,
});
export type BoardView = v.InferOutput<typeof boardView>;

export const daysView = v.strictObject({
  days: listOf(
    'The days in order.',
    v.strictObject({
      date: localDate("Date in the account's zone."),
      etag: text('Current `ETag` of the day, which changes whenever anything on the day does.'),
    }),
  ),
});
export type DaysView = v.InferOutput<typeof daysView>;

const historyLine = v.strictObject({
  at: instant('When the change was made.'),
  from: v.optional(status),
  to: status,
  by: text(
    'Author: `caller`, `on_site`, `customer`, `crm`, `service`, `technician:<id>`, `oncall:<name>`, `dispatcher:<name>`, or `several` for merged lines.',
  ),
  folded: v.optional(count('Number of older changes that a merged line stands for.')),
  why: v.optional(text('What changed, or why.')),
  callId: v.optional(text('Call that made the change, as `<platform>:<call id>`.')),
});

export const callView = v.strictObject({
  ...callEntry.entries,
  createdAt: v.optional(instant('When the first event of the call came in.')),
  events: listOf('Events that the platform reported.', v.string()),
  startedAt: v.optional(text('Start of the call, as the platform reports it.')),
  endedAt: v.optional(text('End of the call, as the platform reports it.')),
  endedReason: v.optional(text('Why the call ended, as the platform reports it.')),
  transcript: v.optional(text('All turns as text.')),
  recordingUrl: v.optional(text('URL of the recording.')),
  summary: v.optional(text('Summary by the platform.')),
  known: v.optional(
    v.pipe(
      v.strictObject(
        mapFields(['name', 'phone', 'email', ...placeFields, 'serviceType', 'date', 'time'] as const, () =>
          v.optional(v.string()),
        ),
      ),
      v.description(
        'What the caller said, as it was said; names and places are known for 2 hours. Only for a single call.',
      ),
    ),
  ),
});
export type CallView = v.InferOutput<typeof callView>;

export const requestView = v.strictObject({
  ...v.omit(requestEntry, ['customer', 'phone', 'address', 'city']).entries,
  accountId: text('Id of the account.'),
  source: v.pipe(v.picklist(sources), v.description('Source of the request.')),
  updatedAt: instant('When the request last changed.'),
  regarding: v.optional(text('Request that the message is about, as the caller named it.')),
  customer: v.pipe(
    v.strictObject(mapFields(contactFields, () => v.optional(v.string()))),
    v.description('Person and site, as they were given.'),
  ),
  minutes: v.optional(count('Minutes that the job takes, if a dispatcher has set them.')),
  noteList: listOf(
    'The notes, one by one.',
    v.strictObject({
      noteId: v.optional(text('Id of a note that a dispatcher wrote.')),
      text: text('The note.'),
      by: v.optional(text('Author: `dispatcher:<name>`.')),
      at: v.optional(instant('When the note was written or changed.')),
      isOwn: v.optional(v.pipe(v.boolean(), v.description('Whether you wrote the note, and may change it.'))),
    }),
  ),
  onSite: v.optional(
    v.pipe(
      v.object({
        name: v.optional(text('Name.')),
        phone: v.optional(text('Phone number.')),
        mayChange: v.optional(v.pipe(v.boolean(), v.description('Whether this person may move the visit.'))),
      }),
      v.description('The technician calls this person in place of the customer.'),
    ),
  ),
  callId: v.optional(text('Id of the call that made the request.')),
  caller: v.optional(text('Number from which the request was made.')),
  merged: v.optional(
    listOf(
      'Requests that were merged into this one, oldest first. `split` separates the last.',
      v.strictObject({ source: v.picklist(sources), createdAt: instant('When the merged request came in.') }),
    ),
  ),
  offers: v.optional(
    listOf(
      'The earlier times that were offered to the customer who waits, oldest first.',
      v.strictObject({
        technicianId: technician.technicianId,
        startsAt: instant('Start of the offered visit.'),
        at: instant('When it was offered.'),
        until: instant('Until when it is held for the customer.'),
      }),
    ),
  ),
  erasedAt: v.optional(instant('When the personal data was erased.')),
  history: listOf('All changes, oldest first.', historyLine),
  allowed: listOf('Statuses that may follow.', v.picklist(statuses)),
  undoable: listOf('Versions of your own changes that `undo` takes back, the last change first.', v.number()),
});
export type RequestView = v.InferOutput<typeof requestView>;

export const requestWithCallsView = v.strictObject({
  request: requestView,
  calls: listOf('The last calls that made or changed the request, at most five.', callView),
});
export type RequestWithCallsView = v.InferOutput<typeof requestWithCallsView>;

const queueEntry = v.strictObject({ group, ...requestEntry.entries });
export type QueueEntryView = v.InferOutput<typeof queueEntry>;

export const queueView = v.strictObject({
  now: instant('When the answer was read. The `ETag` leaves it out.'),
  requests: listOf('Requests that wait for a person, most pressing first.', queueEntry),
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
  date: localDate('Requested date.'),
  serviceType: text('Service for which the starts are.'),
  durationMinutes: count('Minutes that the job takes.'),
  technicians: listOf(
    'All technicians, with the starts that would be accepted.',
    v.strictObject({
      ...technician,
      starts: listOf(
        'Starts in order of time.',
        v.strictObject({ time: when.time, startsAt: when.startsAt, endsAt: when.endsAt }),
      ),
      why: v.optional(
        v.pipe(
          v.strictObject({
            reason: v.picklist(['not_skilled', 'off', 'past', 'full', 'not_together']),
            text: text('The same in a few words.'),
          }),
          v.description('Why there are no starts.'),
        ),
      ),
    }),
  ),
});
export type StartsView = v.InferOutput<typeof startsView>;

export const callsView = v.strictObject({ calls: listOf('Calls, newest first.', callEntry), next });
export type CallsView = v.InferOutput<typeof callsView>;

const outboxMessage = v.strictObject({
  messageId: text('Id of the message.'),
  accountId: text('Id of the account.'),
  dispatchRequestId: v.optional(text('The request that it speaks of.')),
  version: v.optional(v.number()),
  template: text('What it is about, such as `booked`.'),
  audience: v.picklist(audiences),
  channel: v.picklist(channels),
  name: v.optional(text('Whom it is for.')),
  to: text('The number in E.164, or the address.'),
  from: text('The number or address that it comes from.'),
  provider: text('Whom it is handed over to.'),
  text: text('Its words.'),
  subject: v.optional(text('The subject of an e-mail.')),
  segments: v.optional(v.number()),
  hoursBefore: v.optional(v.number()),
  status: v.picklist(messageStatuses),
  reason: v.optional(text('Why it was not sent or did not arrive.')),
  attempts: v.number(),
  createdAt: instant('When it was made.'),
  dueAt: instant('From when on it is handed over.'),
  expiresAt: instant('When it is worthless.'),
  sentAt: v.optional(instant('When the provider took it.')),
  deliveredAt: v.optional(instant('When it arrived.')),
  resendOf: v.optional(text('The message that it repeats.')),
});
export const placesView = v.strictObject({
  jobs: listOf(
    'Where the jobs of the day are whose postal code is known: the middle of it.',
    v.strictObject({ dispatchRequestId, ...coordinates }),
  ),
  homes: listOf(
    'Where technicians begin and end the day.',
    v.strictObject({ technicianId: text('Id of the technician.'), ...coordinates }),
  ),
});
export type PlacesView = v.InferOutput<typeof placesView>;

export const waitingView = v.strictObject({
  requests: listOf(
    'Requests whose customers wait for an earlier time, the longest waiting first.',
    requestEntry,
  ),
});
export type WaitingView = v.InferOutput<typeof waitingView>;

export const outboxView = v.strictObject({ messages: listOf('Messages, newest first.', outboxMessage) });
export type OutboxView = v.InferOutput<typeof outboxView>;

const site = v.strictObject({
  siteId: text('Id of the site.'),
  ...mapFields(placeFields, () => v.optional(v.string())),
  address: text('Street address.'),
  label: v.optional(text('What the customer calls the site.')),
});

const customerRecord = v.strictObject({
  customerId: text('Id of the customer.'),
  ...mapFields(recordFields, () => v.optional(v.string())),
  sites: listOf('Sites at which the customer has had jobs.', site),
});

export const searchView = v.strictObject({
  requests: listOf(
    'Requests by the date of the visit or else of their creation, newest first.',
    requestEntry,
  ),
  customers: listOf(
    'Records of customers.',
    v.strictObject({ phone: text('Number in E.164.'), ...customerRecord.entries }),
  ),
  calls: listOf('Calls, newest first.', callEntry),
  isMore: v.pipe(v.boolean(), v.description('Whether more may match: a longer text finds them.')),
});
export type SearchView = v.InferOutput<typeof searchView>;

export const customerView = v.strictObject({
  phone: text('Number in E.164.'),
  customer: v.optional(
    v.pipe(
      customerRecord,
      v.description('Record of the customer; absent if only requests or calls are known.'),
    ),
  ),
  requests: listOf('Requests for the number or from the number, newest first.', requestEntry),
  calls: listOf('Calls from the number, newest first.', callEntry),
});
export type CustomerView = v.InferOutput<typeof customerView>;

export const blockView = v.strictObject({
  ...block.entries,
  ...technician,
  by: text('Who blocked the time.'),
  blocks: v.optional(
    listOf(
      'All blocks of the series that were made.',
      v.strictObject(v.pick(block, ['blockId', 'from', 'to']).entries),
    ),
  ),
  conflicts: v.optional(listOf('Blocks of the series that could not be made.', blockConflict)),
});
export type BlockView = v.InferOutput<typeof blockView>;

export const liveView = v.strictObject({
  url: text('Where to connect once within a minute. Each message is a hint.'),
  seconds: count('How long the connection gets hints. Then ask again.'),
});
export type LiveView = v.InferOutput<typeof liveView>;

/** What a connection is told. */
export const hintView = v.strictObject({
  account: text('Id of the account in which something has changed.'),
  dates: listOf("Days that have changed, as dates in the account's zone.", v.string()),
  queue: v.pipe(v.boolean(), v.description('Whether what waits for a person may have changed.')),
});
export type HintView = v.InferOutput<typeof hintView>;
