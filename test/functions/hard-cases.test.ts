import { afterEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

const rules = {
  gridMinutes: 30,
  minNoticeMinutes: 120,
  horizonDays: 60,
  bufferMinutes: 30,
  spokenOptions: 3,
};
const AFTERNOON = ['1:00 PM', '1:30 PM', '2:00 PM', '2:30 PM', '3:00 PM'];

describe('hard cases of scheduling, from the platform to the table', () => {
  let service: Service;
  afterEach(() => service.stop());
  const stranger = { call_id: 'call_stranger', from_number: '+12125550199' };
  const listed = async (date = '2026-06-10') => {
    const { availableSlots } = await service.call(
      'check_availability',
      { date, serviceType: 'AC Repair' },
      stranger,
    );
    return availableSlots.map((slot: { time: string }) => slot.time);
  };
  const withRules = (over: Record<string, unknown>, account: Record<string, unknown> = {}) =>
    startService(accountDocument({ booking: { ...rules, ...over }, ...account }));

  it('a job from 10 to 12 leaves the afternoon', async () => {
    service = await startService();
    await service.call('book_job', booking({ time: '10:00' }));
    expect(await listed()).toEqual(AFTERNOON);
    expect(await service.call('book_job', booking({ time: '08:00' }), stranger)).toMatchObject({
      reason: 'slot_taken',
    });
  });

  it('without a buffer 8:00 fits before it', async () => {
    service = await withRules({ bufferMinutes: 0 });
    await service.call('book_job', booking({ time: '10:00' }));
    expect(await listed()).toEqual(['8:00 AM', ...AFTERNOON]);
  });

  it.each([
    [0, true],
    [30, false],
  ])('10:00 is free after a job from 8 to 10, with a buffer of %i: %s', async (bufferMinutes, free) => {
    service = await withRules({ bufferMinutes });
    await service.call('book_job', booking({ time: '08:00' }));
    expect((await service.call('book_job', booking({ time: '10:00' }), stranger)).confirmed).toBe(free);
  });

  it('a skipped hour is not offered, and asking for it is an invalid time', async () => {
    const night = [['00:00', '06:00']];
    service = await withRules({ gridMinutes: 60 }, { hours: { sunday: night } });
    service.clock.now = Date.UTC(2026, 2, 1, 12);
    expect(await listed('2026-03-08')).toEqual(['12:00 AM', '1:00 AM', '3:00 AM', '4:00 AM']);
    const answer = await service.call('book_job', booking({ date: '2026-03-08', time: '02:30' }));
    expect(answer).toMatchObject({
      reason: 'invalid_time',
      message: expect.stringMatching(/^There is no 2:30 AM on Sunday, March 8, because the clocks change\./),
    });
  });

  it('offers tomorrow if today is too soon', async () => {
    service = await startService();
    service.clock.now = Date.UTC(2026, 5, 10, 19);
    const answer = await service.call('check_availability', { date: '2026-06-10', serviceType: 'AC Repair' });
    expect(answer).toMatchObject({
      availableSlots: [],
      reason: 'too_soon',
      nextAvailable: { date: '2026-06-11' },
    });
    expect(answer.nextAvailable.slots[0].time).toBe('8:00 AM');
  });
});

describe('dates at the ends of the calendar', () => {
  let service: Service;
  afterEach(() => service.stop());

  it.each([
    ['9999-12-31', 'too_far'],
    ['0000-01-01', 'past'],
    ['1800-06-10', 'past'],
  ])('%s is %s, and alternatives are offered', async (date, reason) => {
    service = await startService();
    const listed = await service.call('check_availability', { date, serviceType: 'AC Repair' });
    expect(listed).toMatchObject({ availableSlots: [], reason, nextAvailable: { date: '2026-06-01' } });
    const answer = await service.call('book_job', booking({ date }));
    expect(answer).toMatchObject({ confirmed: false, reason, alternatives: [{}, {}, {}] });
    expect(await service.call('get_business_hours', { date })).toHaveProperty('hours');
  });
});

describe('repeats in every order', () => {
  let service: Service;
  afterEach(() => service.stop());

  it('a move back and forth ends at the last time, with one claim', async () => {
    service = await startService();
    const first = await service.call('book_job', booking());
    for (const time of ['13:00', '09:30', '09:00', '13:00', '09:00']) {
      const answer = await service.call('book_job', booking({ time }));
      expect(answer).toMatchObject({ confirmed: true, dispatchRequestId: first.dispatchRequestId });
    }
    const stored = await service.requests.list('acme-hvac');
    expect(stored.map(({ appointment }) => appointment?.minute)).toEqual([9 * 60]);
    const other = { call_id: 'call_2', from_number: '+12125550199' };
    expect(await service.call('book_job', booking({ time: '13:00' }), other)).toMatchObject({
      confirmed: true,
    });
  });

  it('a key whose request has ended is opened again with a new claim', async () => {
    service = await startService();
    const first = await service.call('book_job', booking());
    await service.change(first.dispatchRequestId, { to: 'canceled', why: 'as asked' });
    const other = { call_id: 'call_2', from_number: '+12125550199' };
    expect(await service.call('book_job', booking(), other)).toMatchObject({ confirmed: true });
    expect(await service.call('book_job', booking())).toMatchObject({
      confirmed: false,
      reason: 'slot_taken',
    });
    const again = await service.call('book_job', booking({ time: '13:00' }));
    expect(again).toMatchObject({
      confirmed: true,
      dispatchRequestId: first.dispatchRequestId,
      time: '1:00 PM',
    });
    expect(await service.requests.get(first.dispatchRequestId)).toMatchObject({ status: 'scheduled' });
  });

  it('an emergency that turns routine and back keeps one request and its appointment', async () => {
    service = await startService();
    const urgent = await service.call('book_job', booking({ urgency: 'emergency' }));
    expect(urgent).toMatchObject({ confirmed: false, reason: 'needs_human' });
    const routine = await service.call('book_job', booking());
    expect(routine).toMatchObject({ confirmed: true, dispatchRequestId: urgent.dispatchRequestId });
    const back = await service.call('book_job', booking({ urgency: 'emergency' }));
    expect(back).toMatchObject({ reason: 'needs_human', dispatchRequestId: urgent.dispatchRequestId });
    // A repeat of the booking must not lower an emergency: only a person may.
    expect(await service.call('book_job', booking())).toEqual(routine);
    expect(await service.requests.get(urgent.dispatchRequestId)).toMatchObject({
      urgency: 'emergency',
      needsReview: expect.arrayContaining(['urgency']),
      appointment: { minute: 9 * 60 },
    });
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });

  it('a repeated additional visit is the same visit', async () => {
    service = await startService();
    await service.call('book_job', booking());
    const visit = booking({ time: '13:00', additionalVisit: true });
    const answers = [await service.call('book_job', visit), await service.call('book_job', visit)];
    expect(answers[0]).toEqual(answers[1]);
    expect(await service.requests.list('acme-hvac')).toHaveLength(2);
  });
});
