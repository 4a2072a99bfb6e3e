import { beforeEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, technicians } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const service = servicePerTest(() => accountDocument({ technicians }));
beforeEach(async () => {
  // From here on, the container has cached the account.
  await service().call('check_availability', { date: '2026-06-10', serviceType: 'AC Repair' });
});

const change = (over: Record<string, unknown>) => service().accounts.put(accountDocument(over));
const move = (date: string, time: string) => service().call('reschedule_job', { date, time });

describe('a container that has an older account document cached', () => {
  it('never books a removed technician', async () => {
    await change({ technicians: [technicians[1]] });
    expect(await service().call('book_job', booking())).toMatchObject({ confirmed: true, technician: 'Ben' });
    const second = await service().call('book_job', booking(), {
      call_id: 'call_2',
      from_number: '+12125550177',
    });
    expect(second).toMatchObject({ confirmed: false, reason: 'slot_taken' });
  });

  it('never moves an appointment to a removed technician', async () => {
    expect(await service().call('book_job', booking({ technician: 'Ana' }))).toMatchObject({
      technician: 'Ana',
    });
    await change({ technicians: [technicians[1]] });
    expect(await move('2026-06-11', '9:00 AM')).toMatchObject({ confirmed: true, technician: 'Ben' });
  });

  it('never books on or moves to a new holiday', async () => {
    await change({ technicians, exceptions: { '2026-06-10': [] } });
    expect(await service().call('book_job', booking())).toMatchObject({
      confirmed: false,
      reason: 'holiday',
    });
    await service().call('book_job', booking({ date: '2026-06-11' }));
    expect(await move('2026-06-10', '9:00 AM')).toMatchObject({ confirmed: false, reason: 'holiday' });
  });

  it('uses the new duration of a service', async () => {
    await change({
      technicians,
      serviceTypes: [{ id: 'ac-repair', name: 'AC Repair', durationMinutes: 60 }],
    });
    const { dispatchRequestId } = await service().call('book_job', booking({ time: '9:00 AM' }));
    const { appointment } = (await service().requests.get(dispatchRequestId)) ?? {};
    expect(Date.parse(appointment?.endsAt ?? '') - Date.parse(appointment?.startsAt ?? '')).toBe(3_600_000);
  });

  it('never books a service that is no longer offered', async () => {
    await change({
      technicians,
      serviceTypes: [{ id: 'drains', name: 'Drain Cleaning', durationMinutes: 60 }],
    });
    const answer = await service().call('book_job', booking());
    expect(answer).toMatchObject({ confirmed: false, reason: 'unknown_service' });
    expect(answer.message).toContain('Drain Cleaning');
  });

  it('repeats the earlier booking even if the service is no longer offered', async () => {
    const booked = await service().call('book_job', booking());
    await change({
      technicians,
      serviceTypes: [{ id: 'drains', name: 'Drain Cleaning', durationMinutes: 60 }],
    });
    expect(await service().call('book_job', booking())).toEqual(booked);
  });
});
