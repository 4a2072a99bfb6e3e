import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { booking, type Service, startService } from '../functions/service.ts';
import {
  callOf,
  functionCall,
  message,
  newestReport,
  olderReport,
  report,
  reported,
  vendorSecrets,
} from '../support/platforms/voicetwo.ts';
import { toolCallShapes, toolCalls } from '../support/platforms/voicetwo-tool-calls.ts';
import { storedCount, storedText } from '../support/stored.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const send = async (body: unknown) => {
  const { status, body: answer } = await service.send('voicetwo', body);
  expect(status).toBe(200);
  return answer;
};
const availability = { date: '2026-06-11', serviceType: 'AC Repair' };

describe('the legacy function call', () => {
  it('is answered under `result`, and a repeat without an id alike', async () => {
    const body = functionCall('bookAppointment', booking({ date: '2026-06-17' }), { id: 'call_legacy' });
    const answer = await send(body);

    expect(answer).toEqual({
      result: expect.objectContaining({ confirmed: true, date: '2026-06-17', time: '9:00 AM' }),
    });
    expect(await send(body)).toEqual(answer);
  });

  it.each([
    ['text', JSON.stringify(availability), { date: '2026-06-11' }],
    ['broken text', '{"date": "2026-06-', { reason: 'missing_argument' }],
    ['null', null, { reason: 'missing_argument' }],
    ['a list', [availability], { reason: 'missing_argument' }],
  ])('accepts parameters that are %s', async (what, parameters, expected) => {
    // Each in a call of its own, because a call remembers what it was told.
    const asked = functionCall('checkAvailability', parameters, { id: `call with ${what}` });
    expect((await send(asked)).result).toMatchObject(expected);
  });

  it('needs the assistant in the metadata of the call, even if it is elsewhere', async () => {
    const body = functionCall('getServiceTypes', {}, { metadata: {} });
    expect((await send(body)).result.error.code).toBe('assistant_id_missing');
  });
});

describe('tool calls', () => {
  it.each(Object.entries(toolCallShapes))('are understood in the shape "%s"', async (_, shape) => {
    const tools = [
      { id: 'toolu_01', name: 'checkAvailability', args: availability },
      { id: 'call_02', name: 'getBusinessHours', args: { date: '2026-06-14' } },
    ];
    const { results } = await send(toolCalls(shape(tools)));

    expect(results.map(({ result: _text, ...entry }: { result: string }) => entry)).toEqual([
      { toolCallId: 'toolu_01', name: 'checkAvailability' },
      { toolCallId: 'call_02', name: 'getBusinessHours' },
    ]);
    const [first, second] = results.map(({ result }: { result: string }) => JSON.parse(result));
    expect(first).toMatchObject({
      ...availability,
      availableSlots: expect.arrayContaining([
        { date: expect.any(String), time: '8:00 AM', start: '08:00', technician: 'Ana' },
      ]),
    });
    expect(second).toMatchObject({ hours: [] });
  });

  it.each([
    [
      'metadata first',
      { metadata: { assistantId: 'asst_acme' }, assistantId: 'asst_nobody' },
      { id: 'asst_nobody' },
    ],
    ['the call next', { metadata: { tenant: 'x' }, assistantId: 'asst_acme' }, { id: 'asst_nobody' }],
    ['the assistant last', { assistantId: null }, { id: 'asst_acme' }],
  ])('find their account by the assistant in %s', async (_, call, assistant) => {
    const shape = { toolCallList: [{ id: 't1', name: 'getServiceTypes', arguments: {} }] };
    const { results } = await send(message('tool-calls', { ...shape, assistant }, callOf(call)));
    expect(JSON.parse(results[0].result).serviceTypes).toHaveLength(2);
  });

  it('get one entry each if no assistant is named', async () => {
    const toolCallList = ['t1', 't2'].map((id) => ({ id, name: 'getServiceTypes', arguments: {} }));
    const call = callOf({ assistantId: undefined });
    const { results } = await send(message('tool-calls', { toolCallList, assistant: undefined }, call));
    expect(results.map(({ toolCallId }: { toolCallId: string }) => toolCallId)).toEqual(['t1', 't2']);
    for (const { result } of results) {
      expect(JSON.parse(result)).toMatchObject({ error: { code: 'assistant_id_missing' } });
    }
  });

  it('of a web call, which has no number, ask for one', async () => {
    const toolCallList = [{ id: 't1', name: 'bookAppointment', arguments: booking({ customerPhone: '' }) }];
    const web = { id: 'call_browser', type: 'webCall', assistantId: 'asst_acme' };
    const { results } = await send(message('tool-calls', { toolCallList, customer: undefined }, web));
    expect(JSON.parse(results[0].result)).toMatchObject({ missing: ['customerPhone'] });
  });
});

