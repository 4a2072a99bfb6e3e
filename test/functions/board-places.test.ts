import { beforeEach, describe, expect, it } from '@jest/globals';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const [ana] = accountDocument().technicians;
const service = servicePerTest(() => accountDocument({ technicians: [{ ...ana, homeZip: '10001' }] }));

let board: ReturnType<typeof boardOf>;
beforeEach(() => {
  board = boardOf(service());
});

const bookedAt = async (zip: string | undefined, time: string) => {
  const args = booking({ date: '2026-06-10', time, ...(zip !== undefined && { zip }) });
  return (await service().call('book_job', args)).dispatchRequestId;
};

describe('the places of a day', () => {
  it('are the middles of postal codes, of the jobs and of technicians’ homes', async () => {
    const id = await bookedAt('10014', '9:00 AM');
    await bookedAt(undefined, '11:00 AM');
    const { status, body } = await board.get('/places/2026-06-10');
    expect(status).toBe(200);
    expect(body).toEqual({
      jobs: [{ dispatchRequestId: id, latitude: 40.734, longitude: -74.005 }],
      homes: [{ technicianId: ana?.id, latitude: 40.748, longitude: -73.997 }],
    });
    expect((await board.get('/places/2026-06-11')).body).toEqual({ jobs: [], homes: body.homes });
  });

  it('leave out what is far from every home', async () => {
    await bookedAt('99501', '9:00 AM');
    expect((await board.get('/places/2026-06-10')).body.jobs).toEqual([]);
  });

  it.each(['2026-02-30', 'today'])('need a date: %s', async (date) => {
    expect((await board.get(`/places/${date}`)).status).toBe(404);
  });

  it('are of the account of the token alone', async () => {
    expect((await board.get('/places/2026-06-10', { accounts: 'other' })).status).toBe(404);
  });
});
