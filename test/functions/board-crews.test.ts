import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { violations } from '../support/invariants.ts';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
let board: ReturnType<typeof boardOf>;
function document() {
  const [ac, heating] = accountDocument().serviceTypes;
  return accountDocument({
    booking: { ...accountDocument().booking, hold: { seconds: 180 } },
    serviceTypes: [ac, { ...heating, skills: ['heating'] }],
    technicians: [
      { id: 'ana', name: 'Ana', skills: ['heating'] },
      { id: 'ben', name: 'Ben' },
      { id: 'cleo', name: 'Cleo', timeOff: [{ from: '2026-06-11T00:00', to: '2026-06-11T24:00' }] },
    ],
  });
}
beforeEach(async () => {
  service = await startService(document());
  board = boardOf(service);
});
afterEach(async () => {
  const { document, tableName } = service.table;
  expect(await violations(document, tableName, service.clock.now)).toEqual([]);
  await service.stop();
});

const [WEDNESDAY, THURSDAY, FRIDAY] = ['2026-06-10', '2026-06-11', '2026-06-12'];
const job = { name: 'Dana Miller', phone: '(212) 555-0123', address: '7 Elm St', serviceTypeId: 'ac-repair' };
const made = async (over: object = {}): Promise<string> =>
  (await board.post('/requests', { ...job, ...over })).body.dispatchRequestId;
const at = (time: string, over: object = {}) => ({ date: WEDNESDAY, time, technicianId: 'ana', ...over });
const post = (id: string, action: string, body: object, version: number) =>
  board.post(`/requests/${id}/${action}`, body, version);
const scheduled = async (over: object): Promise<string> => {
  const id = await made();
  expect(await post(id, 'schedule', at('09:00', over), 1)).toMatchObject({ status: 200 });
  return id;
};
/** A job with two visits, of which two technicians come to the second. */
const longJob = () => scheduled({ visits: [{ date: FRIDAY, time: '10:00', minutes: 120, crew: ['ben'] }] });

/** The jobs of a day: who has which visit when. */
async function jobsOn(date: string): Promise<string[]> {
  const { lanes } = (await board.get(`/board/${date}`)).body;
  return lanes.flatMap((lane: { technicianId: string; appointments: never[]; unknown: never[] }) => {
    expect(lane.unknown).toEqual([]);
    return lane.appointments.map(
      ({ time, visit }) => `${lane.technicianId} ${time}${visit ? ` #${visit}` : ''}`,
    );
  });
}
let calls = 0;
/** What a new caller hears who wants a time. */
async function booked(over: object) {
  calls += 1;
  const from_number = `+1212555${2000 + calls}`;
  const asked = booking({ date: WEDNESDAY, time: '09:00', customerPhone: from_number, ...over });
  return await service.call('book_job', asked, { call_id: `call_${calls}`, from_number });
}
const free = async (time: string, technician: string, date = WEDNESDAY): Promise<boolean> =>
  (await booked({ date, time, technician })).confirmed;

