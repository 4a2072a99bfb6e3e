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
  const { document, tableName } = service.table;
  expect(await violations(document, tableName, service.clock.now)).toEqual([]);
  await service.stop();
});

/** Training on Tuesdays and Thursdays from June 9, 2026, a Tuesday. */
const training = (over: object = {}) => ({
  ...{ technicianId: 'ana', from: '2026-06-09T08:00', to: '2026-06-09T10:00', reason: 'Training' },
  repeat: { weekdays: ['tuesday', 'thursday'], until: '2026-06-18' },
  ...over,
});
const days = [9, 11, 16, 18].map((day) => `2026-06-${String(day).padStart(2, '0')}`);
async function blocksOn(date: string): Promise<{ blockId: string; from: string; repeat?: object }[]> {
  return (await board.get(`/board/${date}`)).body.lanes[0].blocks;
}
const blocked = async (): Promise<string[]> => {
  const found = await Promise.all(days.map(async (day) => (await blocksOn(day)).map(({ from }) => from)));
  return found.flat();
};
const remove = (blockId: string, query = '') => board.get(`/blocks/${blockId}${query}`, { method: 'DELETE' });

describe('a block that repeats', () => {
  it('claims the time of each of its days', async () => {
    const { status, body } = await board.post('/blocks', training());
    expect(status).toBe(201);
    expect(body).toMatchObject({ from: '2026-06-09T08:00', technicianId: 'ana', conflicts: [] });
    expect(body.blocks.map(({ from }: { from: string }) => from)).toEqual(days.map((day) => `${day}T08:00`));
    expect(await blocked()).toEqual(days.map((day) => `${day}T08:00`));
    expect((await blocksOn('2026-06-16'))[0]?.repeat).toEqual({
      ...{ from: '2026-06-09T08:00', to: '2026-06-09T10:00' },
      ...{ weekdays: ['tuesday', 'thursday'], until: '2026-06-18' },
    });
    const asked = booking({ date: '2026-06-16', time: '08:00', technician: 'Ana' });
    expect(await service.call('book_job', asked)).toMatchObject({ confirmed: false });
  });

  it('makes what it can, and names the rest by date and customer', async () => {
    await service.call('book_job', booking({ date: '2026-06-11', time: '09:00', technician: 'Ana' }));
    const single = { ...training({ repeat: undefined }), from: '2026-06-16T09:00', to: '2026-06-16T11:00' };
    await board.post('/blocks', single);
    const { status, body } = await board.post('/blocks', training());
    expect([status, body.blocks.length]).toEqual([201, 2]);
    expect(body.conflicts).toMatchObject([
      {
        from: '2026-06-11T08:00',
        reason: 'occupied',
        jobs: [{ date: '2026-06-11', customer: 'Dana Miller' }],
      },
      {
        from: '2026-06-16T08:00',
        reason: 'occupied',
        blocks: [{ from: '2026-06-16T09:00', reason: 'Training' }],
      },
    ]);
    expect(await blocked()).toEqual(['2026-06-09T08:00', '2026-06-16T09:00', '2026-06-18T08:00']);
  });

  it('is completed by a repeat of the request', async () => {
    const { dispatchRequestId } = await service.call(
      'book_job',
      booking({ date: '2026-06-11', time: '09:00', technician: 'Ana' }),
    );
    await board.post('/blocks', training());
    await board.post(`/requests/${dispatchRequestId}/cancel`, { reason: 'no' }, 1);
    const { body } = await board.post('/blocks', training());
    expect([body.blocks.length, body.conflicts]).toEqual([4, []]);
    // Another series wants the same time.
    const repeat = { weekdays: ['tuesday'], until: '2026-06-18' };
    expect((await board.post('/blocks', training({ repeat }))).body).toMatchObject({
      ...{ code: 'refused', reason: 'occupied' },
      conflicts: [{ from: '2026-06-09T08:00' }, { from: '2026-06-16T08:00' }],
    });
  });

  it('takes whole days and nights off', async () => {
    const repeat = { weekdays: ['thursday'], until: '2026-06-18' };
    const time = { from: '2026-06-09T00:00', to: '2026-06-10T24:00' };
    const { body } = await board.post('/blocks', training({ ...time, repeat }));
    expect(body.blocks).toMatchObject([
      { from: '2026-06-11T00:00', to: '2026-06-12T24:00' },
      { from: '2026-06-18T00:00', to: '2026-06-19T24:00' },
    ]);
  });

  it.each([
    ['', ['2026-06-09T08:00', '2026-06-16T08:00', '2026-06-18T08:00']],
    ['?series=following', ['2026-06-09T08:00']],
    ['?series=all', []],
  ])('loses one of its blocks, or several: %s', async (query, left) => {
    const { body } = await board.post('/blocks', training());
    expect((await remove(body.blocks[1].blockId, query)).status).toBe(204);
    expect(await blocked()).toEqual(left);
  });

  it('keeps what is over, and other blocks of the technician', async () => {
    await board.post(
      '/blocks',
      training({ repeat: undefined, from: '2026-06-16T13:00', to: '2026-06-16T14:00' }),
    );
    const { body } = await board.post('/blocks', training());
    service.clock.now = Date.parse('2026-06-10T12:00:00Z');
    await remove(body.blocks[3].blockId, '?series=all');
    expect(await blocked()).toEqual(['2026-06-09T08:00', '2026-06-16T13:00']);
  });

  it('says that blocks are over', async () => {
    service.clock.now = Date.parse('2026-06-10T12:00:00Z');
    const { body } = await board.post('/blocks', training());
    expect(body.conflicts).toEqual([
      { from: '2026-06-09T08:00', to: '2026-06-09T10:00', reason: 'past', jobs: [], blocks: [], holds: [] },
    ]);
  });

  it('says why none of them can be', async () => {
    const skipped = { from: '2027-03-14T02:00', to: '2027-03-14T03:00' };
    const sunday = training({ ...skipped, repeat: { weekdays: ['sunday'], until: '2027-03-14' } });
    expect((await board.post('/blocks', sunday)).body).toMatchObject({
      ...{ reason: 'ends_before_start', detail: 'The block ends before it begins. Nothing was blocked.' },
      conflicts: [{ reason: 'ends_before_start' }],
    });
    service.clock.now = Date.parse('2026-06-17T12:00:00Z');
    const over = { weekdays: ['tuesday'], until: '2026-06-16' };
    expect((await board.post('/blocks', training({ repeat: over }))).body).toMatchObject({
      ...{ reason: 'past', detail: 'That time is over. Nothing was blocked.' },
      conflicts: [{ reason: 'past' }, { reason: 'past' }],
    });
    await service.call('book_job', booking({ date: '2026-06-18', time: '09:00', technician: 'Ana' }));
    expect((await board.post('/blocks', training())).body).toMatchObject({
      ...{ reason: 'occupied', detail: 'None of these blocks could be made. Nothing was blocked.' },
      conflicts: [{ reason: 'past' }, { reason: 'past' }, { reason: 'past' }, { reason: 'occupied' }],
    });
  });

  it('has at most a year and 110 blocks, and at least one', async () => {
    const until = (date: string, weekdays = ['tuesday']) => training({ repeat: { weekdays, until: date } });
    const all = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
    const reasonOf = async (body: object) => (await board.post('/blocks', body)).body.reason;
    expect(await reasonOf(until('2027-06-11'))).toBe('too_many');
    expect(await reasonOf(until('2026-12-31', all))).toBe('too_many');
    expect(await reasonOf(until('2026-06-08'))).toBe('no_occurrence');
    const year = (await board.post('/blocks', until('2027-06-08'))).body;
    expect([year.blocks.length, year.conflicts]).toEqual([53, []]);
    expect((await board.post('/blocks', until('soon'))).body.errors[0].path).toBe('repeat.until');
    expect((await board.post('/blocks', until('2026-06-30', []))).body.errors[0].path).toBe(
      'repeat.weekdays',
    );
  });
});
