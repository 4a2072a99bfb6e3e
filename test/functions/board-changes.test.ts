import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { violations } from '../support/invariants.ts';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, type Service, startService, technicians } from './service.ts';

let service: Service;
let board: ReturnType<typeof boardOf>;
beforeEach(async () => {
  service = await startService(accountDocument({ technicians }));
  board = boardOf(service);
});
afterEach(async () => {
  expect(await violations(service.table.document, service.table.tableName)).toEqual([]);
  await service.stop();
});

const job = {
  name: 'Dana Miller',
  phone: '(212) 555-0123',
  address: '1 Main St',
  serviceTypeId: 'ac-repair',
};
const dispatcherJob = async (over: object = {}): Promise<string> =>
  (await board.post('/requests', { ...job, ...over })).body.dispatchRequestId;
const at = (time: string, technicianId?: string) => ({ date: '2026-06-10', time, technicianId });

describe('a job that a dispatcher enters', () => {
  it('is a request whose author is the subject of the token', async () => {
    const { status, body } = await board.post('/requests', { ...job, by: 'someone else', source: 'crm' });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'requested',
      source: 'dispatcher',
      serviceType: 'AC Repair',
      customer: { name: 'Dana Miller', phone: '+12125550123' },
      needsReview: [],
      history: [{ to: 'requested', by: 'dispatcher:robin' }],
    });
    expect((await service.requests.get(body.dispatchRequestId))?.source).toBe('dispatcher');
  });

  it('is stored once per idempotency key', async () => {
    const options = { headers: { 'idempotency-key': 'k1' } };
    const first = await board.post('/requests', job, undefined, options);
    const again = await board.post('/requests', job, undefined, options);

    expect(again.body.dispatchRequestId).toBe(first.body.dispatchRequestId);
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });

  it.each([
    [{ ...job, name: ' ' }, 'name'],
    [{ ...job, phone: 'soon' }, 'phone'],
    [{ ...job, serviceTypeId: 'piano' }, 'serviceTypeId'],
    [{ ...job, preferredDate: '2026-02-30' }, 'preferredDate'],
  ])('is refused with the field that is wrong: %j', async (body, path) => {
    const refused = await board.post('/requests', body);

    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([expect.objectContaining({ path })]);
  });

  it('is read whatever its content type', async () => {
    const options = { headers: { 'content-type': 'text/plain' } };
    expect((await board.post('/requests', job, undefined, options)).status).toBe(201);
  });

  it.each<[string | Uint8Array, string]>([
    ['', 'nothing'],
    ['{"name":', 'half an object'],
    ['[]', 'a list'],
    ['"Dana"', 'a text'],
    ['{"name":"Dana","__proto__":{"phone":"1"}}', 'a prototype'],
    [Buffer.from('{"name":"\xff"}', 'latin1'), 'bytes that are not UTF-8'],
  ])('is refused if the body is %j, %s', async (body) => {
    const { status, body: problem } = await board.post('/requests', body);
    expect({ status, code: problem.code }).toEqual({ status: 400, code: 'body_not_json' });
    expect(await service.requests.list('acme-hvac')).toEqual([]);
  });
});

describe('a request', () => {
  it('can go from lead to completed job', async () => {
    const id = await dispatcherJob();
    const steps = [
      ['schedule', at('09:00', 'ben')],
      ['move', at('13:00')],
      ['assign', { technicianId: 'ana' }],
      ['hold', { reason: 'parts' }],
      ['schedule', at('2:00 PM')],
      ['notes', { note: 'Gate is open.' }],
      ['urgency', { urgency: 'urgent' }],
      ['status', { status: 'dispatched' }],
      ['status', { status: 'in_progress' }],
      ['status', { status: 'completed' }],
    ] as const;
    const states = [];
    for (const [index, [action, body]] of steps.entries()) {
      const answer = await board.post(`/requests/${id}/${action}`, body, index + 1);
      states.push([
        answer.status,
        answer.body.status,
        answer.body.appointment?.technicianId,
        answer.body.appointment?.time,
      ]);
    }

    expect(states).toEqual([
      [200, 'scheduled', 'ben', '9:00 AM'],
      [200, 'scheduled', 'ben', '1:00 PM'],
      [200, 'scheduled', 'ana', '1:00 PM'],
      [200, 'on_hold', 'ana', '1:00 PM'],
      [200, 'scheduled', expect.any(String), '2:00 PM'],
      ...Array.from({ length: 2 }, () => [200, 'scheduled', expect.any(String), '2:00 PM']),
      [200, 'dispatched', expect.any(String), '2:00 PM'],
      [200, 'in_progress', expect.any(String), '2:00 PM'],
      [200, 'completed', expect.any(String), '2:00 PM'],
    ]);
    const stored = await service.requests.get(id);
    expect(stored?.history.slice(1).every(({ by }) => by === 'dispatcher:robin')).toBe(true);
    expect(stored?.notes).toBe('Gate is open.');
  });

  it.each([
    ['decline', 'declined'],
    ['cancel', 'canceled'],
  ])('ends by %s with its reason', async (action, status) => {
    const id = await dispatcherJob();
    const answer = await board.post(`/requests/${id}/${action}`, { reason: 'out of area' }, 1);

    expect(answer.body).toMatchObject({ status, version: 2 });
    expect(answer.body.history.at(-1)).toMatchObject({ to: status, why: 'out of area' });
  });

  it('is reviewed, and an emergency is acknowledged once', async () => {
    const call = { call_id: 'call_9', from_number: '+12125550177' };
    const { dispatchRequestId: id } = await service.call('book_job', { urgency: 'emergency' }, call);
    const acknowledged = await board.post(`/requests/${id}/acknowledge`, {}, 1);
    const again = await board.post(`/requests/${id}/acknowledge`, {}, 2);
    const reviewed = await board.post(`/requests/${id}/reviewed`, {}, 2);

    expect(acknowledged.body).toMatchObject({ acknowledgedAt: '2026-06-01T12:00:00.000Z', version: 2 });
    expect([again.status, again.body.version]).toEqual([200, 2]);
    expect(reviewed.body.needsReview).toEqual([]);
  });
});

