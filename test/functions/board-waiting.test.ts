import { beforeEach, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const service = servicePerTest(() => accountDocument());
const OTHER = { call_id: 'call_2', from_number: '+12125550177' };

let id: string;
let board: ReturnType<typeof boardOf>;
beforeEach(async () => {
  board = boardOf(service());
  id = (await service().call('book_job', booking())).dispatchRequestId;
});

const wait = (body: object, version: number, request = id) =>
  board.post(`/requests/${request}/wait`, body, version);
const waiting = async () => (await board.get('/waiting')).body.requests;

it('puts a job on the waiting list, and takes it off', async () => {
  const on = await wait({ on: true, from: '2026-06-02', to: '2026-06-05', parts: ['morning'] }, 1);
  const waitlist = {
    ...{ services: ['ac-repair'], from: '2026-06-02', to: '2026-06-05', parts: ['morning'] },
    since: '2026-06-01T12:00:00.000Z',
  };

  expect(on).toMatchObject({ status: 200, body: { version: 2, waitlist } });
  expect(on.body.history.at(-1)).toMatchObject({ why: 'on the waiting list', by: 'dispatcher:robin' });
  expect(await waiting()).toMatchObject([{ dispatchRequestId: id, waitlist }]);
  expect(
    (await wait({ on: true, from: '2026-06-02', to: '2026-06-05', parts: ['morning'] }, 2)).body,
  ).toEqual(expect.objectContaining({ version: 2 }));

  const { lanes } = (await board.get(`/board/${on.body.appointment.date}`)).body;
  const marks = lanes.flatMap((lane: { appointments: { waits?: true }[] }) => lane.appointments);
  expect(marks.map((job: { waits?: true }) => job.waits)).toEqual([true]);

  const off = await wait({ on: false }, 2);
  expect(off.body).toMatchObject({ version: 3 });
  expect(off.body.waitlist).toBeUndefined();
  expect(await waiting()).toEqual([]);
});

it('lists the longest waiting first, and keeps the place of who changes their wish', async () => {
  const args = booking({ date: '2026-06-11', customerPhone: '(212) 555-0177' });
  const { dispatchRequestId: other } = await service().call('book_job', args, OTHER);
  await wait({ on: true }, 1, other);
  service().clock.now += HOUR_MS;
  await wait({ on: true }, 1);
  await wait({ on: true, parts: ['evening'] }, 2, other);

  const found = await waiting();
  expect(found.map((one: { dispatchRequestId: string }) => one.dispatchRequestId)).toEqual([other, id]);
});

it('lists only who is still to get a visit', async () => {
  await wait({ on: true }, 1);
  await service().change(id, { to: 'dispatched' });
  expect(await waiting()).toHaveLength(1);
  await service().change(id, { to: 'en_route' });
  expect(await waiting()).toEqual([]);
  expect(await wait({ on: true }, 4)).toMatchObject({ status: 409, body: { reason: 'cannot_wait' } });
});

it('forgets the wish of who waits for any time once they have one', async () => {
  const job = await board.post('/requests', { name: 'Lee Wong', phone: '+12125550177' });
  const { dispatchRequestId: open } = job.body;
  expect(await wait({ on: true }, 1, open)).toMatchObject({ status: 409, body: { reason: 'cannot_wait' } });
  await board.post(`/requests/${open}/edit`, { serviceTypeId: 'ac-repair' }, 1);
  expect(await wait({ on: true }, 2, open)).toMatchObject({ status: 200 });
  const start = { date: '2026-06-11', time: '09:00' };
  const booked = await board.post(`/requests/${open}/schedule`, start, 3);

  expect(booked).toMatchObject({ status: 200 });
  expect(booked.body.waitlist).toBeUndefined();
});

it.each([
  [{}, ['/on']],
  [{ on: 'yes' }, ['/on']],
  [{ on: true, from: 'June' }, ['/from']],
  [{ on: true, parts: ['noon'] }, ['/parts/0']],
])('refuses %j', async (body, paths) => {
  const answer = await wait(body, 1);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toHaveLength(paths.length);
});
