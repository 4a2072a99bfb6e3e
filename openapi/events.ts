import { dangers, onCallRoles, urgencies } from '../lib/accounts/account.ts';
import { voicePlatforms } from '../lib/platforms/index.ts';
import { callOutcomes } from '../lib/record/calls.ts';
import { EVENT_SOURCE, requestEventTypes } from '../lib/record/events.ts';
import { sources, statuses } from '../lib/record/request.ts';
import { answer, object, only, ref, type Schema, type Schemas, text } from './schema.ts';

const version = (description: string): Schema => ({ type: 'integer', minimum: 1, description });
const occurredAt = text('ISO 8601, UTC.', {
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
});
const localDate = text('`YYYY-MM-DD`', { pattern: '^\\d{4}-\\d\\d-\\d\\d$' });
const localTime = text('`HH:MM`', { pattern: '^\\d\\d:\\d\\d$' });

/** The part of EventBridge's envelope that consumers need. */
const envelope = (description: string, detailType: Schema, detail: Schema): Schema =>
  object(description, { source: only(EVENT_SOURCE), 'detail-type': detailType, detail }, [
    'source',
    'detail-type',
    'detail',
  ]);

const requestDetail = answer(
  'Read more by id.',
  {
    type: text('The same as `detail-type`.', { enum: requestEventTypes }),
    accountId: text('The account.'),
    dispatchRequestId: text('The request.', { pattern: '^dr_' }),
    status: { enum: statuses },
    version: version('Grows with each change of the request; events of one change share it.'),
    urgency: { enum: urgencies },
    source: { enum: sources },
    occurredAt,
  },
  {
    danger: { enum: dangers, description: 'The danger that the caller reports.' },
    escalatedTo: { enum: [...onCallRoles, 'everybody'], description: 'Who is notified by an escalation.' },
    reason: { const: 'plan', description: 'Present if a plan of the day has adjusted the visit.' },
    oldStart: text('When the visit began before: ISO 8601, UTC.'),
    newStart: text('When it begins now.'),
    oldTechnicianId: text('Who came before, if somebody else comes.'),
    newTechnicianId: text('Who comes now.'),
    promise: answer("The promised arrival window in the account's local time; absent for an exact start.", {
      date: localDate,
      from: localTime,
      to: localTime,
    }),
  },
);

const callDetail = answer('Read more by id.', {
  type: only('call.completed'),
  accountId: text('`unassigned` while no account has the agent.'),
  callId: text("The platform's id."),
  event: text('The latest report: `call_ended`, `call_analyzed` or `end-of-call-report`.'),
  outcome: { enum: callOutcomes },
  version: version('Grows with what is known of the call.'),
  source: { enum: voicePlatforms },
  occurredAt,
});

const refusedDetail = answer('The leads are kept for operators.', {
  type: only('leads.refused'),
  accountId: text('The account.'),
  date: localDate,
  version: version('Always 1.'),
  source: only('crm'),
  occurredAt,
});

/** What other systems receive, without personal data. */
export const eventSchemas: Schemas = {
  RequestEvent: envelope(
    'A change of a dispatch request or message.',
    { enum: requestEventTypes },
    requestDetail,
  ),
  CallCompletedEvent: envelope('A reported call.', only('call.completed'), callDetail),
  LeadsRefusedEvent: envelope('The first refused lead of a day (UTC).', only('leads.refused'), refusedDetail),
};

/** The events as `npm start` posts them. */
export const eventWebhooks: Schema = {
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'Receive an event',
      description:
        'As EventBridge delivers it. `npm start` posts it to `DISPATCH_EVENTS_URL`. See docs/events.md.',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { oneOf: [ref('RequestEvent'), ref('CallCompletedEvent'), ref('LeadsRefusedEvent')] },
          },
        },
      },
      responses: { '2XX': { description: 'Accepted. Otherwise the event is sent again.' } },
    },
  },
};
