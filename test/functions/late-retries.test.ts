import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService, technicians } from './service.ts';

/** The same caller in another call, whose platform identifies each invocation. */
const invoked = (id: string) => ({
  call_id: 'call_2',
  transcript_with_tool_calls: [{ role: 'tool_call_invocation', tool_call_id: id }],
});

let service: Service;
let id: string;

beforeEach(async () => {
  service = await startService(accountDocument({ technicians }));
  id = (await service.call('book_job', booking())).dispatchRequestId;
});
afterEach(() => service.stop());

const move = (over: object, args = {}) =>
  service.call('reschedule_job', { date: '2026-06-10', time: '1:00 PM', ...args }, { ...over });
const bookAnother = (over: object) =>
  service.call('book_job', booking({ serviceType: 'Heating Repair', date: '2026-06-11' }), { ...over });

describe('a late retry', () => {
  it('of a move does not confirm an appointment on hold', async () => {
    await move(invoked('tool_1'));
    await service.change(id, { to: 'on_hold', why: 'parts' });
    expect(await move(invoked('tool_1'))).toMatchObject({ confirmed: false, reason: 'no_appointment' });
    expect(await service.requests.get(id)).toMatchObject({ status: 'on_hold' });
  });

  it('of a cancellation without an id does not touch later bookings', async () => {
    const first = await service.call('cancel_job', {}, invoked('tool_1'));
    const booked = await bookAnother(invoked('tool_2'));
    expect(await service.call('cancel_job', {}, invoked('tool_1'))).toEqual(first);
    expect(await service.requests.get(booked.dispatchRequestId)).toMatchObject({ status: 'scheduled' });
    const asked = await service.call('cancel_job', {}, invoked('tool_3'));
    expect(asked).toMatchObject({ canceled: true, dispatchRequestId: booked.dispatchRequestId });
  });

  it('of a move without an id finds the appointment that it moved, despite later bookings', async () => {
    await move(invoked('tool_1'));
    await bookAnother(invoked('tool_2'));
    expect(await move(invoked('tool_1'))).toMatchObject({ confirmed: true, dispatchRequestId: id });
    expect(await move(invoked('tool_3'))).toMatchObject({ reason: 'ambiguous_appointment' });
  });

  it('of a booking is confirmed even while the technician is on the way', async () => {
    const first = await service.call('book_job', booking());
    await service.change(id, { to: 'dispatched' });
    await service.change(id, { to: 'en_route' });
    expect(await service.call('book_job', booking())).toEqual(first);
    const moved = await service.call('book_job', booking({ time: '1:00 PM' }));
    expect(moved).toMatchObject({ confirmed: false, reason: 'needs_human' });
  });
});
