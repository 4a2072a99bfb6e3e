import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import { contactFields, placeFields, recordFields } from '../../record/customers/contact-fields.ts';
import { sources, statuses } from '../../record/request.ts';
import { countsView } from './day.ts';
import {
  callEntry,
  count,
  dispatchRequestId,
  group,
  instant,
  listOf,
  localDate,
  next,
  requestEntry,
  status,
  technician,
  text,
  topic,
  urgency,
  when,
} from './parts.ts';

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

export const queueEntry = v.strictObject({ group, ...requestEntry.entries });
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
