import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { violations } from '../support/invariants.ts';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
let board: ReturnType<typeof boardOf>;
beforeEach(async () => {
  const technicians = [
    { id: 'ana', name: 'Ana', skills: ['cooling'] },
    { id: 'ben', name: 'Ben', skills: ['cooling', 'heating'] },
  ];
  const [ac, heating] = accountDocument().serviceTypes;
  const serviceTypes = [
    { ...ac, skills: ['cooling'] },
    { ...heating, skills: ['heating'] },
  ];
  service = await startService(accountDocument({ technicians, serviceTypes }));
  board = boardOf(service);
});
afterEach(async () => {
  expect(await violations(service.table.document, service.table.tableName)).toEqual([]);
  await service.stop();
});

const job = { name: 'Dana Miller', phone: '(212) 555-0123', serviceTypeId: 'ac-repair' };
const made = async (over: object = {}) => (await board.post('/requests', { ...job, ...over })).body;
const visit = async (time: string, technicianId: string, over: object = {}) =>
  await made({ ...over, start: { date: '2026-06-10', time, technicianId } });
const edit = (id: string, body: object, version: number, options = {}) =>
  board.post(`/requests/${id}/edit`, body, version, options);
const lastLine = ({ history }: { history: readonly object[] }) => history.at(-1);

describe('a correction', () => {
  it('changes contact, place and job, and the history says what was', async () => {
    const { dispatchRequestId: id } = await made({ email: 'dana@example.com' });
    const { status, body } = await edit(
      id,
      {
        ...{ name: 'Dora Milner', phone: '212 555 0144', email: null, address: '7 Elm St', zip: '10011' },
        ...{ gateCode: '42', serviceTypeId: 'heating-repair', urgency: 'urgent', minutes: 90 },
        preferredTime: 'morning',
      },
      1,
      { name: 'Robin Reed' },
    );

    expect(status).toBe(200);
    expect(body).toMatchObject({
      customer: {
        name: 'Dora Milner',
        phone: '+12125550144',
        address: '7 Elm St',
        zip: '10011',
        gateCode: '42',
      },
      ...{ serviceType: 'Heating Repair', urgency: 'urgent', minutes: 90, preferredTime: 'morning' },
      ...{ needsReview: [], version: 2 },
    });
    expect(body.customer.email).toBeUndefined();
    expect(lastLine(body)).toMatchObject({
      by: 'dispatcher:Robin Reed',
      why: expect.stringContaining(
        'name (was Dana Miller), phone (was +12125550123), email (was dana@example.com)',
      ),
    });
    expect(await service.stored.get(id)).toMatchObject({ minutes: 90, serviceTypeId: 'heating-repair' });
  });

  it('of nothing changes nothing', async () => {
    const { dispatchRequestId: id } = await made();
    const { body } = await edit(id, { name: 'Dana Miller', phone: '+12125550123', urgency: 'routine' }, 1);
    expect(body.version).toBe(1);
  });

  it('is refused without the version, and with another one', async () => {
    const { dispatchRequestId: id } = await made();
    expect((await board.post(`/requests/${id}/edit`, { name: 'Eve' })).status).toBe(428);
    const { status, body } = await edit(id, { name: 'Eve' }, 7);
    expect([status, body.current.customer.name]).toEqual([412, 'Dana Miller']);
  });

  it.each<[object, string]>([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ phone: 'soon' }, 'phone'],
    [{ email: 'dana' }, 'email'],
    [{ minutes: 14 }, 'minutes'],
    [{ minutes: 1441 }, 'minutes'],
    [{ minutes: 30.5 }, 'minutes'],
    [{ serviceTypeId: 'piano' }, 'serviceTypeId'],
    [{ urgency: 'soon' }, 'urgency'],
    [{ preferredDate: '2026-02-30' }, 'preferredDate'],
    [{ gateCode: 'x'.repeat(301) }, 'gateCode'],
  ])('of %j names the field that is wrong', async (body, path) => {
    const { dispatchRequestId: id } = await made();
    const refused = await edit(id, body, 1);
    expect([refused.status, refused.body.errors]).toEqual([422, [expect.objectContaining({ path })]]);
    expect((await service.stored.get(id))?.version).toBe(1);
  });

  it('corrects the record that callers hear of, if both had the same name', async () => {
    await service.call('book_job', booking({ customerName: 'Dana Miler', address: '7 Elm Street' }));
    const [request] = await service.stored.list('acme-hvac');
    const { dispatchRequestId: id = '', version = 0 } = request ?? {};
    await edit(id, { name: 'Dana Miller', email: 'dana@example.com', address: '9 Elm Street' }, version);

    const record = await service.customer('+12125550123');
    expect(record).toMatchObject({ name: 'Dana Miller', email: 'dana@example.com' });
    expect(record?.sites.map(({ address }) => address)).toEqual(['7 Elm Street', '9 Elm Street']);
    await edit(id, { name: 'Somebody Else' }, version + 1);
    await edit(id, { name: 'Third Person' }, version + 2);
    expect((await service.customer('+12125550123'))?.name).toBe('Third Person');
  });

  it('leaves the record of somebody else at the same number alone', async () => {
    await service.call('book_job', booking());
    const { dispatchRequestId: id } = await made({ name: 'Lee Park' });
    await edit(id, { name: 'Leo Park', email: 'leo@example.com' }, 1);
    expect(await service.customer('+12125550123')).toMatchObject({ name: 'Dana Miller' });
  });
});

