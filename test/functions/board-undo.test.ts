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
  expect(await violations(service.table.document, service.table.tableName, service.clock.now)).toEqual([]);
  await service.stop();
});

const job = { name: 'Dana Miller', phone: '(212) 555-0123', address: '7 Elm St', serviceTypeId: 'ac-repair' };
const at = (time: string, technicianId: string) => ({ date: '2026-06-10', time, technicianId });
const change = (id: string, action: string, body: object, version: number, options = {}) =>
  board.post(`/requests/${id}/${action}`, body, version, options);
const undo = (id: string, version: number, current = version, options = {}) =>
  change(id, 'undo', { version }, current, options);
const made = async (): Promise<string> => (await board.post('/requests', job)).body.dispatchRequestId;

/** What people see of a request, without what every change sets. */
const seen = ({ version: _v, updatedAt: _u, history: _h, undoable: _c, ...body }: Record<string, unknown>) =>
  body;

describe('undoing', () => {
  it('goes back through every change, each as it was', async () => {
    const id = await made();
    const steps = [
      ['schedule', at('09:00', 'ana')],
      ['move', at('13:00', 'ben')],
      ['edit', { name: 'Dora Milner', minutes: 60, urgency: 'urgent' }],
      ['notes', { note: 'Gate is open' }],
      ['status', { status: 'dispatched' }],
      ['status', { status: 'en_route' }],
      ['hold', { reason: 'parts' }],
      ['unschedule', {}],
      ['cancel', { reason: 'called off' }],
    ] as const;
    const states = [seen((await board.get(`/requests/${id}`)).body.request)];
    for (const [index, [action, body]] of steps.entries()) {
      const answer = await change(id, action, body, index + 1);
      expect([action, answer.status]).toEqual([action, 200]);
      states.push(seen(answer.body));
    }
    let version = steps.length + 1;
    for (let at = steps.length; at > 0; at--) {
      const { status, body } = await undo(id, at + 1, version++);
      expect([at, status]).toEqual([at, 200]);
      expect(seen(body)).toEqual(states[at - 1]);
      expect(body.undoable).toEqual(Array.from({ length: at - 1 }, (_, index) => at - index));
      expect(await violations(service.table.document, service.table.tableName)).toEqual([]);
    }
    expect(await change(id, 'schedule', at('13:00', 'ben'), version)).toMatchObject({ status: 200 });
  });

  it('of a completed job claims its time again', async () => {
    const id = await made();
    await change(id, 'schedule', at('09:00', 'ana'), 1);
    for (const [index, status] of ['dispatched', 'in_progress', 'completed'].entries())
      await change(id, 'status', { status }, index + 2);
    expect((await undo(id, 5)).body).toMatchObject({
      status: 'in_progress',
      appointment: { time: '9:00 AM' },
    });
    const other = await change(await made(), 'schedule', at('09:00', 'ana'), 1);
    expect(other.body.reason).toBe('slot_taken');
  });

  it('is refused if the time is taken by now', async () => {
    const id = await made();
    await change(id, 'schedule', at('09:00', 'ana'), 1);
    await change(id, 'unschedule', {}, 2);
    await change(await made(), 'schedule', at('10:00', 'ana'), 1);
    const { status, body } = await undo(id, 3);
    expect([status, body.reason]).toEqual([409, 'slot_taken']);
    expect((await service.stored.get(id))?.version).toBe(3);
  });

  it('leaves the time that a call holds, until the hold has expired', async () => {
    await service.accounts.put(
      accountDocument({ technicians, booking: { ...accountDocument().booking, hold: { seconds: 60 } } }),
    );
    const id = await made();
    await change(id, 'schedule', at('09:00', 'ana'), 1);
    await change(id, 'unschedule', {}, 2);
    await service.call('hold_time', {
      date: '2026-06-10',
      time: '09:00',
      serviceType: 'AC Repair',
      technician: 'Ana',
    });
    expect((await undo(id, 3)).body.reason).toBe('slot_taken');
    service.clock.now += 120_000;
    expect((await undo(id, 3)).body.status).toBe('scheduled');
  });

  it("is refused after another's change, and by another", async () => {
    const id = await made();
    await change(id, 'urgency', { urgency: 'urgent' }, 1);
    expect((await undo(id, 2, 2, { sub: 'kim' })).body.reason).toBe('not_own');
    await change(id, 'notes', { note: 'Hello' }, 2, { sub: 'kim' });
    expect((await undo(id, 2, 3)).body.reason).toBe('changed_since');
    expect((await board.get(`/requests/${id}`)).body.request.undoable).toEqual([]);
    expect((await board.get(`/requests/${id}`, { sub: 'kim' })).body.request.undoable).toEqual([3]);
  });

  it('is refused after a change by phone', async () => {
    const { dispatchRequestId: id } = await service.call('book_job', booking());
    await change(id, 'urgency', { urgency: 'urgent' }, 1);
    await service.call('update_job', { notes: 'Ring twice' });
    const version = (await service.stored.get(id))?.version ?? 0;
    expect(version).toBeGreaterThan(2);
    expect((await undo(id, 2, version)).body.reason).toBe('changed_since');
  });

  it.each([{}, { version: 0 }, { version: '2' }, { version: 1.5 }])('needs a version: %j', async (body) => {
    const id = await made();
    expect((await change(id, 'undo', body, 1)).status).toBe(422);
  });

  it('remembers ten changes', async () => {
    const id = await made();
    for (let version = 1; version <= 12; version++)
      await change(id, 'urgency', { urgency: version % 2 === 1 ? 'urgent' : 'routine' }, version);
    const { undoable } = (await board.get(`/requests/${id}`)).body.request;
    expect(undoable).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
  });

  it('never shows who a person is to the token', async () => {
    const id = await made();
    const { body } = await change(id, 'urgency', { urgency: 'urgent' }, 1, { sub: 'sub-77', name: 'Kim' });
    expect(JSON.stringify(body)).not.toContain('sub-77');
  });
});

