import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { carriers, deliveriesBy, FROM } from './carriers.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

const technicians = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
];

let service: Service;
beforeEach(async () => {
  service = await startService(accountDocument({ technicians }));
});
afterEach(() => service.stop());

describe.each(Object.entries(carriers))('a repeated delivery by %s', (_, carrier) => {
  const { send, next, stored } = deliveriesBy(carrier, () => service);
  const one = { date: '2026-06-10', time: '1:00 PM' };

  it('of a booking does not undo a move', async () => {
    const first = next('book_job', booking());
    const booked = await send(first);
    await send(next('book_job', booking({ time: '1:00 PM' })));
    expect(await send(first)).toMatchObject({ confirmed: true, time: '1:00 PM' });
    expect(await stored(booked)).toMatchObject({ version: 2, appointment: { minute: 13 * 60 } });
  });

  it('of a move does not undo a later one, made in another call', async () => {
    const booked = await send(next('book_job', booking()));
    const first = next('reschedule_job', one);
    await send(first);
    await send(next('reschedule_job', { ...one, time: '3:00 PM' }, 'call_2'));
    expect(await send(first)).toMatchObject({ confirmed: true, time: '3:00 PM' });
    expect(await stored(booked)).toMatchObject({ version: 3, appointment: { minute: 15 * 60 } });
  });

  it('of a move to the same time moves nothing back', async () => {
    const booked = await send(next('book_job', booking({ time: '1:00 PM' })));
    const first = next('reschedule_job', one);
    expect(await send(first)).toMatchObject({ confirmed: true, time: '1:00 PM' });
    await send(next('reschedule_job', { ...one, time: '3:00 PM' }));
    expect(await send(first)).toMatchObject({ confirmed: true, time: '3:00 PM' });
    expect(await stored(booked)).toMatchObject({ appointment: { minute: 15 * 60 } });
  });

  it('of a booking does not book again what another call has canceled', async () => {
    const first = next('book_job', booking());
    const booked = await send(first);
    await send(next('cancel_job', {}, 'call_2'));
    expect(await send(first)).toMatchObject({ confirmed: false, reason: 'no_appointment' });
    expect(await stored(booked)).toMatchObject({ status: 'canceled', version: 2 });
    expect(await send(next('book_job', booking()))).toMatchObject({ confirmed: true });
  });

  it('of a booking of an emergency does not rebook what was canceled later', async () => {
    await send(next('book_job', { urgency: 'emergency', customerPhone: FROM }));
    const first = next('book_job', booking());
    await send(first);
    await send(next('cancel_job'));
    expect(await send(first)).toMatchObject({ confirmed: false, reason: 'no_appointment' });
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });

  it('of a cancellation does not touch later bookings, even after its own day', async () => {
    await send(next('book_job', booking()));
    const first = next('cancel_job', {}, 'call_2');
    const answer = await send(first);
    service.clock.now = Date.parse('2026-06-11T12:00:00Z');
    const later = await send(next('book_job', booking({ date: '2026-06-15' }), 'call_3'));
    expect(await send(first)).toEqual(answer);
    expect(await stored(later)).toMatchObject({ status: 'scheduled' });
  });

  it('of an emergency does not raise it again after a person has lowered it', async () => {
    const first = next('book_job', { urgency: 'emergency', customerPhone: FROM });
    const told = await send(first);
    await service.lower(told.dispatchRequestId);
    expect(await send(first)).toMatchObject({ dispatchRequestId: told.dispatchRequestId });
    expect(await stored(told)).toMatchObject({ urgency: 'routine', version: 2 });
  });

  it("of a customer's details does not undo a correction", async () => {
    const first = next('create_customer', {
      customerName: 'Dana Miler',
      customerPhone: FROM,
      address: '1 Main St',
    });
    const { customerId } = await send(first);
    await send(next('create_customer', { customerName: 'Dana Miller', customerPhone: FROM }));
    expect(await send(first)).toMatchObject({ customerId, created: false });
    expect(await service.customer(FROM)).toMatchObject({
      name: 'Dana Miller',
      sites: [{ address: '1 Main St' }],
    });
  });

  it('in parallel gets equal answers and one appointment', async () => {
    // From here on, the account is cached.
    await send(next('cancel_job'));
    const first = next('book_job', booking());
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(first)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });
});