describe('a job with a crew', () => {
  it('stands in each lane, and claims the time of everybody', async () => {
    const id = await scheduled({ crew: ['ben', 'cleo'] });
    const { body } = await board.get(`/requests/${id}`);
    expect(body.request.appointment).toMatchObject({
      ...{ technicianId: 'ana', technician: 'Ana', time: '9:00 AM' },
      crew: [
        { technicianId: 'ben', technician: 'Ben' },
        { technicianId: 'cleo', technician: 'Cleo' },
      ],
    });
    expect(body.request.history.at(-1).why).toBe('2026-06-10 9:00 AM with Ana, Ben, Cleo');
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM', 'ben 9:00 AM', 'cleo 9:00 AM']);
    const { lanes } = (await board.get(`/board/${WEDNESDAY}`)).body;
    expect(lanes[1].appointments[0]).toMatchObject({
      technicianId: 'ana',
      crew: body.request.appointment.crew,
    });
    expect(await free('09:00', 'Ben')).toBe(false);
  });

  it.each([
    ['that is off', { date: THURSDAY, crew: ['ben', 'cleo'] }, 'no_technician', 'Cleo'],
    ['that has another job', { crew: ['cleo', 'ben'] }, 'slot_taken', 'Ben'],
  ])('is refused with the technician %s', async (_, over, reason, technician) => {
    await booked({ technician: 'Ben' });
    const { status, body } = await post(await made(), 'schedule', at('09:00', over), 1);
    expect(status).toBe(409);
    expect(body).toMatchObject({ reason, technician, visit: 1, time: '9:00 AM' });
    expect(body.detail).toContain(technician);
    expect(await free('09:00', 'Ana')).toBe(true);
  });

  it('names other starts at which all are free', async () => {
    await booked({ technician: 'Ben' });
    const { body } = await post(await made(), 'schedule', at('09:00', { crew: ['ben'] }), 1);
    expect(body.alternatives[0]).toEqual({
      ...{ date: WEDNESDAY, time: '1:00 PM', technicianId: 'ana', technician: 'Ana' },
    });
  });

  it('needs the skills of the technician in front only', async () => {
    const heating = { serviceTypeId: 'heating-repair' };
    const refused = await post(
      await made(heating),
      'schedule',
      at('09:00', { technicianId: 'ben', crew: ['ana'] }),
      1,
    );
    expect(refused.body).toMatchObject({ reason: 'not_skilled', technician: 'Ben' });
    expect((await post(await made(heating), 'schedule', at('09:00', { crew: ['ben'] }), 1)).status).toBe(200);
  });

  it('may have anybody in front who is free with the others', async () => {
    const id = await made();
    await booked({ technician: 'Ana' });
    const { body } = await post(id, 'schedule', at('09:00', { technicianId: undefined, crew: ['cleo'] }), 1);
    expect(body.appointment).toMatchObject({ technicianId: 'ben', crew: [{ technicianId: 'cleo' }] });
  });

  it('never has one of the others in front, also at a later visit', async () => {
    const anyone = (over: object) => at('09:00', { technicianId: undefined, ...over });
    const { body } = await post(await made(), 'schedule', anyone({ crew: ['ana'] }), 1);
    expect(body.appointment).toMatchObject({ technicianId: 'ben', crew: [{ technicianId: 'ana' }] });
    const visits = [{ date: FRIDAY, time: '09:00', crew: ['ana', 'ben'] }];
    const later = await post(await made(), 'schedule', anyone({ time: '13:00', visits }), 1);
    expect(later.body.appointment).toMatchObject({
      technicianId: 'cleo',
      visits: [{ crew: [{ technicianId: 'ana' }, { technicianId: 'ben' }] }],
    });
    const everybody = await post(
      await made(),
      'schedule',
      anyone({ date: FRIDAY, time: '15:00', crew: ['ana', 'ben', 'cleo'] }),
      1,
    );
    expect([everybody.status, everybody.body.reason]).toEqual([409, 'no_technician']);
  });

  it('gets and loses a member', async () => {
    const id = await scheduled({});
    await post(id, 'move', at('09:00', { crew: ['ben'] }), 2);
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM', 'ben 9:00 AM']);
    const { body } = await post(id, 'move', at('09:00', { crew: [] }), 3);
    expect(body.appointment.crew).toBeUndefined();
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM']);
  });

  it('may get a member when it has begun, but no other time that is over', async () => {
    const id = await scheduled({ time: '08:00' });
    service.clock.now = Date.parse('2026-06-10T13:30:00Z');
    const later = await post(id, 'move', at('09:00', { crew: ['ben'] }), 2);
    expect(later.body.reason).toBe('past');
    expect((await post(id, 'move', at('08:00', { crew: ['ben'] }), 2)).status).toBe(200);
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 8:00 AM', 'ben 8:00 AM']);
  });

  it('moves together, or not at all', async () => {
    const id = await scheduled({ crew: ['ben'] });
    await booked({ technician: 'Ben', time: '13:00' });
    const { body } = await post(id, 'move', { date: WEDNESDAY, time: '13:00' }, 2);
    expect(body).toMatchObject({ reason: 'slot_taken', technician: 'Ben' });
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM', 'ben 9:00 AM', 'ben 1:00 PM']);
    expect((await post(id, 'move', { date: THURSDAY, time: '10:00' }, 2)).status).toBe(200);
    expect(await jobsOn(THURSDAY)).toEqual(['ana 10:00 AM', 'ben 10:00 AM']);
    expect(await jobsOn(WEDNESDAY)).toEqual(['ben 1:00 PM']);
  });

  it('has one replaced, and two change places', async () => {
    const id = await scheduled({ crew: ['ben'] });
    await post(id, 'assign', { technicianId: 'cleo', insteadOf: 'ben' }, 2);
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM', 'cleo 9:00 AM']);
    const { body } = await post(id, 'assign', { technicianId: 'cleo' }, 3);
    expect(body.appointment).toMatchObject({ technicianId: 'cleo', crew: [{ technicianId: 'ana' }] });
    const refused = await post(id, 'assign', { technicianId: 'ana', insteadOf: 'ben' }, 4);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'insteadOf']);
  });

  it('comes again with everybody when it is scheduled after it was on hold', async () => {
    const id = await scheduled({ crew: ['ben'], visits: [{ date: FRIDAY, time: '10:00', crew: ['cleo'] }] });
    await post(id, 'hold', { reason: 'parts' }, 2);
    await booked({ date: '2026-06-15', time: '08:00', technician: 'Ben' });
    const { technicians } = (await board.get(`/requests/${id}/starts?date=2026-06-15`)).body;
    expect(technicians[0].starts[0].time).toBe('1:00 PM');
    const monday = { date: '2026-06-15', time: '13:00', technicianId: 'ana' };
    const { body } = await post(id, 'schedule', monday, 3);
    expect(body.appointment).toMatchObject({
      ...{ date: '2026-06-15', crew: [{ technicianId: 'ben' }] },
      visits: [{ date: '2026-06-17', time: '10:00 AM', crew: [{ technicianId: 'cleo' }] }],
    });
    await post(id, 'hold', { reason: 'parts' }, 4);
    const alone = await post(id, 'schedule', { ...monday, crew: [], visits: [] }, 5);
    expect([alone.body.appointment.crew, alone.body.appointment.visits]).toEqual([undefined, undefined]);
  });

  it('may be placed over other work, and ends what calls hold', async () => {
    await booked({ technician: 'Ben' });
    const hold = { date: WEDNESDAY, time: '09:00', serviceType: 'AC Repair', technician: 'Cleo' };
    await service.call('hold_time', hold, { call_id: 'call_7', from_number: '+12125550188' });
    const over = { crew: ['ben', 'cleo'], override: { reason: 'Big one' } };
    const { body } = await post(await made(), 'schedule', at('09:00', over), 1);
    expect(body.appointment.override.rules).toEqual(['double', 'over_hold']);
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM', 'ben 9:00 AM', 'ben 9:00 AM', 'cleo 9:00 AM']);
  });
});

