import { afterEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
afterEach(() => service.stop());

const other = { call_id: 'call_other', from_number: '+12125550199' };
const ask = (over: Record<string, unknown> = {}, call = {}) =>
  service.call('check_availability', { date: '2026-06-10', serviceType: 'AC Repair', ...over }, call);

/** The facts that every answer about the day gives. */
const wednesday = {
  date: '2026-06-10',
  weekday: 'Wednesday',
  understood: { from: '2026-06-10', to: '2026-06-10', certain: true },
  today: { date: '2026-06-01', weekday: 'Monday', time: expect.stringMatching(/^08:0\d$/) },
};

/** From the nth read of the schedule on (from 1), the database throttles; each attempt takes 600 ms of the clock. */
function throttleSchedule(from: number) {
  let reads = 0;
  service.table.document.middlewareStack.add(
    (next) => async (args) => {
      if (!JSON.stringify(args.input).includes('SCHEDULE#')) return await next(args);
      reads++;
      if (reads < from) return await next(args);
      service.clock.now += 600;
      throw Object.assign(new Error('throttled'), { name: 'ThrottlingException' });
    },
    { step: 'initialize' },
  );
}

/** Wednesdays for two weeks; the first one is fully booked. */
async function startAlmostFull(account: Record<string, unknown> = {}) {
  const hours = { wednesday: [['09:00', '11:00']] };
  const { booking: rules } = accountDocument();
  service = await startService(
    accountDocument({ hours, booking: { ...rules, horizonDays: 60 }, ...account }),
  );
  await service.call('book_job', booking({ customerPhone: '+12125550199' }), other);
}

describe('what is offered if nothing is free as requested', () => {
  it('is nothing, after a complete search', async () => {
    const { booking: rules } = accountDocument();
    await startAlmostFull({ booking: { ...rules, horizonDays: 9 }, exceptions: { '2026-06-03': [] } });
    expect(await ask()).toEqual({
      offered: [],
      availableSlots: [],
      ...wednesday,
      serviceType: 'AC Repair',
      reason: 'fully_booked',
      message:
        'Wednesday, June 10 is fully booked for AC Repair. Nothing else is free as far ahead as we book. Would you like to talk to someone?',
    });
    expect((await service.call('book_job', booking())).message).toBe(
      '9 AM on Wednesday, June 10 is taken. Nothing else is free as far ahead as we book.',
    );
  });

  it('is how far the search got, if time runs out', async () => {
    await startAlmostFull();
    for (const date of ['2026-06-17', '2026-06-24']) {
      const over = { call_id: `call_${date}`, from_number: '+12125550198' };
      await service.call('book_job', booking({ date }), over);
    }
    // First the day itself, then the week after it, from Wednesday to Tuesday; then nothing more.
    throttleSchedule(3);
    expect(await ask()).toEqual({
      offered: [],
      availableSlots: [],
      ...wednesday,
      serviceType: 'AC Repair',
      reason: 'fully_booked',
      searchedThrough: '2026-06-22',
      nextStep: 'To look further, check availability again from 2026-06-23.',
      message:
        'Wednesday, June 10 is fully booked for AC Repair. I looked as far as Monday, June 22 and found nothing. Would you like to talk to someone?',
    });
  });

  it('is only the refusal, if the database fails during the search', async () => {
    await startAlmostFull();
    throttleSchedule(2);
    expect(await service.call('book_job', booking())).toEqual({
      ...wednesday,
      offered: [],
      confirmed: false,
      reason: 'slot_taken',
      alternatives: [],
      message: "9 AM on Wednesday, June 10 is taken. I couldn't look at other days just now.",
    });
  });

  it('is the same for availability and for a move', async () => {
    await startAlmostFull();
    const mine = await service.call('book_job', booking({ date: '2026-06-17' }));
    throttleSchedule(3);
    expect(await service.call('reschedule_job', { date: '2026-06-10', time: '09:00' })).toMatchObject({
      confirmed: false,
      reason: 'slot_taken',
      dispatchRequestId: mine.dispatchRequestId,
    });
  });
});

describe('an additional visit', () => {
  it('is not offered at the time that the call already has, like in booking', async () => {
    service = await startService();
    await service.call('book_job', booking());
    const times = async (over = {}) =>
      (await ask(over)).availableSlots.map(({ time }: { time: string }) => time);
    expect(await times()).toContain('9:30 AM');
    const free = await times({ additionalVisit: true });
    expect(free).toEqual(['1:00 PM', '1:30 PM', '2:00 PM', '2:30 PM', '3:00 PM']);
    for (const time of ['9:00 AM', '9:30 AM', '1:00 PM']) {
      const answer = await service.call('book_job', booking({ time, additionalVisit: true }));
      expect([time, answer.confirmed]).toEqual([time, free.includes(time)]);
    }
  });
});

describe('a part of the day', () => {
  it('in which nobody ever works is refused, and the first openings are offered', async () => {
    service = await startService();
    expect(await ask({ preferredTime: 'evening', date: '2026-06-13' })).toMatchObject({
      availableSlots: [],
      reason: 'closed',
      nextAvailable: { date: '2026-06-15', slots: [...Array(10)].map(() => ({})) },
      message:
        "We don't come in the evening. I can offer Monday, June 15 at 8 AM, 1 PM or 3 PM. Which works best for you?",
    });
  });

  it('without anyone for this service is not refused for other services', async () => {
    const evening = { monday: [['17:00', '21:00']] };
    const technicians = [
      { id: 'ana', name: 'Ana', skills: ['hvac'] },
      { id: 'eve', name: 'Eve', hours: evening },
    ];
    const [repair, heating] = accountDocument().serviceTypes;
    const serviceTypes = [{ ...repair, skills: ['hvac'] }, heating];
    service = await startService(accountDocument({ technicians, serviceTypes }));
    const asked = { preferredTime: 'evening', date: '2026-06-15' };
    expect((await ask(asked)).message).toMatch(
      /^We don't come in the evening for AC Repair\. I can offer Monday, June 15 at 8 AM/,
    );
    expect((await ask({ ...asked, serviceType: 'Heating Repair' })).availableSlots).toHaveLength(7);
  });

  it('that is free on a later day is offered on that day', async () => {
    service = await startService();
    await service.call('book_job', booking({ time: '13:00' }), other);
    await service.call('book_job', booking({ time: '15:00', serviceType: 'Heating Repair' }), other);
    const third = { call_id: 'call_o2', from_number: '+12125550188' };
    await service.call('book_job', booking({ time: '08:00' }), third);
    await service.call('book_job', booking({ time: '10:30', serviceType: 'Heating Repair' }), third);
    expect(await ask({ preferredTime: 'afternoon' })).toMatchObject({
      availableSlots: [],
      reason: 'fully_booked',
      nextAvailable: { date: '2026-06-11', slots: [{ time: '1:00 PM' }, {}, {}, {}, { time: '3:00 PM' }] },
    });
  });

  it('that is never free leads to an offer of other times', async () => {
    const hours = {
      wednesday: [['08:00', '10:00']],
      thursday: [['15:00', '17:30']],
      friday: [['08:00', '10:00']],
    };
    service = await startService(accountDocument({ hours }));
    await service.call('book_job', booking({ time: '08:00' }), other);
    expect(await ask({ preferredTime: 'evening' })).toMatchObject({
      availableSlots: [],
      reason: 'fully_booked',
      nextAvailable: { date: '2026-06-11', slots: [{ time: '3:00 PM' }, { time: '3:30 PM' }] },
      message:
        'Wednesday, June 10 is fully booked for AC Repair. Nothing later is free in the evening as far ahead as we book. The next times are on Thursday, June 11 at 3 PM or 3:30 PM. Which works best for you?',
    });
  });

  it('that cannot be understood is listed as ignored', async () => {
    service = await startService();
    const answer = await ask({ preferredTime: 'when the moon is up' });
    expect(answer).toMatchObject({
      ignored: [{ argument: 'preferredTime', why: 'not_understood' }],
      availableSlots: expect.any(Array),
    });
    expect(answer.availableSlots).toHaveLength(10);
    expect(await ask({ preferredTime: '' })).not.toHaveProperty('ignored');
  });
});
