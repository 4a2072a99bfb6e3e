import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService, technicians } from './service.ts';

/** Another caller, whose platform gives the call the same id. */
const other = { from_number: '+12125550177' };
const hidden = { from_number: 'anonymous' };
const theirs = { customerName: 'Kim Lee', customerPhone: '(212) 555-0177' };

let service: Service;
let id: string;
beforeEach(async () => {
  service = await startService(accountDocument({ technicians }));
  id = (await service.call('book_job', booking({ technician: 'Ana' }))).dispatchRequestId;
});
afterEach(() => service.stop());

const stored = () => service.requests.get(id);

describe.each([
  ['another number', other],
  ['no number', hidden],
])('a call id that is reported with %s is another call', (_, over) => {
  it('with its own booking', async () => {
    const before = await stored();
    const answer = await service.call('book_job', booking({ ...theirs, time: '1:00 PM' }), over);
    expect(answer).toMatchObject({ confirmed: true, time: '1:00 PM' });
    expect(answer.dispatchRequestId).not.toBe(id);
    expect(await stored()).toEqual(before);
  });

  it('whose booking of the same start does not return the first one', async () => {
    const answer = await service.call('book_job', booking({ ...theirs, technician: 'Ana' }), over);
    expect(answer.dispatchRequestId).not.toBe(id);
    expect(await stored()).toMatchObject({ version: 1, customer: { name: 'Dana Miller' } });
  });

  it.each([
    ['reschedule_job', { date: '2026-06-10', time: '1:00 PM' }],
    ['cancel_job', {}],
  ])('that cannot %s, with or without the id of the request', async (name, args) => {
    const before = await stored();
    expect(await service.call(name, args, over)).toMatchObject({ reason: 'no_appointment' });
    const named = { ...args, dispatchRequestId: id };
    expect(await service.call(name, named, over)).toMatchObject({ reason: 'no_appointment' });
    expect(await stored()).toEqual(before);
  });

  it('whose emergency does not change the appointment', async () => {
    const before = await stored();
    const told = await service.call('book_job', { urgency: 'emergency', notes: 'Smell of gas' }, over);
    expect(told.dispatchRequestId).not.toBe(id);
    expect(await stored()).toEqual(before);
  });

  it('that sees the time as taken', async () => {
    await service.call('book_job', booking({ technician: 'Ben' }), { call_id: 'call_9', ...other });
    const asked = { date: '2026-06-10', serviceType: 'AC Repair' };
    const { availableSlots } = await service.call('check_availability', asked, over);
    expect(availableSlots).not.toContainEqual(expect.objectContaining({ time: '9:00 AM' }));
  });
});

it('the original number may change it in any call', async () => {
  expect(await service.call('cancel_job', {}, { call_id: 'call_2' })).toMatchObject({ canceled: true });
});