describe('two merged requests', () => {
  const lead = (contactId: string) =>
    service.send('crm', {
      ...{ type: 'WorkflowWebhook', locationId: 'loc_acme' },
      contact: { id: contactId, firstName: 'Dana', lastName: 'Miller', phone: '+12125550123' },
      customData: { serviceRequested: 'AC Repair', zip: '10011', notes: 'From the form.' },
    });

  it('can be split', async () => {
    await lead('contact_1');
    const { dispatchRequestId: id } = await service.call('book_job', booking({ customerPhone: undefined }));
    const { request } = (await board.get(`/requests/${id}`)).body;
    expect(request.merged).toEqual([{ source: 'crm', createdAt: expect.any(String) }]);

    const { status, body } = await board.post(`/requests/${id}/split`, {}, request.version);

    expect([status, body.status, body.merged]).toEqual([200, 'scheduled', undefined]);
    const others = (await service.requests.list('acme-hvac')).filter((one) => one.dispatchRequestId !== id);
    expect(others).toMatchObject([{ status: 'requested', history: [{ by: 'dispatcher:robin' }] }]);
  });

  it("cannot be split after somebody else's change", async () => {
    await lead('contact_1');
    const { dispatchRequestId: id } = await service.call('book_job', booking({ customerPhone: undefined }));
    await service.call('update_job', { dispatchRequestId: id, notes: 'Ring twice.' });

    expect((await board.post(`/requests/${id}/split`, {}, 2)).status).toBe(412);
  });
});

describe('a change', () => {
  it('requires the version that it is based on', async () => {
    const id = await dispatcherJob();
    const missing = await board.post(`/requests/${id}/schedule`, at('09:00'));
    const stale = await board.post(`/requests/${id}/schedule`, at('09:00'), 7);

    expect([missing.status, missing.body.code]).toEqual([428, 'version_missing']);
    expect([stale.status, stale.body.code]).toEqual([412, 'version_changed']);
    expect(stale.body.current).toMatchObject({ dispatchRequestId: id, version: 1, status: 'requested' });
  });

  it('that loses a race gets the result of the winner', async () => {
    const id = await dispatcherJob();
    const answers = await Promise.all([
      board.post(`/requests/${id}/schedule`, at('09:00'), 1),
      board.post(`/requests/${id}/cancel`, { reason: 'twice' }, 1, { sub: 'kim' }),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const lost = answers.find(({ status }) => status === 412);
    const stored = await service.requests.get(id);
    expect(lost?.body.current).toMatchObject({ version: 2, status: stored?.status });
  });

  it('into a taken time is refused with its reason and other times', async () => {
    await service.call('book_job', booking({ technician: 'Ana' }));
    const id = await dispatcherJob();
    const { status, body } = await board.post(`/requests/${id}/schedule`, at('09:00', 'ana'), 1);

    expect([status, body.code, body.reason]).toEqual([409, 'refused', 'slot_taken']);
    expect(body.alternatives).toContainEqual({
      date: '2026-06-10',
      time: '9:00 AM',
      technicianId: 'ben',
      technician: 'Ben',
    });
    expect(body.detail).toMatch(/Nothing was changed/);
  });

  it('that the state forbids lists the allowed ones', async () => {
    const id = await dispatcherJob();
    const { status, body } = await board.post(`/requests/${id}/status`, { status: 'completed' }, 1);

    expect([status, body.reason, body.allowed]).toEqual([
      409,
      'invalid_transition',
      ['scheduled', 'canceled', 'declined'],
    ]);
  });
});

describe("a technician's time", () => {
  const block = { technicianId: 'ana', from: '2026-06-10T08:00', to: '2026-06-10T12:00', reason: 'Dentist' };

  it('can be blocked and unblocked', async () => {
    const blocked = await board.post('/blocks', block);
    const gone = await board.get(`/blocks/${blocked.body.blockId}`, { method: 'DELETE' });
    const again = await board.get(`/blocks/${blocked.body.blockId}`, { method: 'DELETE' });

    expect(blocked.body).toMatchObject({ technician: 'Ana', by: 'dispatcher:robin', reason: 'Dentist' });
    expect([blocked.status, gone.status, gone.body, again.status]).toEqual([201, 204, undefined, 404]);
  });

  it('cannot be blocked over jobs, which are listed', async () => {
    const { dispatchRequestId } = await service.call('book_job', booking({ technician: 'Ana' }));
    const { status, body } = await board.post('/blocks', block);

    expect([status, body.reason]).toEqual([409, 'occupied']);
    expect(body.jobs).toEqual([expect.objectContaining({ dispatchRequestId, customer: 'Dana Miller' })]);
  });
});
