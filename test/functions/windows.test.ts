import { afterEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

const arrival = {
  style: 'window',
  windows: [
    { from: '08:00', to: '10:00', label: 'early bird' },
    { from: '09:00', to: '12:00' },
    { from: '13:00', to: '15:00' },
  ],
};
const account = (over: object = {}) =>
  accountDocument({
    booking: { gridMinutes: 30, bufferMinutes: 0, arrival },
    serviceTypes: [
      { id: 'ac-repair', name: 'AC Repair', durationMinutes: 60 },
      { id: 'estimate', name: 'Estimate', durationMinutes: 30, arrival: { style: 'start' } },
    ],
    ...over,
  });
const asked = { date: '2026-06-10', serviceType: 'AC Repair' };
const other = (n: number) => ({ call_id: `call_${n + 10}`, from_number: `+1212555${String(1000 + n)}` });

describe('arrival windows', () => {
  let service: Service;
  afterEach(() => service.stop());
  const stored = async (id: string) => await service.requests.get(id);

  it('are offered, and booking one claims its earliest start and promises the window', async () => {
    service = await startService(account());
    expect(await service.call('check_availability', asked)).toMatchObject({
      availableSlots: [
        { time: '8:00 AM – 10:00 AM', start: '08:00', end: '10:00', technician: 'Ana' },
        { time: '9:00 AM – 12:00 PM', start: '09:00', end: '12:00' },
        { time: '1:00 PM – 3:00 PM', start: '13:00', end: '15:00' },
      ],
      message:
        'On Wednesday, June 10 for AC Repair I can offer 8 to 10 AM, 9 AM to noon or 1 to 3 PM. Which works best for you?',
    });
    expect(await service.call('check_availability', { serviceType: 'AC Repair' })).toMatchObject({
      message: expect.stringMatching(
        /^The earliest is today, Monday, June 1 from 9 AM to noon\. I also have /,
      ),
    });
    const booked = await service.call('book_job', booking({ time: '08:00' }));
    expect(booked).toMatchObject({
      confirmed: true,
      time: '8:00 AM – 10:00 AM',
      start: '08:00',
      end: '10:00',
      message: "You're booked for AC Repair on Wednesday, June 10 between 8 and 10 AM with Ana.",
    });
    expect(await stored(booked.dispatchRequestId)).toMatchObject({
      appointment: {
        minute: 480,
        startsAt: '2026-06-10T12:00:00.000Z',
        promise: {
          from: '08:00',
          to: '10:00',
          startsAt: '2026-06-10T12:00:00.000Z',
          endsAt: '2026-06-10T14:00:00.000Z',
        },
      },
    });
    expect(await service.call('book_job', booking({ serviceType: 'Estimate', time: '10:00' }))).toMatchObject(
      {
        time: '10:00 AM',
      },
    );
  });

  it.each([
    ['late afternoon', '14:00', '16:00'],
    ['after three', '14:00', '16:00'],
    ['11 to 1', '10:00', '12:00'],
  ])(
    'are free for a wish that they are named by, or in which the visit could begin: %s',
    async (wish, from, to) => {
      const windows = [
        { from: '10:00', to: '12:00' },
        { from: '14:00', to: '16:00', label: 'late afternoon' },
      ];
      const rules = { gridMinutes: 30, bufferMinutes: 0, arrival: { style: 'window', windows } };
      service = await startService(account({ booking: rules }));
      const answer = await service.call('check_availability', { ...asked, preferredTime: wish });
      expect(answer).toMatchObject({ availableSlots: [{ start: from, end: to }] });
      const held = await service.call('book_job', booking({ time: wish }));
      expect(held.confirmed ? held : held.offered[0]).toMatchObject({ start: from });
    },
  );

  it.each([
    { preferredTime: 'end of the day' },
    { preferredTime: 'as late as possible' },
    { prefer: 'latest' },
  ])('are only the latest if that is preferred: %j', async (wish) => {
    service = await startService(account());
    const answer = await service.call('check_availability', { ...asked, ...wish });
    expect(answer.offered).toMatchObject([{ start: '13:00' }]);
    expect(answer.availableSlots).toHaveLength(3);
    expect(answer.message).toBe('The latest is Wednesday, June 10 from 1 to 3 PM. Does that work for you?');
  });

  it.each([
    ['8:00 AM – 10:00 AM', '08:00'],
    ['between 8 and 10', '08:00'],
    ['8-10 am', '08:00'],
    ['Early bird', '08:00'],
    ['9 to noon', '09:00'],
    ['nine', '09:00'],
    ['8:30', '08:00'],
    ['13:00', '13:00'],
  ])('are booked by words: %s', async (time, start) => {
    service = await startService(account());
    const booked = await service.call('book_job', booking({ time }));
    expect(booked).toMatchObject({ confirmed: true, start });
    expect(booked.message).toContain(start === '13:00' ? 'between 1 and 3 PM' : 'between');
  });

  it('contain a single time, which is spoken and kept as the requested time', async () => {
    service = await startService(account());
    const booked = await service.call('book_job', booking({ time: '2 PM', notes: 'It hums' }));
    expect(booked.message).toBe(
      "You're booked for AC Repair on Wednesday, June 10 between 1 and 3 PM with Ana. We give arrival windows, so I've noted that you'd like 2 PM.",
    );
    expect(await stored(booked.dispatchRequestId)).toMatchObject({
      notes: 'Would like 2:00 PM.\nIt hums',
      appointment: { minute: 780 },
    });
  });

  it('offer a choice if words fit several, and say what is not available', async () => {
    service = await startService(account());
    expect(await service.call('book_job', booking({ time: 'morning' }))).toMatchObject({
      confirmed: false,
      reason: 'choose_time',
      alternatives: [{ start: '08:00', end: '10:00' }, { start: '09:00' }],
    });
    expect(await service.call('book_job', booking({ time: '3:30 PM' }))).toMatchObject({
      reason: 'not_on_grid',
      alternatives: [{ start: '13:00' }, {}, {}],
    });
    for (let n = 0; n < 4; n++)
      await service.call('book_job', booking({ time: n < 2 ? '08:00' : '09:00' }), other(n));
    const taken = await service.call('book_job', booking({ time: '08:00' }));
    expect(taken).toMatchObject({ confirmed: false, reason: 'slot_taken' });
    expect(taken.message).toMatch(/^8 to 10 AM on Wednesday, June 10 is taken\. I can offer 1 to 3 PM, /);
  });

  it('repeat as one appointment, and move as a whole', async () => {
    service = await startService(account());
    const booked = await service.call('book_job', booking({ time: '08:00' }));
    const again = await service.call('book_job', booking({ time: 'between 8 and 10' }));
    expect(again).toMatchObject({ dispatchRequestId: booked.dispatchRequestId, message: booked.message });
    const moved = await service.call('reschedule_job', { date: '2026-06-10', time: 'between 1 and 3' });
    expect(moved.message).toBe(
      'Your AC Repair on Wednesday, June 10 is now between 1 and 3 PM with Ana instead of between 8 and 10 AM.',
    );
    expect(await service.call('lookup_customer')).toMatchObject({
      upcoming: [{ time: '1:00 PM – 3:00 PM' }],
      message: expect.stringContaining('on Wednesday, June 10 between 1 and 3 PM with Ana'),
    });
    expect((await service.call('cancel_job')).message).toContain('between 1 and 3 PM is canceled');
  });

  it('keep the requested time of a move in place of the one before', async () => {
    service = await startService(account());
    const { dispatchRequestId } = await service.call('book_job', booking({ time: '8:30', notes: 'It hums' }));
    const moved = await service.call('reschedule_job', { date: '2026-06-10', time: '2 PM' });
    expect(moved.message).toContain("I've noted that you'd like 2 PM.");
    expect(await stored(dispatchRequestId)).toMatchObject({
      notes: 'It hums\nWould like 2:00 PM.',
    });
  });

  it('promise no exact time, which the booking notes with the arguments that the answer names', async () => {
    service = await startService(account());
    const answer = await service.call('check_availability', { ...asked, time: '14:00' });
    expect(answer.message).toContain("We can't promise 2 PM, but I'll note it.");
    expect(answer.nextStep).toContain(
      'pass the start of the window as time, and 14:00 as notBefore and notAfter',
    );
    const chosen = { time: answer.offered[0].start, notBefore: '14:00', notAfter: '14:00' };
    const { dispatchRequestId } = await service.call('book_job', booking(chosen));
    expect((await service.requests.get(dispatchRequestId))?.notes).toBe('Would like 2:00 PM.');
    await service.call('book_job', booking({ time: '09:00' }));
    expect((await service.requests.get(dispatchRequestId))?.notes ?? '').not.toContain('2:00');
  });

  it('match a range if the visit could begin in both, and a time by containing it', async () => {
    service = await startService(account());
    const starts = async (preferredTime: string) =>
      (await service.call('check_availability', { ...asked, preferredTime })).availableSlots.map(
        ({ start }: { start: string }) => start,
      );
    expect(await starts('afternoon')).toEqual(['13:00']);
    expect(await starts('9:30 AM')).toEqual(['08:00', '09:00']);
    expect(await starts('after 9')).toEqual(['08:00', '09:00', '13:00']);
  });

  it('are chosen by any time in them, not by the start inside', async () => {
    service = await startService(account());
    await service.call('book_job', booking({ time: '08:00' }));
    const again = booking({ time: '13:00', date: '2026-06-11' });
    const { dispatchRequestId } = await service.call('book_job', again, { call_id: 'call_2' });
    const canceled = await service.call('cancel_job', { which: "the two o'clock one" });
    expect(canceled).toMatchObject({ canceled: true, dispatchRequestId });
  });

  it('in which a visit can begin are never said not to be served', async () => {
    const windows = [{ from: '15:00', to: '18:00' }];
    const rules = { gridMinutes: 30, bufferMinutes: 0, horizonDays: 10 };
    service = await startService(
      account({
        booking: { ...rules, arrival: { style: 'window', windows } },
        exceptions: { '2026-06-11': [], '2026-06-12': [] },
      }),
    );
    const evening = { ...asked, date: '2026-06-11', preferredTime: 'in the evening' };
    expect((await service.call('check_availability', evening)).message).toBe(
      'We are closed on Thursday, June 11. Nothing later is free as far ahead as we book. The nearest time before is on Wednesday, June 10 from 3 to 6 PM. Does that work for you?',
    );
  });

  it('count from their start for changes by phone, and to their end for a no-show', async () => {
    service = await startService(account());
    const { dispatchRequestId } = await service.call('book_job', booking({ time: '13:00' }));
    await service.change(dispatchRequestId, { to: 'dispatched' });
    service.clock.now = Date.UTC(2026, 5, 10, 15, 30);
    expect(await service.call('cancel_job')).toMatchObject({ canceled: false, reason: 'needs_human' });
    service.clock.now = Date.UTC(2026, 5, 10, 18, 30);
    await expect(service.change(dispatchRequestId, { to: 'no_show' })).rejects.toThrow(
      'The change is refused',
    );
    expect(await service.call('lookup_customer')).toMatchObject({ upcoming: [{ dispatchRequestId }] });
    service.clock.now = Date.UTC(2026, 5, 10, 19, 1);
    await service.change(dispatchRequestId, { to: 'no_show' });
    expect(await stored(dispatchRequestId)).toMatchObject({ status: 'no_show' });
  });

  describe('and wishes', () => {
    const lonestar = {
      style: 'window',
      windows: [
        { from: '08:00', to: '12:00', label: 'the morning' },
        { from: '10:00', to: '14:00', label: 'midday' },
        { from: '13:00', to: '17:00', label: 'the afternoon' },
      ],
    };
    const start = async (over: object = {}) => {
      service = await startService(
        account({
          hours: { wednesday: [['08:00', '18:00']] },
          booking: {
            gridMinutes: 30,
            bufferMinutes: 0,
            arrival: lonestar,
            hold: { seconds: 300, perNumber: 2 },
          },
          technicians: [{ id: 'ana', name: 'Ana' }],
          ...over,
        }),
      );
    };
    const startsFor = async (wish: object) =>
      (await service.call('check_availability', { ...asked, ...wish })).availableSlots.map(
        ({ start: from }: { start: string }) => from,
      );

    it.each([
      [{ notBefore: '15:00' }, ['13:00']],
      [{ notAfter: '09:00' }, ['08:00']],
      [{ notAfter: '10:00' }, ['08:00']],
      [{ notBetween: '12:00-13:00' }, ['08:00', '10:00', '13:00']],
      [{ notBefore: '12:00', notAfter: '13:00' }, ['10:00']],
      [{ partOfDay: 'afternoon' }, ['13:00']],
      [{ partOfDay: 'the afternoon' }, ['13:00']],
      [{ preferredTime: 'in the morning' }, ['08:00']],
      [{ preferredTime: 'one to five' }, ['13:00']],
      [{ partOfDay: 'midday', notBefore: '11:00' }, ['10:00']],
    ])('fit if the visit could begin in both: %j', async (wish, starts) => {
      await start();
      expect(await startsFor(wish)).toEqual(starts);
    });

    it('that a window promises less than are said, held, booked and noted', async () => {
      await start();
      const wish = { notBefore: '15:00' };
      const answer = await service.call('check_availability', { ...asked, ...wish });
      expect(answer).toMatchObject({
        message:
          "On Wednesday, June 10 for AC Repair I can offer 1 to 5 PM. I'll note that you'd like it from 3 PM onward. Does that work for you?",
        nextStep: 'Pass the same wish for the time when you hold or book.',
      });
      expect(await service.call('hold_time', { ...asked, ...wish, time: '13:00' })).toMatchObject({
        held: true,
        start: '13:00',
      });
      const booked = await service.call('book_job', booking({ ...wish, time: '13:00' }));
      expect(booked).toMatchObject({
        message:
          "You're booked for AC Repair on Wednesday, June 10 between 1 and 5 PM with Ana. I've noted that you'd like it from 3 PM onward.",
      });
      expect(await stored(booked.dispatchRequestId)).toMatchObject({
        appointment: { minute: 15 * 60 },
        notes: 'Would like it from 3:00 PM.',
      });
    });

    it('are neither offered nor booked in a window that is only free at other times', async () => {
      await start();
      for (const time of ['15:00', '16:00'])
        await service.call(
          'book_job',
          booking({ time: '13:00', notBefore: time, notAfter: time }),
          other(Number(time.slice(0, 2))),
        );
      const late = { notBefore: '15:00', notAfter: '16:00' };
      expect(await startsFor(late)).toEqual([]);
      expect(await service.call('check_availability', { ...asked, ...late })).toMatchObject({
        reason: 'no_match',
        message: expect.stringMatching(
          /^Nothing is free between 3 PM and 4 PM on Wednesday, June 10\. That day I have /,
        ),
      });
      const refused = await service.call('book_job', booking({ ...late, time: '13:00' }));
      expect(refused).toMatchObject({ confirmed: false, reason: 'slot_taken' });
      expect(await service.call('hold_time', { ...asked, ...late, time: '13:00' })).toMatchObject({
        held: false,
        reason: 'slot_taken',
      });
    });

    it('come first among the other times of a day whose requested window is taken', async () => {
      await start({
        hours: { wednesday: [['08:00', '18:00']] },
        booking: {
          ...{ gridMinutes: 30, bufferMinutes: 0 },
          arrival: {
            style: 'window',
            windows: [
              { from: '08:00', to: '09:00' },
              { from: '10:00', to: '11:00' },
              { from: '12:00', to: '14:00' },
            ],
          },
        },
      });
      await service.call('book_job', booking({ time: '10:00' }), other(1));
      const refused = await service.call('book_job', booking({ time: '10:00', notBefore: '10:00' }));
      expect(refused).toMatchObject({
        reason: 'slot_taken',
        alternatives: [{ start: '12:00' }, { start: '08:00' }, {}],
      });
    });

    it('move with a visit that still fits them, and go if it does not', async () => {
      await start({ hours: { wednesday: [['08:00', '18:00']], thursday: [['08:00', '18:00']] } });
      const { dispatchRequestId } = await service.call(
        'book_job',
        booking({ time: '13:00', notBefore: '15:00', notes: 'It hums' }),
      );
      const notes = async () => (await stored(dispatchRequestId))?.notes;
      await service.call('reschedule_job', { date: '2026-06-11', time: '13:00' });
      expect(await notes()).toBe('Would like it from 3:00 PM.\nIt hums');
      await service.call('reschedule_job', { date: '2026-06-11', time: '08:00' });
      expect(await notes()).toBe('It hums');
      await service.call('reschedule_job', { date: '2026-06-10', time: '10:00', notAfter: '11:00' });
      expect(await notes()).toBe('It hums\nWould like it by 11:00 AM.');
      await service.call('book_job', booking({ time: '13:00' }));
      expect(await notes()).toBe('It hums');
    });

    it('give way to a window that the caller chose', async () => {
      await start();
      const booked = await service.call('book_job', booking({ notBefore: '15:00', time: '08:00' }));
      expect(booked).toMatchObject({
        confirmed: true,
        start: '08:00',
        ignored: [{ argument: 'notBefore', why: 'not_as_chosen' }],
      });
      expect((await stored(booked.dispatchRequestId))?.notes).toBeUndefined();
    });

    it('choose a label in moves as well', async () => {
      await start();
      await service.call('book_job', booking({ time: '08:00' }));
      expect(
        await service.call('reschedule_job', { date: '2026-06-10', time: 'the afternoon' }),
      ).toMatchObject({ confirmed: true, start: '13:00' });
    });
  });
});
