import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const rules = { ...accountDocument().booking, hold: { seconds: 300, perNumber: 2 } };
const service = servicePerTest(() => accountDocument({ booking: rules }));
const start = { date: '2026-06-10', weekday: 'Thursday', serviceType: 'AC Repair' };

/** The tenth is a Wednesday. */
const repaired = {
  reason: 'invalid_date',
  message: 'Do you mean Wednesday, June 10 or Thursday, June 11?',
  repair: {
    argument: 'weekday',
    sent: '2026-06-10, thursday',
    expected: 'A date and its own weekday',
    choices: expect.arrayContaining([
      { date: '2026-06-04', weekday: 'thursday' },
      { date: '2026-06-17', weekday: 'wednesday' },
    ]),
  },
  nextStep: "Look at the calendar, and call again now with the date and its weekday; don't ask the caller.",
};

describe('a date with another weekday', () => {
  it('is for the model to repair, in every function', async () => {
    expect(await service().call('check_availability', start)).toMatchObject(repaired);
    expect(await service().call('hold_time', { ...start, time: '09:00' })).toMatchObject(repaired);
    expect(await service().call('book_job', booking(start))).toMatchObject({ confirmed: false, ...repaired });
    await service().call('book_job', booking({ date: '2026-06-09' }));
    expect(await service().call('reschedule_job', { ...start, time: '09:00' })).toMatchObject(repaired);
    const right = { ...start, weekday: 'Wednesday' };
    expect(await service().call('check_availability', right)).toMatchObject({ date: '2026-06-10' });
  });

  it('is needless if the weekday alone says the day', async () => {
    const thursday = { weekday: 'Thursday', serviceType: 'AC Repair' };
    expect(await service().call('check_availability', thursday)).toMatchObject({ date: '2026-06-04' });
    const booked = await service().call('book_job', booking({ date: undefined, weekday: 'Thursday' }));
    expect(booked).toMatchObject({ confirmed: true, date: '2026-06-04' });
    const moved = await service().call('reschedule_job', { weekday: 'Friday', time: '10:00' });
    expect(moved).toMatchObject({ confirmed: true, date: '2026-06-05', start: '10:00' });
  });
});

describe('a day that is understood', () => {
  it('is told even if the time is not', async () => {
    const said = { date: 'June 10th', time: 'once the kids are off to school' };
    const day = {
      reason: 'invalid_time',
      date: '2026-06-10',
      weekday: 'Wednesday',
      understood: { from: '2026-06-10', to: '2026-06-10', certain: true },
    };
    expect(await service().call('book_job', booking(said))).toMatchObject({ confirmed: false, ...day });
    expect(await service().call('hold_time', { ...start, weekday: undefined, ...said })).toMatchObject(day);
  });
});

describe('dates that do not suit', () => {
  it('are left out', async () => {
    const { availableSlots } = await service().call('check_availability', {
      from: '2026-06-08',
      to: '2026-06-12',
      notDates: ['2026-06-09', '2026-06-11'],
      serviceType: 'AC Repair',
    });
    const dates = new Set(availableSlots.map(({ date }: { date: string }) => date));
    expect(dates).toEqual(new Set(['2026-06-08', '2026-06-10', '2026-06-12']));
  });
});
