import { afterEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

const visit = 'an 89 dollar visit fee, which goes toward the repair';
const night = 'a 199 dollar fee for visits outside our hours';
const fees = [
  { id: 'visit', says: visit },
  { id: 'urgent', says: 'a 149 dollar fee for urgent visits', urgency: 'urgent' },
  { id: 'night', says: night, afterHours: true, urgency: 'routine' },
];
/** Ben works after the account's closing time. */
const technicians = [{ id: 'ben', name: 'Ben', hours: { wednesday: [['15:00', '21:00']] } }];
const asked = { date: '2026-06-10', serviceType: 'AC Repair' };
const long = 'x'.repeat(90);

describe('fees', () => {
  let service: Service;
  afterEach(() => service.stop());

  it('are said with offers and confirmations, and stored with the time in the request', async () => {
    service = await startService(accountDocument({ fees }));
    const offered = await service.call('check_availability', asked);
    expect(offered).toMatchObject({
      fee: visit,
      message: `On Wednesday, June 10 for AC Repair I can offer 8 AM, 1 PM or 3 PM. There's ${visit}. Which works best for you?`,
    });
    expect(offered.availableSlots[0]).not.toHaveProperty('fee');
    const booked = await service.call('book_job', booking());
    expect(booked).toMatchObject({
      fee: visit,
      // The caller has heard it in this call.
      message: "You're booked for AC Repair on Wednesday, June 10 at 9 AM with Ana.",
    });
    const request = async () => await service.requests.get(booked.dispatchRequestId);
    expect(await request()).toMatchObject({
      fee: { feeId: 'visit', says: visit, at: '2026-06-01T12:00:00.000Z' },
    });
    service.clock.now += 60_000;
    expect((await service.call('book_job', booking())).fee).toBe(visit);
    expect(await request()).toMatchObject({ fee: { at: '2026-06-01T12:00:00.000Z' } });
    const moved = await service.call('reschedule_job', { date: '2026-06-11', time: '09:00' });
    expect(moved).toMatchObject({ fee: visit, message: expect.not.stringContaining(visit) });
    expect(await request()).toMatchObject({ fee: { feeId: 'visit', at: '2026-06-01T12:01:00.000Z' } });
  });

  it('depend on the urgency and the hours, and only starts with one fee are offered together', async () => {
    service = await startService(accountDocument({ fees, technicians }));
    const urgent = { ...asked, urgency: 'urgent' };
    expect(await service.call('check_availability', urgent)).toMatchObject({
      fee: 'a 149 dollar fee for urgent visits',
    });
    const { fee, offered, availableSlots } = await service.call('check_availability', asked);
    expect(fee).toBe(visit);
    // In another call, which was offered nothing that the afternoon could mean.
    const choice = await service.call('book_job', booking({ urgency: 'urgent', time: 'afternoon' }), {
      call_id: 'call_2',
    });
    expect(choice).toMatchObject({
      reason: 'choose_time',
      message: expect.stringContaining('149 dollar fee for urgent visits'),
    });
    expect(offered).toMatchObject([{ start: '15:00' }]);
    const byStart = availableSlots.map(({ start, ...slot }: { start: string; fee?: string }) => [
      start,
      slot.fee,
    ]);
    expect(byStart).toContainEqual(['16:30', undefined]);
    expect(byStart).toContainEqual(['17:00', night]);
    expect(await service.call('check_availability', { ...asked, preferredTime: 'evening' })).toMatchObject({
      fee: night,
    });
    expect(await service.call('book_job', booking({ time: '18:00' }))).toMatchObject({ fee: night });
    expect(await service.call('book_job', booking({ time: '15:00', urgency: 'urgent' }))).toMatchObject({
      fee: 'a 149 dollar fee for urgent visits',
    });
  });

  it('are never cut, however long the sentence is', async () => {
    const says = 'y'.repeat(80);
    const service_ = { id: 'ac-repair', name: `AC ${long}`, aliases: ['AC Repair'], durationMinutes: 120 };
    service = await startService(
      accountDocument({
        fees: [{ id: 'f', says }],
        serviceTypes: [service_],
        technicians: [{ id: 'ana', name: `Ana ${long}` }],
        booking: { spokenOptions: 10 },
      }),
    );
    const ask = (name: string, args: object, call_id: string) => service.call(name, { ...args }, { call_id });
    const answers = [
      await ask('check_availability', asked, 'call_1'),
      await ask('check_availability', { serviceType: 'AC Repair' }, 'call_2'),
      await ask('check_availability', { ...asked, technician: 'Zoe' }, 'call_3'),
      await ask('check_availability', { ...asked, preferredTime: 'evening' }, 'call_4'),
      await ask('check_availability', { ...asked, date: '2026-06-13' }, 'call_5'),
      await ask('book_job', booking(), 'call_6'),
      await ask('book_job', booking({ time: '13:00' }), 'call_6'),
    ];
    for (const { message } of answers) {
      expect(message).toContain(`There's ${says}.`);
      expect(message.length).toBeLessThanOrEqual(220);
    }
    const [{ offered, message }] = answers;
    expect(offered.length).toBeGreaterThan(0);
    expect(message).toMatch(/^I can offer Wednesday, June 10 at 8 AM\. There's/);
  });

  it('come after the first answer to a caller in danger, and before the question', async () => {
    service = await startService(
      accountDocument({
        fees: [{ id: 'visit', says: 'an 89 dollar visit fee' }],
        transfer: {},
        emergency: { instructions: { electric: "Don't touch it" } },
      }),
    );
    const said = booking({ danger: 'electric', time: 'afternoon' });
    const first = await service.call('book_job', said);
    expect(first).toMatchObject({ danger: 'electric', transferTo: null, reason: 'choose_time' });
    const promised = 'Someone will call you at the number ending 0123 by 9 AM today.';
    const offer = 'On Wednesday, June 10 for AC Repair I can offer 1 PM, 2 PM or 3 PM.';
    const asked = 'Which works best for you?';
    expect(first.message).toBe(`Don't touch it. ${promised} ${offer} ${asked}`);
    const again = await service.call('book_job', said);
    expect(again.message).toBe(`${promised} ${offer} There's an 89 dollar visit fee. ${asked}`);
  });

  it.each([
    ['the longest fee', {}, 'If you see fire or smoke, leave and call 911.'],
    ['the longest instruction', { electric: 'z'.repeat(120) }, `${'z'.repeat(120)}.`],
  ])('are said after the answer with the safety sentence, with %s', async (_, instructions, safety) => {
    const says = 'y'.repeat(80);
    const service_ = { id: 'ac-repair', name: `AC ${long}`, aliases: ['AC Repair'], durationMinutes: 120 };
    service = await startService(
      accountDocument({
        fees: [{ id: 'f', says }],
        serviceTypes: [service_],
        emergency: { instructions },
      }),
    );
    const danger = 'electric';
    const first = await service.call('book_job', booking({ danger }));
    expect(first).toMatchObject({ danger, message: expect.stringContaining(safety) });
    expect(first).not.toHaveProperty('fee');
    expect(first.message).not.toContain(says);
    const { message } = await service.call('book_job', booking({ danger, time: '13:00' }));
    expect(message).not.toContain(safety);
    expect(message.endsWith(` There's ${says}.`)).toBe(true);
    for (const said of [first.message, message]) expect(said.length).toBeLessThanOrEqual(220);
  });
});