describe('another length', () => {
  it('claims the time that the visit takes', async () => {
    const { dispatchRequestId: id } = await visit('08:00', 'ana');
    const { body } = await edit(id, { minutes: 240 }, 2);
    expect(body.appointment).toMatchObject({ time: '8:00 AM', endsAt: '2026-06-10T16:00:00.000Z' });
    const taken = { date: '2026-06-10', time: '10:00', technicianId: 'ana' };
    expect((await board.post('/requests', { ...job, start: taken })).body.reason).toBe('slot_taken');

    await edit(id, { minutes: 60 }, 3);
    expect((await board.post('/requests', { ...job, start: taken })).status).toBe(201);
  });

  it('is refused where the next job begins before', async () => {
    const { dispatchRequestId: id } = await visit('08:00', 'ana', { minutes: 60 });
    await visit('10:00', 'ana');
    const { status, body } = await edit(id, { minutes: 120 }, 2);
    expect([status, body.reason]).toEqual([409, 'slot_taken']);
    expect(await service.stored.get(id)).toMatchObject({ version: 2, minutes: 60 });
  });

  it('stays when the visit moves, and ends with another service', async () => {
    const { dispatchRequestId: id } = await visit('08:00', 'ben', { minutes: 45 });
    const at = { date: '2026-06-11', time: '13:00', technicianId: 'ben' };
    const moved = await board.post(`/requests/${id}/move`, at, 2);
    expect(moved.body.appointment).toMatchObject({ date: '2026-06-11', endsAt: '2026-06-11T17:45:00.000Z' });
    const other = await edit(id, { serviceTypeId: 'heating-repair' }, 3);
    expect(other.body.minutes).toBeUndefined();
    expect(other.body.appointment.endsAt).toBe('2026-06-11T18:00:00.000Z');
  });

  it('lets a technician have only services with their skills', async () => {
    const { dispatchRequestId: id } = await visit('08:00', 'ana');
    const { body } = await edit(id, { serviceTypeId: 'heating-repair' }, 2);
    expect([body.reason, body.detail]).toEqual([
      'not_skilled',
      'Ana lacks the skill for Heating Repair. Nothing was changed.',
    ]);
  });
});

