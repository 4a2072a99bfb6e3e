import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
let board: ReturnType<typeof boardOf>;
beforeEach(async () => {
  service = await startService(accountDocument({ technicians: [{ id: 'ana', name: 'Ana' }] }));
  board = boardOf(service);
});
afterEach(() => service.stop());

describe('the tags of days', () => {
  it('are those of the days themselves', async () => {
    await service.call('book_job', booking());
    const { status, body } = await board.get('/board?from=2026-06-08&days=7');
    const day = await board.get('/board/2026-06-10');

    expect(status).toBe(200);
    expect(body.days.map(({ date }: { date: string }) => date)).toEqual([
      ...['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12', '2026-06-13', '2026-06-14'],
    ]);
    expect(body.days[2].etag).toBe(day.headers?.etag);
  });

  it('change with what is on a day, and only then', async () => {
    const path = '/board?from=2026-06-10&days=2';
    const [before, again] = [await board.get(path), await board.get(path)];
    await board.post('/blocks', {
      ...{ technicianId: 'ana', from: '2026-06-11T13:00', to: '2026-06-11T17:00', reason: 'Training' },
    });
    const after = await board.get(path);

    expect(again.body).toEqual(before.body);
    expect(after.body.days[0]).toEqual(before.body.days[0]);
    expect(after.body.days[1].etag).not.toBe(before.body.days[1].etag);
  });

  it.each([
    ['no first day', 'days=7', 'from'],
    ['a first day that does not exist', 'from=2026-02-30&days=7', 'from'],
    ['no number', 'from=2026-06-08', 'days'],
    ['too many', 'from=2026-06-08&days=8', 'days'],
    ['none', 'from=2026-06-08&days=0', 'days'],
  ])('need a first day and a number of days: %s', async (_, query, path) => {
    const { status, body } = await board.get(`/board?${query}`);

    expect([status, body.errors[0].path]).toEqual([422, path]);
  });
});
