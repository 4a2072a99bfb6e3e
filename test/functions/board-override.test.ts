import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cliOf } from '../cli/run-cli.ts';
import { violations } from '../support/invariants.ts';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
let board: ReturnType<typeof boardOf>;
beforeEach(async () => {
  const [ac, heating] = accountDocument().serviceTypes;
  service = await startService(
    accountDocument({
      booking: { ...accountDocument().booking, hold: { seconds: 180 } },
      technicians: [
        { id: 'ana', name: 'Ana' },
        { id: 'zoe', name: 'Zoe', skills: ['heating'] },
      ],
      serviceTypes: [ac, { ...heating, skills: ['heating'] }],
    }),
  );
  board = boardOf(service);
});
afterEach(async () => {
  expect(await violations(service.table.document, service.table.tableName, service.clock.now)).toEqual([]);
  await service.stop();
});

const job = { name: 'Dana Miller', phone: '(212) 555-0123', address: '7 Elm St', serviceTypeId: 'ac-repair' };
const made = async (over: object = {}): Promise<string> =>
  (await board.post('/requests', { ...job, ...over })).body.dispatchRequestId;
const at = (time: string, over: object = {}) => ({ date: '2026-06-10', time, technicianId: 'ana', ...over });
const override = { reason: 'The customer insists' };
const post = (id: string, action: string, body: object, version: number) =>
  board.post(`/requests/${id}/${action}`, body, version);
const jobsOn = async (date: string) =>
  (await board.get(`/board/${date}`)).body.lanes[0].appointments.map(
    ({ dispatchRequestId }: { dispatchRequestId: string }) => dispatchRequestId,
  );

describe('a start in spite of', () => {
  it.each<[string, object, readonly string[]]>([
    ['the hours', at('18:00'), ['closed']],
    ['a holiday or a closed day', at('09:00', { date: '2026-06-13' }), ['closed']],
    ['the grid', at('09:10'), ['not_on_grid']],
    ['the time that is over', at('09:00', { date: '2026-05-29' }), ['past']],
    ['skills', at('09:00', { serviceTypeId: 'heating-repair' }), ['not_skilled']],
  ])('%s needs a reason, which is kept', async (_, start, rules) => {
    const id = await made();
    expect((await post(id, 'schedule', start, 1)).status).toBe(409);
    const { status, body } = await post(id, 'schedule', { ...start, override }, 1);
    expect([status, body.status]).toEqual([200, 'scheduled']);
    expect(body.appointment.override).toEqual({
      ...{ reason: 'The customer insists', by: 'dispatcher:robin', at: '2026-06-01T12:00:00.000Z' },
      rules,
    });
    expect(body.history.at(-1).why).toContain('in spite of the rules: The customer insists');
  });

  it('another job has both jobs on the board, and sells the time to nobody else', async () => {
    const others = { phone: '(212) 555-0199' };
    const [below, over] = [await made(others), await made(others)];
    await post(below, 'schedule', at('09:00'), 1);
    const { body } = await post(over, 'schedule', { ...at('10:00'), override }, 1);
    expect(body.appointment.override.rules).toEqual(['double']);
    expect((await jobsOn('2026-06-10')).sort()).toEqual([below, over].sort());
    const { lanes } = (await board.get('/board/2026-06-10')).body;
    expect([lanes.length, lanes[0].unknown]).toEqual([2, []]);

    // The job below leaves, and its time is still that of the job above.
    await post(below, 'cancel', { reason: 'no' }, 2);
    const answer = await service.call('book_job', booking({ time: '10:00', technician: 'Ana' }));
    expect(answer).toMatchObject({ confirmed: false, reason: 'slot_taken' });
    expect(await jobsOn('2026-06-10')).toEqual([over]);
    await post(over, 'unschedule', {}, 2);
    expect(await service.call('book_job', booking({ time: '10:00', technician: 'Ana' }))).toMatchObject({
      confirmed: true,
    });
  });

  it('several jobs, and undone one after the other', async () => {
    const ids = [await made(), await made(), await made()];
    for (const id of ids)
      expect((await post(id, 'schedule', { ...at('09:00'), override }, 1)).status).toBe(200);
    expect((await jobsOn('2026-06-10')).sort()).toEqual([...ids].sort());
    expect(await violations(service.table.document, service.table.tableName)).toEqual([]);
    for (const id of ids) expect((await post(id, 'undo', { version: 2 }, 2)).body.status).toBe('requested');
    expect(await jobsOn('2026-06-10')).toEqual([]);
  });

  it('a time that a call holds ends the hold', async () => {
    const call = { call_id: 'call_7', from_number: '+12125550188' };
    const held = await service.call(
      'hold_time',
      { date: '2026-06-10', time: '09:00', serviceType: 'AC Repair', technician: 'Ana' },
      call,
    );
    expect(held).toMatchObject({ held: true });
    const id = await made();
    const { body } = await post(id, 'schedule', { ...at('09:00'), override }, 1);
    expect(body.appointment.override.rules).toEqual(['over_hold']);
    expect((await board.get('/board/2026-06-10')).body.lanes[0].holds).toEqual([]);
  });

  it('nothing keeps no reason', async () => {
    const { body } = await post(await made(), 'schedule', { ...at('09:00'), override }, 1);
    expect(body.appointment.override).toBeUndefined();
  });

  it('the rules moves like any other, and then has no override', async () => {
    const [below, over] = [await made(), await made()];
    await post(below, 'schedule', at('09:00'), 1);
    await post(over, 'schedule', { ...at('09:00'), override }, 1);
    const { body } = await post(over, 'move', at('13:00'), 2);
    expect(body.appointment).toMatchObject({ time: '1:00 PM' });
    expect(body.appointment.override).toBeUndefined();
  });

  it('six jobs is refused', async () => {
    for (let n = 1; n <= 5; n++)
      expect((await post(await made(), 'schedule', { ...at('09:00'), override }, 1)).status).toBe(200);
    expect((await post(await made(), 'schedule', { ...at('09:00'), override }, 1)).body.reason).toBe(
      'slot_taken',
    );
  });

  it.each([
    [{ date: '2026-06-10', time: '09:00', override }, 'technicianId'],
    [at('09:00', { override: { reason: ' ' } }), 'override.reason'],
    [at('09:00', { override: true }), 'override'],
  ])('is refused if it is %j', async (body, path) => {
    const refused = await post(await made(), 'schedule', body, 1);
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, path]);
  });

  it('the rules works for a new job at once, and keeps no reason of an erased person', async () => {
    const visits = [{ date: '2026-06-12', time: '20:00' }];
    const start = { ...at('20:00', { visits }), override: { reason: 'Dana asked for it' } };
    const { body } = await board.post('/requests', { ...job, start });
    expect(body).toMatchObject({ status: 'scheduled', appointment: { time: '8:00 PM' } });
    const erase = ['customers', 'delete', '--account', 'acme-hvac', '--phone', '+12125550123'];
    await cliOf(service).run(...erase, '--keep-visits', '--yes');
    expect(JSON.stringify(await service.stored.get(body.dispatchRequestId))).not.toContain('Dana');
  });
});