describe('a visit that is taken back', () => {
  it.each(['scheduled', 'dispatched', 'in_progress', 'on_hold'])(
    'is to be scheduled again (%s)',
    async (from) => {
      const { dispatchRequestId: id } = await visit('08:00', 'ana', { address: '7 Elm St' });
      let version = 2;
      for (const status of { dispatched: ['dispatched'], in_progress: ['dispatched', 'in_progress'] }[from] ??
        [])
        await board.post(`/requests/${id}/status`, { status }, version++);
      if (from === 'on_hold') await board.post(`/requests/${id}/hold`, { reason: 'parts' }, version++);
      const { body } = await board.post(`/requests/${id}/unschedule`, {}, version);

      expect(body).toMatchObject({ status: 'requested' });
      expect(body.appointment).toBeUndefined();
      expect(lastLine(body)).toMatchObject({ why: 'to be scheduled again: 2026-06-10 8:00 AM with Ana' });
      expect((await board.get('/queue')).body.counts.unscheduled).toBe(1);
      expect((await visit('08:00', 'ana')).status).toBe('scheduled');
    },
  );

  it('is refused once the job has ended', async () => {
    const { dispatchRequestId: id } = await made();
    await board.post(`/requests/${id}/cancel`, { reason: 'no' }, 1);
    expect((await board.post(`/requests/${id}/unschedule`, {}, 2)).body.reason).toBe('invalid_transition');
  });
});

describe('a note', () => {
  const note = (id: string, text: string, version: number, options = {}) =>
    board.post(`/requests/${id}/notes`, { note: text }, version, options);

  it('has an author and a time, and only the author changes it', async () => {
    const { dispatchRequestId: id } = await made({ notes: 'From the form' });
    const robin = { sub: 'id-1', name: 'Robin Reed' };
    const namesake = { sub: 'id-2', name: 'Robin Reed' };
    const { body } = await note(id, 'Gate is open', 1, robin);
    const [, written] = body.noteList;
    expect(body.noteList[0]).toEqual({ text: 'From the form' });
    expect(written).toEqual({
      ...{ noteId: 'n2', text: 'Gate is open', by: 'dispatcher:Robin Reed', isOwn: true },
      at: '2026-06-01T12:00:00.000Z',
    });
    const path = `/requests/${id}/notes/n2`;
    expect((await board.get(`/requests/${id}`, namesake)).body.request.noteList[1].isOwn).toBe(false);
    const refused = await board.post(path, { note: 'Closed' }, 2, namesake);
    expect([refused.status, refused.body.reason]).toEqual([409, 'not_own']);
    const changed = await board.post(path, { note: 'Gate is closed' }, 2, robin);
    expect(changed.body.notes).toBe('From the form\nGate is closed');
    expect(lastLine(changed.body)).toMatchObject({ why: 'note changed' });
    const removed = await board.send(`/accounts/acme-hvac${path}`, {
      ...robin,
      method: 'DELETE',
      version: 3,
    });
    expect([removed.status, removed.body.notes]).toEqual([200, 'From the form']);
    expect((await board.post(path, { note: 'Again' }, 4, robin)).status).toBe(404);
    expect(JSON.stringify(removed.body)).not.toContain('id-1');
  });
});

describe('names of dispatchers', () => {
  it.each([
    [{ name: 'Robin Reed', email: 'robin@example.com' }, 'Robin Reed'],
    [{ email: 'robin@example.com' }, 'robin@example.com'],
    [{ name: 'x'.repeat(61), email: 'robin@example.com' }, 'robin@example.com'],
    [{}, 'sub-1'],
  ])('are from the token: %j', async (claims, name) => {
    const { body } = await board.post('/requests', job, undefined, { sub: 'sub-1', ...claims });
    expect(body.history).toMatchObject([{ by: `dispatcher:${name}` }]);
  });
});