describe("two changes of one's own", () => {
  it('are both made, though the second knows only the version before', async () => {
    const id = await made();
    await change(id, 'urgency', { urgency: 'urgent' }, 1);
    const second = await change(id, 'notes', { note: 'Gate is open' }, 1);
    expect(second.body).toMatchObject({ urgency: 'urgent', notes: 'Gate is open', version: 3 });
  });

  it('at the same time are both made', async () => {
    const id = await made();
    const answers = await Promise.all([
      change(id, 'urgency', { urgency: 'urgent' }, 1),
      change(id, 'notes', { note: 'Gate is open' }, 1),
      change(id, 'edit', { gateCode: '42' }, 1),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await service.stored.get(id)).toMatchObject({
      urgency: 'urgent',
      version: 4,
      customer: { gateCode: '42' },
    });
  });

  it('conflict if another was between them', async () => {
    const id = await made();
    await change(id, 'urgency', { urgency: 'urgent' }, 1);
    await change(id, 'notes', { note: 'Hello' }, 2, { sub: 'kim' });
    await change(id, 'notes', { note: 'Own' }, 3);
    expect((await change(id, 'notes', { note: 'Late' }, 1)).status).toBe(412);
    expect((await change(id, 'notes', { note: 'Late' }, 2)).status).toBe(412);
    expect((await change(id, 'notes', { note: 'In time' }, 3)).status).toBe(200);
    expect((await change(id, 'notes', { note: 'Future' }, 9)).status).toBe(412);
  });
});

describe('a job under way', () => {
  it.each(['en_route', 'in_progress'])('can be given to somebody else (%s)', async (status) => {
    const id = await made();
    await change(id, 'schedule', at('09:00', 'ana'), 1);
    await change(id, 'status', { status: 'dispatched' }, 2);
    service.clock.now = Date.parse('2026-06-10T13:20:00Z');
    await change(id, 'status', { status }, 3);
    const { status: code, body } = await change(id, 'assign', { technicianId: 'ben' }, 4);
    expect([code, body.status, body.appointment.technician]).toEqual([200, 'scheduled', 'Ben']);
  });

  it('cannot be moved by phone', async () => {
    const { dispatchRequestId: id } = await service.call('book_job', booking());
    await change(id, 'status', { status: 'dispatched' }, 1);
    await change(id, 'status', { status: 'en_route' }, 2);
    const answer = await service.call('reschedule_job', { date: '2026-06-11', time: '09:00' });
    expect(answer).toMatchObject({ confirmed: false, reason: 'needs_human' });
  });
});

describe('starts', () => {
  it('say of each technician why there are none', async () => {
    const people = [
      { id: 'ana', name: 'Ana', skills: ['cooling'] },
      { id: 'ben', name: 'Ben', skills: [] },
      {
        id: 'cleo',
        name: 'Cleo',
        skills: ['cooling'],
        timeOff: [{ from: '2026-06-10T00:00', to: '2026-06-10T24:00' }],
      },
      {
        id: 'dev',
        name: 'Dev',
        skills: ['cooling'],
        timeOff: [{ from: '2026-06-10T00:00', to: '2026-06-10T16:00' }],
      },
      { id: 'eli', name: 'Eli', skills: ['cooling'], hours: { monday: [['08:00', '17:00']] } },
    ];
    const [ac, ...others] = accountDocument().serviceTypes;
    const serviceTypes = [{ ...ac, skills: ['cooling'] }, ...others];
    await service.accounts.put(accountDocument({ technicians: people, serviceTypes }));
    const id = await made();
    const block = {
      technicianId: 'ana',
      from: '2026-06-10T08:00',
      to: '2026-06-10T16:00',
      reason: 'Training',
    };
    await board.post('/blocks', block);
    const { body } = await board.get(`/requests/${id}/starts?date=2026-06-10`);
    const why = body.technicians.map(({ technician, starts, why }: Record<string, never[]>) => [
      technician,
      starts?.length,
      why,
    ]);

    expect(why).toEqual([
      ['Ana', 0, { reason: 'full', text: 'no free time that is long enough' }],
      ['Ben', 0, { reason: 'not_skilled', text: 'no cooling' }],
      ['Cleo', 0, { reason: 'off', text: 'off' }],
      ['Dev', 0, { reason: 'off', text: 'off until 4:00 PM' }],
      ['Eli', 0, { reason: 'off', text: 'off' }],
    ]);
    service.clock.now = Date.parse('2026-06-11T13:00:00Z');
    const over = (await board.get(`/requests/${id}/starts?date=2026-06-10`)).body.technicians[0];
    expect(over.why).toEqual({ reason: 'past', text: 'over' });
  });
});

describe('the queue', () => {
  it('says who has acknowledged an emergency, and since when it is known', async () => {
    await service.call('book_job', booking({ urgency: 'emergency', notes: 'smells of gas' }));
    const [entry] = (await board.get('/queue?group=emergencies')).body.requests;
    expect(entry).toMatchObject({ group: 'emergencies', alertedAt: '2026-06-01T12:00:00.000Z' });
    const { dispatchRequestId: id, version } = entry;
    await change(id, 'acknowledge', {}, version, { name: 'Kim Lee' });
    const [after] = (await board.get('/queue')).body.requests;
    expect(after).toMatchObject({ acknowledgedBy: 'dispatcher:Kim Lee' });
  });

  it('is listed by group, page by page', async () => {
    await made();
    await board.post('/requests', { ...job, address: undefined });
    const ids = async (query: string) => {
      const { body } = await board.get(`/queue${query}`);
      return body.requests.map(({ group }: { group: string }) => group);
    };
    expect(await ids('')).toEqual(['review', 'unscheduled']);
    expect(await ids('?group=unscheduled')).toEqual(['unscheduled']);
    expect(await ids('?group=on_hold')).toEqual([]);
    expect((await board.get('/queue?group=all')).status).toBe(422);
  });
});
