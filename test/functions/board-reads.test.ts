import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, type Service, startService, technicians } from './service.ts';

const lead = (over: Record<string, unknown> = {}) => ({
  type: 'WorkflowWebhook',
  locationId: 'loc_acme',
  contact: { id: 'c1', firstName: 'Jo', phone: '+12125550143' },
  customData: { serviceRequested: 'AC Repair', address: '1 Main St', ...over },
});

let service: Service;
let board: ReturnType<typeof boardOf>;
beforeEach(async () => {
  service = await startService(accountDocument({ technicians }));
  board = boardOf(service);
});
afterEach(() => service.stop());

describe('the board of a day', () => {
  it('has a lane for each technician with hours, jobs and blocks', async () => {
    const { dispatchRequestId } = await service.call('book_job', booking());
    const block = {
      technicianId: 'ben',
      from: '2026-06-10T13:00',
      to: '2026-06-10T17:00',
      reason: 'Training',
    };
    await board.post('/blocks', block);

    const { status, body } = await board.get('/board/2026-06-10');

    expect(status).toBe(200);
    const { account, day, gridMinutes, lanes } = body;
    expect({ account, day, gridMinutes }).toEqual({
      account: { accountId: 'acme-hvac', name: 'Acme Heating and Air', timezone: 'America/New_York' },
      day: { from: '2026-06-10T04:00:00.000Z', to: '2026-06-11T04:00:00.000Z' },
      gridMinutes: 30,
    });
    const jobs = lanes.flatMap((lane: { appointments: unknown[] }) => lane.appointments);
    expect(jobs).toEqual([
      expect.objectContaining({
        dispatchRequestId,
        version: 1,
        status: 'scheduled',
        urgency: 'routine',
        customer: 'Dana Miller',
        startsAt: '2026-06-10T13:00:00.000Z',
      }),
    ]);
    expect(lanes[1]).toMatchObject({
      technicianId: 'ben',
      hours: [
        { from: '2026-06-10T12:00:00.000Z', to: '2026-06-10T16:00:00.000Z' },
        { from: '2026-06-10T17:00:00.000Z', to: '2026-06-10T21:00:00.000Z' },
      ],
      blocks: [{ from: '2026-06-10T13:00', reason: 'Training' }],
    });
  });

  it('keeps completed jobs, and lists those on hold separately', async () => {
    const done = await service.call('book_job', booking());
    const held = await service.call('book_job', booking({ serviceType: 'Heating Repair', time: '15:00' }));
    for (const to of ['dispatched', 'in_progress', 'completed'] as const)
      await service.change(done.dispatchRequestId, { to });
    await service.change(held.dispatchRequestId, { to: 'on_hold', why: 'parts' });

    const { body } = await board.get('/board/2026-06-10');

    const of = (kind: 'appointments' | 'held') =>
      body.lanes.flatMap((lane: Record<typeof kind, { dispatchRequestId: string }[]>) =>
        lane[kind].map((one) => one.dispatchRequestId),
      );
    expect([of('appointments'), of('held')]).toEqual([[done.dispatchRequestId], [held.dispatchRequestId]]);
  });

  it('is not resent if it is unchanged', async () => {
    const first = await board.get('/board/2026-06-10');
    const etag = String(first.headers?.etag);
    service.clock.now += 60_000;
    const same = await board.get('/board/2026-06-10', { headers: { 'if-none-match': `W/${etag}` } });
    await service.call('book_job', booking());
    const other = await board.get('/board/2026-06-10', { headers: { 'if-none-match': etag } });

    expect([same.status, same.body, other.status]).toEqual([304, undefined, 200]);
  });

  it('of 40 technicians takes at most three round trips in sequence', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ id: `t${index}`, name: `T ${index}` }));
    await service.accounts.put(accountDocument({ technicians: many }));
    const spans = [
      ['08:00', '09:00'],
      ['10:00', '11:00'],
      ['13:00', '14:00'],
    ] as const;
    for (const { id: technicianId } of many)
      for (const [from, to] of spans) {
        const span = { from: `2026-06-10T${from}`, to: `2026-06-10T${to}` };
        await board.post('/blocks', { technicianId, ...span, reason: 'Training' });
      }

    const { body } = await board.get('/board/2026-06-10');

    expect(body.lanes.map((lane: { blocks: unknown[] }) => lane.blocks.length)).toEqual(many.map(() => 3));
    expect(board.lines.at(-1)?.roundTrips).toBeLessThanOrEqual(3);
  });

  it.each(['2026-02-30', 'today', '..'])('is refused for %s', async (date) => {
    expect((await board.get(`/board/${date}`)).status).toBe(404);
  });
});

