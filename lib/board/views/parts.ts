import * as v from 'valibot';
import { onCallRoles } from '../../accounts/on-call-roles.ts';
import { callOutcomes } from '../../record/call-outcome.ts';
import { statuses, topics, urgencies } from '../../record/request.ts';
import { queueGroups } from '../../record/request-queue.ts';

// What the answers of the board's API are made of. Nothing here runs in production: answers are typed by these schemas,
// and the API's document and its examples are checked by them.

export const text = (description: string) => v.pipe(v.string(), v.description(description));
export const count = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));
export const listOf = <Item extends v.GenericSchema>(description: string, item: Item) =>
  v.pipe(v.array(item), v.readonly(), v.description(description));
export const instant = (description: string) =>
  v.pipe(v.string(), v.isoTimestamp(), v.description(`${description} ISO 8601, UTC.`));
export const localDate = (description: string) => v.pipe(v.string(), v.isoDate(), v.description(description));
const clock = (description: string) =>
  v.pipe(v.string(), v.regex(/^(1[0-2]|[1-9]):[0-5][0-9] [AP]M$/), v.description(description));

export const dispatchRequestId = v.pipe(
  v.string(),
  v.regex(/^dr_[0-9abcdefghjkmnpqrstvwxyz]{20}$/),
  v.description('Id of the dispatch request.'),
);
export const status = v.pipe(
  v.union([
    v.picklist(statuses),
    v.pipe(v.string(), v.description('Of a newer release: it is shown, and changes are refused.')),
  ]),
  v.description('How far it is.'),
);
export const urgency = v.pipe(v.picklist(urgencies), v.description('How urgent it is.'));
export const topic = v.pipe(v.picklist(topics), v.description('What a message is about.'));
export const version = count('Grows with each change; what `If-Match` names.');
export const group = v.pipe(v.picklist(queueGroups), v.description('Why it waits for a person.'));
export const next = v.optional(text('The cursor of the next page; absent on the last one.'));

/** Half-open. */
export const span = v.strictObject({ from: instant('Its beginning.'), to: instant('Its end.') });

/** Who a technician is. */
export const technician = {
  technicianId: text('Id of the technician.'),
  technician: text('Name of the technician.'),
};

/** When an appointment is. */
export const when = {
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
export const place = {
  address: v.optional(text('Street address.')),
  city: v.optional(text('City.')),
};

export const needsReview = listOf('Names of what a person should look at.', v.string());

/** A request in a list. */
export const requestEntry = v.strictObject({
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
export const callEntry = v.strictObject({
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