describe('a job with a start', () => {
  it('has its visit at once', async () => {
    const { status, body } = await board.post('/requests', {
      ...{ ...job, zip: '10001', email: 'dana@example.com', preferredTime: 'morning', minutes: 75 },
      start: { date: '2026-06-10', time: '9:00 AM', technicianId: 'ben' },
    });
    expect([status, body.status]).toEqual([201, 'scheduled']);
    expect(body.appointment).toMatchObject({ time: '9:00 AM', endsAt: '2026-06-10T14:15:00.000Z' });
  });

  it('that is refused is a job without one, which a repeat schedules', async () => {
    await visit('08:00', 'ana');
    const options = { headers: { 'idempotency-key': 'k1' } };
    const send = (time: string) => {
      const start = { date: '2026-06-10', time, technicianId: 'ana' };
      return board.post('/requests', { ...job, name: 'Eve', start }, undefined, options);
    };
    const refused = await send('9:00 AM');
    expect(refused.body).toMatchObject({
      ...{ code: 'refused', reason: 'slot_taken', alternatives: expect.any(Array) },
      current: { status: 'requested', customer: { name: 'Eve' } },
    });
    const again = await send('1:00 PM');
    expect(again.body).toMatchObject({
      dispatchRequestId: refused.body.current.dispatchRequestId,
      appointment: { time: '1:00 PM' },
    });
    expect((await send('1:00 PM')).body.version).toBe(again.body.version);
  });
});

describe('a job from a call', () => {
  const called = async () => {
    await service.call('check_availability', { serviceType: 'AC Repair', date: '2026-06-10' });
    const call = { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123', transcript: 'Hi' };
    const tool = {
      role: 'tool_call_invocation',
      name: 'check_availability',
      tool_call_id: '1',
      arguments: '{"serviceType":"AC Repair"}',
    };
    const transcript_with_tool_calls = [tool];
    await service.send('voiceone-call-complete', {
      event: 'call_ended',
      call: { ...call, transcript_with_tool_calls },
    });
  };

  it('takes the call off the list, and has its number', async () => {
    await called();
    expect((await board.get('/queue')).body.unbookedCalls).toMatchObject([{ callId: 'call_1' }]);
    const { body } = await board.post('/requests', {
      ...{ name: 'Dana Miller', serviceTypeId: 'ac-repair' },
      call: { platform: 'voiceone', callId: 'call_1' },
    });
    expect(body).toMatchObject({ customer: { phone: '+12125550123' } });
    expect(body.history).toMatchObject([{ callId: 'voiceone:call_1', why: 'taken down from a call' }]);
    const { unbookedCalls, counts } = (await board.get('/queue')).body;
    expect([unbookedCalls, counts.unbookedCalls]).toEqual([[], 0]);
    const call = (await board.get('/calls/voiceone/call_1')).body;
    expect(call).toMatchObject({ outcome: 'taken_down', dispatchRequestIds: [body.dispatchRequestId] });
    expect((await board.get(`/requests/${body.dispatchRequestId}`)).body.calls).toHaveLength(1);
  });

  it('can be filled in with all that the call knew', async () => {
    await service.call('hold_time', { customerName: 'Dana Miller', address: '7 Elm St', zip: '10011' });
    await called();
    expect((await board.get('/calls/voiceone/call_1')).body.known).toEqual({
      ...{ name: 'Dana Miller', phone: '+12125550123', address: '7 Elm St', zip: '10011' },
      serviceType: 'AC Repair',
      ...{ date: undefined },
    });
    service.clock.now += 3 * 60 * 60 * 1000;
    expect((await board.get('/calls/voiceone/call_1')).body.known).toMatchObject({ phone: '+12125550123' });
  });

  it.each([
    { platform: 'voiceone', callId: 'call_9' },
    { platform: 'fax', callId: 'call_1' },
  ])('must be of the account: %j', async (call) => {
    const { status, body } = await board.post('/requests', { ...job, call });
    expect([status, body.errors[0].path]).toEqual([422, expect.stringMatching(/^call/)]);
    expect(await service.stored.list('acme-hvac')).toEqual([]);
  });
});