describe('the queue', () => {
  it('has emergencies first, then messages, then flagged requests, then leads', async () => {
    await service.send('crm', lead());
    await service.send('crm', lead({ serviceRequested: 'Piano tuning' }));
    const message = { about: 'the invoice', topic: 'billing', customerName: 'Lee' };
    await service.call('take_message', message, { call_id: 'call_2' });
    const emergency = { urgency: 'emergency', serviceType: 'AC Repair' };
    await service.call('book_job', emergency, { call_id: 'call_3', from_number: '+12125550177' });

    const { body } = await board.get('/queue');

    const groups = body.requests.map((one: { group: string }) => one.group);
    expect(groups).toEqual(['emergencies', 'messages', 'review', 'unscheduled']);
    expect(body.counts).toMatchObject({ emergencies: 1, messages: 1, review: 1, unscheduled: 1, on_hold: 0 });
  });

  it('is paged, with cursors that no other list accepts', async () => {
    const ids = [];
    for (let index = 0; index < 101; index++) {
      const contact = { id: 'c1', phone: `+1212555${1000 + index}` };
      ids.push((await service.send('crm', { ...lead(), contact })).body.dispatchRequestId);
    }

    const first = await board.get('/queue');
    const second = await board.get(`/queue?cursor=${first.body.next}`);
    const elsewhere = await board.get(`/calls?cursor=${first.body.next}`);

    const found = [...first.body.requests, ...second.body.requests].map((one) => one.dispatchRequestId);
    expect([first.body.requests.length, found.length, new Set(found)]).toEqual([100, 101, new Set(ids)]);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'cursor_invalid']);
  });

  it('shows calls that asked for a service and booked nothing', async () => {
    const call = { agent_id: 'agent_acme', from_number: '+12125550123', transcript: 'Hello' };
    await service.call('book_job', booking());
    const asked = { role: 'tool_call_invocation', tool_call_id: 't1', name: 'check_availability' };
    const transcript_with_tool_calls = [{ ...asked, arguments: '{"serviceType":"AC Repair"}' }];
    const hidden = { call_id: 'call_3', from_number: 'anonymous' };
    for (const own of [{ call_id: 'call_1' }, { call_id: 'call_2' }, hidden])
      await service.send('voiceone-call-complete', {
        event: 'call_ended',
        call: { ...call, ...own, transcript_with_tool_calls },
      });

    const { body } = await board.get('/queue');

    expect(body.unbookedCalls).toEqual([
      expect.objectContaining({ callId: 'call_2', outcome: 'unbooked', dispatchRequestIds: [] }),
    ]);
    expect(body.counts.unbookedCalls).toBe(1);
  });
});

describe('a request', () => {
  it('has its history and its call', async () => {
    const { dispatchRequestId } = await service.call('book_job', booking());
    const call = { call_id: 'call_1', agent_id: 'agent_acme', transcript: 'Agent: Hello' };
    await service.send('voiceone-call-complete', { event: 'call_ended', call });

    const { body } = await board.get(`/requests/${dispatchRequestId}`);

    expect(body.request).toMatchObject({
      dispatchRequestId,
      source: 'voiceone',
      customer: { name: 'Dana Miller', phone: '+12125550123' },
      history: [{ to: 'scheduled', by: 'caller', callId: 'voiceone:call_1' }],
      allowed: ['requested', 'scheduled', 'dispatched', 'on_hold', 'canceled'],
    });
    expect(body.calls).toEqual([
      expect.objectContaining({
        callId: 'call_1',
        transcript: 'Agent: Hello',
        dispatchRequestIds: [dispatchRequestId],
      }),
    ]);
    expect(JSON.stringify(body)).not.toContain('buckets');
  });

  it('has the possible starts of a move, by technician', async () => {
    const { dispatchRequestId } = await service.call('book_job', booking());

    const { body } = await board.get(`/requests/${dispatchRequestId}/starts?date=2026-06-10`);

    const times = body.technicians.map((one: { starts: { time: string }[] }) =>
      one.starts.map(({ time }) => time),
    );
    const all = [
      '8:00 AM',
      '8:30 AM',
      '9:00 AM',
      '9:30 AM',
      '10:00 AM',
      '1:00 PM',
      '1:30 PM',
      '2:00 PM',
      '2:30 PM',
      '3:00 PM',
    ];
    expect(times).toEqual([all, all]);
  });
});

describe('calls and customers', () => {
  it('are found by account, by id and by number', async () => {
    const { dispatchRequestId } = await service.call('book_job', booking({ address: '1 Main St' }));
    const call = { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123', transcript: 'Hi' };
    await service.send('voiceone-call-complete', { event: 'call_ended', call });

    const listed = await board.get('/calls');
    const one = await board.get('/calls/voiceone/call_1');
    const customer = await board.get('/customers?phone=(212)%20555-0123');

    const entry = { integration: 'voiceone', callId: 'call_1', dispatchRequestIds: [dispatchRequestId] };
    expect(listed.body.calls).toEqual([expect.objectContaining(entry)]);
    expect(one.body).toMatchObject({ ...entry, transcript: 'Hi' });
    expect(customer.body).toMatchObject({
      phone: '+12125550123',
      customer: { name: 'Dana Miller', sites: [{ address: '1 Main St' }] },
      requests: [{ dispatchRequestId }],
      calls: [entry],
    });
  });

  it('are answered 404 if unknown, and 422 without a number', async () => {
    const nobody = await board.get('/customers?phone=+12125550188');
    const unread = await board.get('/customers?phone=soon');

    expect([nobody.status, unread.status, unread.body.errors]).toEqual([
      404,
      422,
      [{ path: 'phone', expected: 'a valid phone number' }],
    ]);
  });
});
