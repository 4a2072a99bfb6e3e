import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHandler } from '../../../functions/events/handler.ts';
import { eventsOf, recordFilters } from '../../../lib/aws/stream-events.ts';
import { matchesPattern } from '../../../local/events/event-bridge.ts';
import { type Service, booking as sparse, startService } from '../../functions/service.ts';
import { openTestStream, type TestStream } from '../../support/stream.ts';
import { erasingOf } from './erasing/fixture.ts';

/** A complete request, so that nobody has to review it. */
const booking = (over: Record<string, unknown> = {}) => sparse({ address: '1 Main St', ...over });
const lead = (over: Record<string, unknown> = {}) => ({
  type: 'WorkflowWebhook',
  locationId: 'loc_acme',
  contact: { id: 'c1', firstName: 'Dana', phone: '+12125550123' },
  customData: { serviceRequested: 'furnace repair', urgency: 'routine', notes: 'no heat', ...over },
});
const ended = (over: Record<string, unknown> = {}, event = 'call_ended') => ({
  event,
  call: { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123', transcript: 'Hi', ...over },
});

let service: Service;
let stream: TestStream;
beforeEach(async () => {
  service = await startService();
  stream = await openTestStream(service.table);
});
afterEach(async () => {
  stream.client.destroy();
  await service.stop();
});

const told = async () => (await stream.records()).flatMap(eventsOf);
const isTaken = (record: unknown) => recordFilters.some((filter) => matchesPattern(filter, record));
const typesTold = async () => (await told()).map(({ type }) => type);

describe('the events of a request', () => {
  it('name the danger that a caller reports', async () => {
    await service.call('book_job', { urgency: 'emergency', danger: 'person_hurt' });
    expect((await told()).at(-1)).toMatchObject({ urgency: 'emergency', danger: 'person_hurt' });
  });

  it('include a lead, but not its second delivery', async () => {
    const { body } = await service.send('crm', lead());
    await service.send('crm', lead());

    expect(await told()).toEqual([
      {
        type: 'dispatch-request.requested',
        accountId: 'acme-hvac',
        dispatchRequestId: body.dispatchRequestId,
        status: 'requested',
        version: 1,
        urgency: 'routine',
        source: 'crm',
        occurredAt: '2026-06-01T12:00:00.000Z',
      },
    ]);
  });

  it('include what was not understood of a lead', async () => {
    await service.send('crm', lead({ preferredDate: 'soon' }));

    expect(await typesTold()).toEqual(['dispatch-request.requested', 'dispatch-request.needs-review']);
  });

  it('include booking, moving and canceling, each with its version, without repeats', async () => {
    const { dispatchRequestId } = await service.call('book_job', booking());
    await service.call('book_job', booking());
    await service.call('reschedule_job', { date: '2026-06-11', time: '10:00' });
    await service.call('cancel_job', { dispatchRequestId });
    await service.call('cancel_job', { dispatchRequestId });

    const events = await told();
    expect(events.map(({ type }) => type)).toEqual([
      'dispatch-request.scheduled',
      'dispatch-request.moved',
      'dispatch-request.canceled',
    ]);
    const versions = events.map((event) => ('version' in event ? event.version : 0));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(3);
    expect(events).toEqual(
      events.map(() => expect.objectContaining({ dispatchRequestId, source: 'voiceone' })),
    );
  });

  it('include an emergency with its review, and the appointment that it becomes', async () => {
    await service.call('book_job', booking({ urgency: 'emergency' }));
    await service.call('book_job', booking());

    const events = await told();
    expect(events).toMatchObject([
      { type: 'dispatch-request.requested', urgency: 'emergency', version: 1 },
      { type: 'dispatch-request.needs-review', urgency: 'emergency', version: 1 },
      { type: 'dispatch-request.scheduled', urgency: 'emergency', version: 2 },
      { type: 'dispatch-request.needs-review', urgency: 'emergency', version: 2 },
    ]);
  });

  it('repeat the state for a corrected name', async () => {
    await service.call('book_job', booking());
    await service.call('book_job', booking({ customerName: 'Dana Millar' }));

    expect(await told()).toMatchObject([
      { type: 'dispatch-request.scheduled', version: 1 },
      { type: 'dispatch-request.scheduled', version: 2 },
    ]);
  });

  it('do not include an erasure', async () => {
    const { dispatchRequestId } = await service.call('book_job', booking());
    await service.send('voiceone-call-complete', ended());
    await told();
    const erased = await erasingOf(service).erase('--phone', '+12125550123');

    expect(erased).toMatchObject({ requests: [{ dispatchRequestId }], calls: [{ callId: 'call_1' }] });
    expect(await told()).toEqual([]);
  });
});

describe('the events of a call', () => {
  it('include each report once, however large and frequent it is', async () => {
    // Random text does not compress, so it takes several items.
    const transcript = randomBytes(600_000).toString('base64');
    await service.send('voiceone-call-complete', ended({ transcript }));
    await service.send('voiceone-call-complete', ended({ transcript }));
    await service.send(
      'voiceone-call-complete',
      ended({ call_analysis: { call_summary: 'x' } }, 'call_analyzed'),
    );

    expect((await service.items('CALL#acme-hvac#voiceone#call_1')).length).toBeGreaterThan(4);
    const call = { type: 'call.completed', accountId: 'acme-hvac', callId: 'call_1', source: 'voiceone' };
    const occurredAt = '2026-06-01T12:00:00.000Z';
    expect(await told()).toEqual([
      { ...call, event: 'call_ended', outcome: 'silent', version: 1, occurredAt },
      { ...call, event: 'call_analyzed', outcome: 'silent', version: 2, occurredAt },
    ]);
  });
});

describe('the pipe', () => {
  it('passes a reported call, and no later write with the same outcome', async () => {
    await service.call('take_message', { about: 'The invoice' });
    const before = await stream.records();
    await service.send('voiceone-call-complete', ended());
    const first = await stream.records();
    const { document, tableName: TableName } = service.table;
    const Key = { pk: 'CALL#acme-hvac#voiceone#call_1', sk: 'CALL' };
    const values = { ':later': 1_900_000_000 };
    const update = { UpdateExpression: 'SET expiresAt = :later', ExpressionAttributeValues: values };
    await document.send(new UpdateCommand({ TableName, Key, ...update }));
    const later = await stream.records();

    expect(later.map(({ eventName }) => eventName)).toEqual(['MODIFY']);
    expect([before, first].map((records) => records.filter(isTaken).length)).toEqual([1, 1]);
    expect(
      [before, first, later].map((records) => records.flatMap(eventsOf).map(({ type }) => type)),
    ).toEqual([['message.taken', 'dispatch-request.needs-review'], ['call.completed'], []]);
  });

  it('passes exactly the records from which the function makes events', async () => {
    await service.send('crm', lead({ urgency: 'emergency' }));
    await service.call('book_job', booking({ urgency: 'emergency' }));
    await service.call('book_job', booking());
    await service.call('reschedule_job', { date: '2026-06-11', time: '10:00' });
    await service.call('cancel_job', {});
    await service.send(
      'voiceone-call-complete',
      ended({ transcript: randomBytes(600_000).toString('base64') }),
    );
    for (const id of ['c8', 'c9', 'c8'])
      expect((await service.send('crm', { ...lead(), contact: { id } })).status).toBe(422);
    await erasingOf(service).erase('--phone', '+12125550123');
    const records = await stream.records();
    const taken = records.filter(isTaken);

    const keys = taken.map(({ dynamodb }) => dynamodb?.NewImage?.sk?.S);
    expect(new Set(keys)).toEqual(new Set(['REQUEST', 'CALL', 'REFUSED_DAY']));
    expect(keys.filter((sk) => sk === 'REFUSED_DAY')).toHaveLength(1);
    const kinds = new Set(records.map(({ eventName }) => eventName));
    expect(kinds).toEqual(new Set(['INSERT', 'MODIFY', 'REMOVE']));
    // The pipe passes records as JSON.
    const handler = createHandler({ now: () => 0, log: () => undefined });
    const shaped = await handler(JSON.parse(JSON.stringify(taken)), { functionName: 'events' });
    expect(shaped).toEqual(records.flatMap(eventsOf));
    expect(shaped.length).toBeGreaterThan(7);
  });

  it('refuses an item of unknown form without quoting it', () => {
    const NewImage = {
      sk: { S: 'REQUEST' },
      accountId: { S: 'secret-value' },
      status: { S: 'secret-value' },
    };

    const failure = () => eventsOf({ dynamodb: { NewImage } });
    expect(failure).toThrow(/^A stream record is not as expected: dispatchRequestId should be/);
    expect(() => eventsOf({ dynamodb: { NewImage: { sk: 'secret-value' } } })).toThrow(
      /^(?!.*secret-value)A stream record/,
    );
  });
});
