import { beforeEach, describe, expect, it } from '@jest/globals';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, START } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const rules = { ...accountDocument().booking, hold: { seconds: 180, perNumber: 2 } };
const service = servicePerTest(() => accountDocument({ booking: rules }));
const nine = { date: '2026-06-10', time: '09:00' };
const other = { call_id: 'call_2', from_number: '+12125550177' };
const heldUntil = new Date(START + 180_000).toISOString();

let board: ReturnType<typeof boardOf>;
let id: string;
beforeEach(async () => {
  board = boardOf(service());
  await service().call('hold_time', { ...nine, serviceType: 'AC Repair' });
  const afternoon = booking({ time: '13:00', customerPhone: '+12125550177' });
  id = (await service().call('book_job', afternoon, other)).dispatchRequestId;
});

const lane = async () => (await board.get('/board/2026-06-10')).body.lanes[0];

describe('a time that is held for a call, for dispatchers', () => {
  it('is in its lane until it expires', async () => {
    const holds = [{ startsAt: '2026-06-10T13:00:00.000Z', endsAt: '2026-06-10T15:30:00.000Z', heldUntil }];
    expect(await lane()).toMatchObject({ holds, unknown: [], appointments: [{ dispatchRequestId: id }] });
    service().clock.now = START + 180_000;
    expect(await lane()).toMatchObject({ holds: [], unknown: [] });
  });

  it('cannot be taken by a move, which is told when it ends, and is not among the starts of a move', async () => {
    const { status, body } = await board.post(`/requests/${id}/move`, nine, 1);
    expect(status).toBe(409);
    expect(body).toMatchObject({ reason: 'slot_taken', heldUntil });
    expect(body.detail).toBe(
      'Someone is about to take 9:00 AM on Wednesday, June 10, 2026. Nothing was changed.',
    );
    const starts = await board.get(`/requests/${id}/starts?date=2026-06-10`);
    expect(starts.body.technicians[0].starts).not.toContainEqual(
      expect.objectContaining({ time: '9:00 AM' }),
    );
  });

  it('can be taken over: the caller is refused, and nothing remains of the hold', async () => {
    const moved = await board.post(`/requests/${id}/move`, { ...nine, overHold: true }, 1);
    expect(moved).toMatchObject({ status: 200, body: { appointment: { time: '9:00 AM' } } });
    expect(await lane()).toMatchObject({ holds: [] });
    const answer = await service().call('book_job', booking());
    expect(answer).toMatchObject({ confirmed: false, reason: 'slot_taken' });
    expect(answer.heldUntil).toBeUndefined();
    expect(await service().call('book_job', booking({ time: '13:00' }))).toMatchObject({ confirmed: true });
  });

  it('cannot be blocked, until it expires', async () => {
    const block = {
      technicianId: 'ana',
      from: '2026-06-10T08:00',
      to: '2026-06-10T12:00',
      reason: 'Training',
    };
    expect(await board.post('/blocks', block)).toMatchObject({
      status: 409,
      body: {
        reason: 'occupied',
        detail: 'A caller is about to take some of that time. Nothing was blocked.',
        holds: [{ heldUntil }],
      },
    });
    service().clock.now = START + 180_000;
    expect((await board.post('/blocks', block)).status).toBe(201);
  });
});