describe('a job over other work', () => {
  it('may take longer over that work, and stays over it', async () => {
    await booked({ technician: 'Ben', time: '09:00' });
    const id = await made({ minutes: 60 });
    await post(id, 'schedule', at('09:00', { crew: ['ben'], override: { reason: 'Big one' } }), 1);
    const { status, body } = await post(id, 'edit', { minutes: 90 }, 2);
    expect([status, body.appointment.endsAt]).toEqual([200, '2026-06-10T14:30:00.000Z']);
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM', 'ben 9:00 AM', 'ben 9:00 AM']);
  });
});

describe('a job that goes on another day', () => {
  it('claims all of its visits, which the history names', async () => {
    const id = await longJob();
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM #1']);
    expect(await jobsOn(FRIDAY)).toEqual(['ana 10:00 AM #2', 'ben 10:00 AM #2']);
    const { request } = (await board.get(`/requests/${id}`)).body;
    expect(request.appointment.visits).toEqual([
      {
        ...{ date: FRIDAY, time: '10:00 AM', technicianId: 'ana', technician: 'Ana' },
        ...{ startsAt: '2026-06-12T14:00:00.000Z', endsAt: '2026-06-12T16:00:00.000Z' },
        crew: [{ technicianId: 'ben', technician: 'Ben' }],
      },
    ]);
    expect(request.history.at(-1).why).toBe('2026-06-10 9:00 AM with Ana, and 2026-06-12 10:00 AM with Ana');
  });

  it('is refused with the visit that can’t be, and then claims nothing', async () => {
    await booked({ date: FRIDAY, time: '10:00', technician: 'Ben' });
    const visits = [{ date: FRIDAY, time: '10:00', minutes: 120, crew: ['ben'] }];
    const { status, body } = await post(await made(), 'schedule', at('09:00', { visits }), 1);
    expect([status, body.reason, body.technician]).toEqual([409, 'slot_taken', 'Ben']);
    expect(body).toMatchObject({ visit: 2, date: FRIDAY, time: '10:00 AM' });
    expect(await free('09:00', 'Ana')).toBe(true);
  });

  it('names other starts of a visit that are after the visit before it', async () => {
    await booked({ time: '13:00', technician: 'Ben' });
    const visits = [{ date: WEDNESDAY, time: '13:00', minutes: 60, technicianId: 'ben' }];
    const { body } = await post(await made(), 'schedule', at('09:00', { visits }), 1);
    expect(body).toMatchObject({ reason: 'slot_taken', visit: 2 });
    expect(body.alternatives.map(({ time }: { time: string }) => time)).toEqual(['3:30 PM', '4:00 PM']);
  });

  it.each([
    ['an earlier one', [{ date: '2026-06-09', time: '09:00' }], 'visit_order'],
    ['one during the first', [{ date: WEDNESDAY, time: '09:30', technicianId: 'ben' }], 'visit_order'],
    ['one far away', [{ date: '2026-07-20', time: '09:00' }], 'too_far_apart'],
    [
      'too many',
      [11, 12, 15, 16, 17].map((day) => ({ date: `2026-06-${day}`, time: '09:00', crew: ['ben', 'cleo'] })),
      'too_many_visits',
    ],
    [
      'one with somebody unknown',
      [{ date: FRIDAY, time: '09:00', technicianId: 'zoe' }],
      'unknown_technician',
    ],
  ])('doesn’t get %s', async (_, visits, reason) => {
    const { body } = await post(await made(), 'schedule', at('09:00', { visits }), 1);
    expect(body.reason).toBe(reason);
  });

  it('moves as a whole, or one visit of it', async () => {
    const id = await longJob();
    await post(id, 'move', { date: '2026-06-15', time: '13:00' }, 2);
    expect(await jobsOn('2026-06-15')).toEqual(['ana 1:00 PM #1']);
    expect(await jobsOn('2026-06-17')).toEqual(['ana 10:00 AM #2', 'ben 10:00 AM #2']);
    await post(id, 'move', { date: '2026-06-16', time: '15:00', visit: 2, technicianId: 'cleo' }, 3);
    expect(await jobsOn('2026-06-16')).toEqual(['ben 3:00 PM #2', 'cleo 3:00 PM #2']);
    expect(await jobsOn('2026-06-15')).toEqual(['ana 1:00 PM #1']);
    const refused = await post(id, 'move', { date: '2026-06-15', time: '09:00', visit: 2 }, 4);
    expect(refused.body).toMatchObject({ reason: 'visit_order', visit: 2 });
    expect((await post(id, 'move', { date: FRIDAY, time: '09:00', visit: 3 }, 4)).body.reason).toBe(
      'no_such_visit',
    );
  });

  it('changes its service if those in front of later visits have the skills', async () => {
    const id = await scheduled({ visits: [{ date: FRIDAY, time: '10:00', technicianId: 'ben' }] });
    const heating = { serviceTypeId: 'heating-repair' };
    const { body } = await post(id, 'move', at('09:00', heating), 2);
    expect(body).toMatchObject({ reason: 'not_skilled', technician: 'Ben', visit: 2 });
    await post(id, 'assign', { technicianId: 'ana', visit: 2 }, 2);
    expect((await post(id, 'move', at('09:00', heating), 3)).body.appointment).toMatchObject({
      endsAt: '2026-06-10T14:00:00.000Z',
      visits: [{ technicianId: 'ana', endsAt: '2026-06-12T16:00:00.000Z' }],
    });
  });

  it('is corrected to a service for which those in front of its visits ahead have the skills', async () => {
    const id = await scheduled({ visits: [{ date: FRIDAY, time: '10:00', technicianId: 'ben' }] });
    const heating = { serviceTypeId: 'heating-repair' };
    const { body } = await post(id, 'edit', heating, 2);
    expect(body).toMatchObject({ reason: 'not_skilled', technician: 'Ben' });
    service.clock.now = Date.parse('2026-06-12T16:00:00Z');
    expect((await post(id, 'edit', heating, 2)).status).toBe(200);
  });

  it('lists the starts of a visit that leave the next one its time', async () => {
    const visits = [{ date: WEDNESDAY, time: '11:00', minutes: 60 }];
    const id = await scheduled({ time: '08:30', visits });
    const of = async (visit: number) =>
      (
        await board.get(`/requests/${id}/starts?date=${WEDNESDAY}&visit=${visit}`)
      ).body.technicians[1].starts.map(({ time }: { time: string }) => time);
    expect(await of(1)).toEqual(['8:00 AM', '8:30 AM']);
    expect((await of(2))[0]).toBe('11:00 AM');
  });

  it('keeps all of the time of a visit, and no more, that shares a quarter of an hour with the next', async () => {
    const own = document();
    await service.accounts.put({ ...own, booking: { ...own.booking, bufferMinutes: 0 } });
    const id = await made({ minutes: 50 });
    const visits = [
      { date: WEDNESDAY, time: '09:50', minutes: 50 },
      { date: WEDNESDAY, time: '10:40', minutes: 50, technicianId: 'ben' },
    ];
    await post(id, 'schedule', at('09:00', { visits, override: { reason: 'No pause' } }), 1);
    const blocked = async (technicianId: string, from: string, to: string) =>
      (
        await board.post('/blocks', {
          ...{ technicianId, from: `${WEDNESDAY}T${from}`, to: `${WEDNESDAY}T${to}`, reason: 'training' },
        })
      ).status;
    await post(id, 'move', { date: WEDNESDAY, time: '15:00', visit: 3 }, 2);
    expect([await blocked('ana', '10:30', '10:45'), await blocked('ben', '10:30', '10:45')]).toEqual([
      409, 201,
    ]);
    await post(id, 'move', { date: WEDNESDAY, time: '14:00', visit: 2 }, 3);
    expect([await blocked('ana', '09:45', '10:00'), await blocked('ana', '10:00', '11:00')]).toEqual([
      409, 201,
    ]);
  });

  it('keeps its first visit, and how far it is, while a later one moves', async () => {
    const id = await longJob();
    service.clock.now = Date.parse('2026-06-10T13:30:00Z');
    await post(id, 'status', { status: 'dispatched' }, 2);
    await post(id, 'status', { status: 'in_progress' }, 3);
    const { body } = await post(id, 'move', { date: FRIDAY, time: '13:00', visit: 2 }, 4);
    expect(body).toMatchObject({ status: 'in_progress', appointment: { time: '9:00 AM' } });
    expect(await jobsOn(FRIDAY)).toEqual(['ana 1:00 PM #2', 'ben 1:00 PM #2']);
    service.clock.now = Date.parse('2026-06-10T20:00:00Z');
    await post(id, 'assign', { technicianId: 'cleo' }, 5);
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM #1']);
    expect(await jobsOn(FRIDAY)).toEqual(['ben 1:00 PM #2', 'cleo 1:00 PM #2']);
  });

  it.each([
    ['unschedule', {}],
    ['cancel', { reason: 'no' }],
    ['hold', { reason: 'parts' }],
  ])('ends by %s, and comes back by undo', async (action, body) => {
    const id = await longJob();
    await post(id, action, body, 2);
    expect([...(await jobsOn(WEDNESDAY)), ...(await jobsOn(FRIDAY))]).toEqual([]);
    await post(id, 'undo', { version: 3 }, 3);
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM #1']);
    expect(await jobsOn(FRIDAY)).toEqual(['ana 10:00 AM #2', 'ben 10:00 AM #2']);
  });

  it('is not undone if somebody’s time is taken, who is named', async () => {
    const id = await longJob();
    await post(id, 'unschedule', {}, 2);
    expect(await free('10:00', 'Ben', FRIDAY)).toBe(true);
    const { status, body } = await post(id, 'undo', { version: 3 }, 3);
    expect([status, body.reason, body.technician]).toEqual([409, 'slot_taken', 'Ben']);
    expect(body.detail).toBe('Ben is no longer free at that time. Nothing was changed.');
    expect(await jobsOn(WEDNESDAY)).toEqual([]);
  });

  it('stays on its days when it is done', async () => {
    const id = await longJob();
    service.clock.now = Date.parse('2026-06-12T14:30:00Z');
    await post(id, 'status', { status: 'dispatched' }, 2);
    await post(id, 'status', { status: 'in_progress' }, 3);
    await post(id, 'status', { status: 'completed' }, 4);
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM #1']);
    expect(await jobsOn(FRIDAY)).toEqual(['ana 10:00 AM #2', 'ben 10:00 AM #2']);
  });

  it('stays on a day of the month after', async () => {
    const id = await made();
    const visits = [{ date: '2026-07-01', time: '09:00' }];
    await post(id, 'schedule', { ...at('09:00'), date: '2026-06-30', visits }, 1);
    await post(id, 'hold', { reason: 'parts' }, 2);
    const { lanes } = (await board.get('/board/2026-07-01')).body;
    expect(lanes[0].held).toMatchObject([{ dispatchRequestId: id, visit: 2, visits: 2 }]);
  });

  it('changes its length without its other visits, up to the next of them', async () => {
    const id = await scheduled({ crew: ['ben'], visits: [{ date: WEDNESDAY, time: '13:00' }] });
    const longer = await post(id, 'edit', { minutes: 180 }, 2);
    expect(longer.body.appointment).toMatchObject({ endsAt: '2026-06-10T16:00:00.000Z' });
    const [other, eleven] = [await made({ minutes: 60 }), at('11:00', { technicianId: 'ben' })];
    expect((await post(other, 'schedule', eleven, 1)).body.technician).toBe('Ben');
    expect((await post(id, 'edit', { minutes: 300 }, 3)).body).toMatchObject({
      reason: 'visit_order',
      visit: 2,
    });
    await post(id, 'edit', { minutes: 60 }, 3);
    expect((await post(other, 'schedule', eleven, 1)).status).toBe(200);
    expect(await jobsOn(WEDNESDAY)).toEqual([
      'ana 9:00 AM #1',
      'ana 1:00 PM #2',
      'ben 9:00 AM #1',
      'ben 11:00 AM',
    ]);
  });

  it('lists the starts of one visit at which its crew is free, between the others', async () => {
    const id = await longJob();
    await booked({ date: THURSDAY, time: '09:00', technician: 'Ben' });
    const of = async (date: string) =>
      (await board.get(`/requests/${id}/starts?date=${date}&visit=2`)).body.technicians.map(
        ({ starts, why }: { starts: { time: string }[]; why?: { reason: string } }) =>
          why?.reason ?? starts[0]?.time,
      );
    expect(await of(THURSDAY)).toEqual(['1:00 PM', '1:00 PM', 'off']);
    expect(await of('2026-06-09')).toEqual(['not_together', 'not_together', 'not_together']);
    expect((await board.get(`/requests/${id}/starts?date=${FRIDAY}&visit=3`)).body.reason).toBe(
      'no_such_visit',
    );
  });

  it('moves as a whole in one write with the most visits, through nights and over other work, and is undone', async () => {
    const [crew, override] = [['ben', 'cleo'], { reason: 'A big one' }];
    const long = { time: '16:00', minutes: 720, crew };
    const visits = [11, 15, 16].map((day) => ({ ...long, date: `2026-06-${day}` }));
    const all = { minutes: 720 };
    const below = await made(all);
    await post(below, 'schedule', at('16:00', { crew, visits, override }), 1);
    const id = await made(all);
    const placed = await post(id, 'schedule', at('20:00', { crew, visits, override }), 1);
    expect([placed.status, placed.body.appointment.override.rules]).toEqual([200, ['closed', 'double']]);
    const start = { date: '2026-06-22', time: '20:00', technicianId: 'ana' };
    const moved = await post(id, 'move', { ...start, override }, 2);
    expect([moved.status, moved.body.appointment.visits.length]).toEqual([200, 3]);
    // The third visit lasts until the morning.
    expect(await jobsOn('2026-06-28')).toEqual(
      ['ana', 'ben', 'cleo'].flatMap((one) => [`${one} 4:00 PM #3`, `${one} 4:00 PM #4`]),
    );
    const undone = await post(id, 'undo', { version: 3 }, 3);
    expect([undone.status, undone.body.appointment.date]).toEqual([200, WEDNESDAY]);
  });

  it('is named by the visit that is in the way of a block', async () => {
    const id = await longJob();
    const time = { from: `${FRIDAY}T11:00`, to: `${FRIDAY}T17:00` };
    const { body } = await board.post('/blocks', { technicianId: 'ben', ...time, reason: 'training' });
    expect(body.jobs).toEqual([
      { dispatchRequestId: id, date: FRIDAY, time: '10:00 AM', customer: 'Dana Miller' },
    ]);
    // The pause after the first visit is in the way, too.
    const pause = { from: `${WEDNESDAY}T11:00`, to: `${WEDNESDAY}T12:00` };
    const refused = await board.post('/blocks', { technicianId: 'ana', ...pause, reason: 'training' });
    expect(refused.body.jobs).toMatchObject([{ date: WEDNESDAY, time: '9:00 AM' }]);
  });

  it('is made with its start', async () => {
    const start = at('09:00', { crew: ['ben'], visits: [{ date: FRIDAY, time: '10:00' }] });
    const { status, body } = await board.post('/requests', { ...job, start });
    expect([status, body.appointment.crew.length, body.appointment.visits.length]).toEqual([201, 1, 1]);
  });
});

