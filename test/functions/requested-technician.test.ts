import { afterEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

const technicians = [
  { id: 't1', name: 'Ana Diaz', skills: ['hvac'] },
  { id: 't2', name: 'Ben Cole', skills: ['plumbing'] },
  { id: 't3', name: 'Carla Roy', skills: ['hvac'] },
];
const serviceTypes = [{ id: 'ac-repair', name: 'AC Repair', durationMinutes: 120, skills: ['hvac'] }];

let service: Service;
afterEach(() => service.stop());
const start = async () => {
  service = await startService(accountDocument({ technicians, serviceTypes }));
};
const other = { call_id: 'call_other', from_number: '+12125550199' };
const book = (technician?: string, over = {}, call = {}) =>
  service.call('book_job', booking({ technician, ...over }), call);
const move = (technician?: string, over = {}) =>
  service.call(
    'reschedule_job',
    { date: '2026-06-10', time: '09:00', technician, ...over },
    { call_id: 'call_2' },
  );

describe('a requested technician', () => {
  it('is booked, also by first name', async () => {
    await start();
    expect(await book('carla')).toMatchObject({ confirmed: true, technician: 'Carla Roy' });
    expect(await move('ana')).toMatchObject({ confirmed: true, technician: 'Ana Diaz' });
  });

  it('without the skill is refused, and others are offered for that time', async () => {
    await start();
    const answer = await book('Ben');
    expect(answer).toMatchObject({
      confirmed: false,
      reason: 'not_skilled',
      alternatives: [{ time: '9:00 AM' }, {}, {}],
      message: expect.stringMatching(
        /^Ben Cole doesn't do AC Repair\. I can offer 9 AM with (Ana Diaz|Carla Roy), /,
      ),
    });
    await book('Ana');
    expect(await move('Ben')).toMatchObject({
      confirmed: false,
      reason: 'not_skilled',
      message: expect.stringMatching(
        /^Ben Cole doesn't do AC Repair\. Your appointment on Wednesday, June 10 at 9 AM stays\. /,
      ),
    });
  });

  it('is neither reported as free because somebody else is, nor the time as taken', async () => {
    await start();
    await book('Ana', { customerPhone: '+12125550199' }, other);
    const answer = await book('Ana');
    expect(answer).toMatchObject({ confirmed: false, reason: 'slot_taken' });
    expect(answer.message).toMatch(
      /^Ana Diaz can't come at 9 AM on Wednesday, June 10\. I can offer 9 AM with Carla Roy/,
    );
  });

  it('is called unknown if nobody has the name, in bookings, repeats, refusals and moves', async () => {
    await start();
    const unknown = /I can't find that technician, so (Ana Diaz|Carla Roy) will come\.$/;
    const booked = await book('Zoe');
    expect(booked).toMatchObject({ confirmed: true, ignored: [{ argument: 'technician', why: 'unknown' }] });
    expect(booked.message).toMatch(unknown);
    expect((await book('Zoe')).message).toBe(booked.message);
    expect(await move('Zoe')).toMatchObject({ confirmed: true, message: booked.message });
    expect((await move('Zoe', { time: '13:00' })).message).toMatch(unknown);
    expect(await book('Zoe', { time: '07:00' }, other)).toMatchObject({
      confirmed: false,
      reason: 'closed',
      ignored: [{ argument: 'technician', why: 'unknown' }],
      message: expect.stringContaining("I can't find that technician."),
    });
  });
});

describe('a technician in other words', () => {
  it.each(['Ana again', 'Ana, not Carla', 'with Ana please'])('%s means Ana', async (technician) => {
    await start();
    expect(await book(technician)).toMatchObject({ confirmed: true, technician: 'Ana Diaz' });
  });

  it.each(['anyone but Ana', 'not Ana', "I don't want Ana", 'someone other than Ana'])(
    '%s means that anyone else may come',
    async (technician) => {
      await start();
      const { availableSlots } = await service.call('check_availability', {
        date: '2026-06-10',
        serviceType: 'AC Repair',
        technician,
      });
      expect(availableSlots).not.toHaveLength(0);
      for (const slot of availableSlots ?? []) expect(slot.technician).toBe('Carla Roy');
      const booked = await book(technician);
      expect(booked).toMatchObject({ confirmed: true, technician: 'Carla Roy' });
      expect(booked).not.toHaveProperty('ignored');
      await book('anyone', { customerPhone: '+12125550199' }, other);
      const third = await book(technician, {}, { call_id: 'call_3', from_number: '+12125550177' });
      expect(third).toMatchObject({ confirmed: false, reason: 'slot_taken' });
    },
  );

  it.each([
    ['not Ana', 'Technician as said: not Ana'],
    ['the same guy as last time', 'Technician as said: the same guy as last time'],
    ['Ana', undefined],
    ['anyone', undefined],
  ])(
    '%s stands in the notes for whoever assigns another, if the booking does not say it',
    async (technician, notes) => {
      await start();
      const { dispatchRequestId } = await book(technician);
      expect((await service.requests.get(dispatchRequestId))?.notes).toBe(notes);
    },
  );

  it.each(['anyone', 'no preference', 'whoever is free'])('%s is no request', async (technician) => {
    await start();
    expect(await book(technician)).not.toHaveProperty('ignored');
  });

  it.each(['a woman', "Ana wasn't good, someone else", 'if not Ana then Carla'])(
    '%s is not guessed at',
    async (technician) => {
      await start();
      expect(await book(technician)).toMatchObject({
        confirmed: true,
        ignored: [{ argument: 'technician', why: 'unknown' }],
      });
    },
  );

  it('replaces the first at the time that stands', async () => {
    await start();
    await book('Ana');
    const moved = await service.call('reschedule_job', { technician: 'Carla' }, { call_id: 'call_2' });
    expect(moved).toMatchObject({
      confirmed: true,
      date: '2026-06-10',
      start: '09:00',
      technician: 'Carla Roy',
    });
    const later = await service.call(
      'reschedule_job',
      { date: 'same day', time: '1 PM' },
      { call_id: 'call_2' },
    );
    expect(later).toMatchObject({ confirmed: true, date: '2026-06-10', start: '13:00' });
  });
});

describe('another technician at the same time', () => {
  it('replaces the first, whether the same call books again or a later one moves', async () => {
    await start();
    const first = await book('Ana');
    expect(await book('Carla')).toMatchObject({
      confirmed: true,
      dispatchRequestId: first.dispatchRequestId,
      technician: 'Carla Roy',
      message: 'Carla Roy will come instead of Ana Diaz for your AC Repair on Wednesday, June 10 at 9 AM.',
    });
    expect((await move('Ana')).message).toBe(
      'Ana Diaz will come instead of Carla Roy for your AC Repair on Wednesday, June 10 at 9 AM.',
    );
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
    // Carla is free again.
    expect(await book('Carla', { customerPhone: '+12125550199' }, other)).toMatchObject({ confirmed: true });
  });

  it('is refused if busy, and the appointment stays', async () => {
    await start();
    await book('Carla', { customerPhone: '+12125550199' }, other);
    await book('Ana');
    const answer = await book('Carla');
    expect(answer).toMatchObject({ confirmed: false, reason: 'slot_taken' });
    expect(answer.message).toMatch(
      /^Carla Roy can't come at 9 AM on Wednesday, June 10\. Your appointment on Wednesday, June 10 at 9 AM stays\./,
    );
  });

  it('may be any of those who share the name', async () => {
    const twins = [
      { id: 't1', name: 'Ana', skills: ['hvac'] },
      { id: 't2', name: 'Ana', skills: ['hvac'] },
    ];
    service = await startService(accountDocument({ technicians: twins, serviceTypes }));
    expect(await book('Ana', { customerPhone: '+12125550199' }, other)).toMatchObject({ confirmed: true });
    expect(await book('Ana')).toMatchObject({ confirmed: true, technician: 'Ana' });
  });
});