describe('a request for a destination', () => {
  const asked = message('transfer-destination-request');

  it('is answered with the number of the office, or after hours with that number', async () => {
    const destination = { type: 'number', message: expect.any(String) };
    expect(await send(asked)).toEqual({ destination: { ...destination, number: '+12125550100' } });
    const { now } = service.clock;
    service.clock.now = now + 12 * 60 * 60 * 1000;
    const atNight = await send(asked);
    service.clock.now = now;
    expect(atNight).toEqual({ destination: { ...destination, number: '+12125550199' } });
  });

  it('is answered with a sentence if the assistant is unknown', async () => {
    const stranger = message(
      'transfer-destination-request',
      { assistant: { id: 'asst_nobody' } },
      callOf({ assistantId: 'asst_nobody' }),
    );
    expect(await send(stranger)).toEqual({ error: expect.stringContaining("isn't set up") });
  });
});

describe('the report of a call', () => {
  it.each([
    ['of today', report],
    ['with the older places only', olderReport],
    ['with the newest places only', newestReport],
  ])('is stored as received %s', async (name, sent) => {
    expect(await send(sent({ id: `call ${name}` }))).toEqual({});
    expect(await service.calls.get('acme-hvac', 'voicetwo', `call ${name}`)).toMatchObject({
      ...reported,
      accountId: 'acme-hvac',
      events: ['end-of-call-report'],
    });
  });

  it('that is repeated with other signed URLs changes nothing', async () => {
    await send(report({ id: 'call_twice' }, 'first'));
    const before = await storedCount(service.table);
    const kept = await service.calls.get('acme-hvac', 'voicetwo', 'call_twice');
    await send(report({ id: 'call_twice' }, 'second'));
    expect(await service.calls.get('acme-hvac', 'voicetwo', 'call_twice')).toEqual(kept);
    expect(await storedCount(service.table)).toBe(before);
  });
});

describe('messages that need no answer', () => {
  it.each([
    ...['status-update', 'conversation-update', 'speech-update', 'transcript', 'hang'],
    ...['model-output', 'user-interrupted', 'voice-input', 'call.deleted'],
  ])('are acknowledged and not stored: %s', async (type) => {
    const before = await storedCount(service.table);
    expect(await send(message(type, { status: 'in-progress' }))).toEqual({});
    expect(await storedCount(service.table)).toBe(before);
  });
});

describe('everything else in a body', () => {
  it('is neither stored, logged nor answered: prompts, tokens, control of the call', async () => {
    const toolCallList = [
      { id: 't1', name: 'bookAppointment', arguments: booking({ date: '2026-06-18' }) },
      { id: 't2', name: 'makeCoffee', arguments: {} },
    ];
    const answers = [
      await send(toolCalls({ toolCallList }, callOf({ id: 'call_secrets' }))),
      await send(report({ id: 'call_secrets' })),
      await send(message('status-update')),
      await send(message('transfer-destination-request')),
    ];
    const stored = await storedText(service.table);
    expect(stored).toContain('call_secrets');
    expect(stored).toContain('My air conditioner is leaking.');
    for (const secret of Object.values(vendorSecrets)) {
      expect(stored).not.toContain(secret);
      expect(JSON.stringify([answers, service.lines])).not.toContain(secret);
    }
  });
});