it('lets a job with a crew or several visits wait for no earlier time', async () => {
  const id = await longJob();
  const { status, body } = await post(id, 'wait', { on: true }, 2);
  expect([status, body.reason]).toEqual([409, 'cannot_wait']);
});

describe('by phone, a job with a crew or several visits', () => {
  const call = { call_id: 'call_9', from_number: '+12125550123' };

  it('is canceled as a whole', async () => {
    await longJob();
    expect(await service.call('cancel_job', {}, call)).toMatchObject({ canceled: true });
    expect([...(await jobsOn(WEDNESDAY)), ...(await jobsOn(FRIDAY))]).toEqual([]);
  });

  it('is scheduled by a person after it was on hold', async () => {
    const id = await longJob();
    await post(id, 'hold', { reason: 'parts' }, 2);
    const answer = await service.call('reschedule_job', { date: THURSDAY, time: '13:00' }, call);
    expect(answer).toMatchObject({ confirmed: false, reason: 'needs_human' });
    expect((await board.get(`/requests/${id}`)).body.request).toMatchObject({
      ...{ status: 'on_hold', needsReview: ['move'] },
    });
  });

  it('is moved by a person', async () => {
    const id = await longJob();
    const answer = await service.call('reschedule_job', { date: THURSDAY, time: '13:00' }, call);
    expect(answer).toMatchObject({ confirmed: false, reason: 'needs_human' });
    expect((await board.get(`/requests/${id}`)).body.request.needsReview).toEqual(['move']);
    expect(await jobsOn(WEDNESDAY)).toEqual(['ana 9:00 AM #1']);
  });
});
